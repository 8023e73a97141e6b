extension Error {
  /// The path of the value that does not decode or encode, and the cause; other errors describe themselves.
  var codingProblem: String {
    switch self {
    case let error as DecodingError: error.problem
    case let error as EncodingError: error.problem
    default: "\(self)"
    }
  }
}

extension DecodingError {
  fileprivate var problem: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.problem.described(at: context.codingPath)
    case .keyNotFound(let key, let context):
      "the key \(key.stringValue.quoted) is missing".described(at: context.codingPath)
    @unknown default: "\(self)"
    }
  }
}

extension EncodingError {
  fileprivate var problem: String {
    guard case .invalidValue(_, let context) = self else { return "\(self)" }
    return context.debugDescription.withoutFullStop.described(at: context.codingPath)
  }
}

extension DecodingError.Context {
  fileprivate var problem: String {
    // If a text is not JSON, only the underlying error has the place; not every Foundation provides one.
    let detail =
      underlyingError.map { error in
        " (\((error as NSError).userInfo[NSDebugDescriptionErrorKey] ?? error))"
      } ?? ""
    return debugDescription.withoutFullStop + detail
  }
}

extension String {
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }

  fileprivate func described(at path: [any CodingKey]) -> String { "\(path.jsonPath): \(self)" }
}
