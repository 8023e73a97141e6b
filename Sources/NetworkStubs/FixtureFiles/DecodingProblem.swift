/// The reason why a fixture does not decode, in words that are the same on every platform.
struct DecodingProblem {
  let place: TextPlace

  /// The coding path as JSON path notation, `$[2].seller.name`.
  let path: String

  let reason: String

  /// The keys of the object in which one is missing, at most twenty.
  private(set) var keys: [String] = []

  private(set) var remedy = "Correct the file or the type, or pass the decoder that the file needs: decode(using: …)."

  init(_ error: any Error, in data: Data) {
    let text = JSONText(data)
    let codingPath = (error as? DecodingError)?.codingPath ?? []
    path = codingPath.jsonPath
    if case .dataCorrupted = error as? DecodingError, codingPath.isEmpty, let problem = text.problem {
      place = text.place(at: problem.offset)
      reason = problem.reason + "."
      remedy = "Correct the file."
      return
    }
    let (token, isFound) = text.value(at: codingPath)
    place = text.place(at: text.start(of: token))
    switch error as? DecodingError {
    case .keyNotFound(let key, _):
      reason = "there is no key \(key.stringValue.quoted)."
      keys = Array(text.keys(of: token).prefix(20))
      if keys.contains(where: { $0.contains("_") && $0.isSameKey(as: key.stringValue) }) {
        remedy =
          "The file has it in snake case: pass a decoder whose keyDecodingStrategy is .convertFromSnakeCase, as in "
          + "decode(using: …)."
      }
    case .typeMismatch(let type, _):
      reason = "expected \(Self.name(of: type))\(isFound ? ", found \(text.kind(of: token))" : "")."
    case .valueNotFound(let type, _): reason = "expected \(Self.name(of: type)), found null or nothing."
    case .dataCorrupted(let context): reason = context.debugDescription
    default: reason = "\(error)"
    }
  }

  /// Returns the name of a type that was expected: decoders say that a list or an object is one of anything.
  private static func name(of type: Any.Type) -> String {
    switch type {
    case is [Any].Type: "a list"
    case is [String: Any].Type: "an object"
    default: "\(type)"
    }
  }
}

extension DecodingError {
  fileprivate var codingPath: [any CodingKey] {
    switch self {
    case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath
    @unknown default: []
    }
  }
}

extension String {
  /// Whether one of two keys is the other in snake case.
  func isSameKey(as other: String) -> Bool {
    contains("_") != other.contains("_")
      && replacing("_", with: "").lowercased() == other.replacing("_", with: "").lowercased()
  }
}
