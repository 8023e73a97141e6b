/// The parts of a request that may be pasted: no secret, wherever it comes again, and nothing that differs in each run.
struct LastingParts {
  private let masking: Masking

  /// The most bytes of code that is pasted.
  static let mostBytes = 600
  /// The most pairs of a query or a form that fit into them.
  static let mostPairs = mostBytes / 6

  /// - Parameter masking: The masking of the request.
  init(_ masking: Masking) { self.masking = masking }

  /// Returns a pattern for a value: the value itself, or anything if it does not last.
  func pattern(of pair: QueryPair) -> TextPattern? {
    Secrets.isSensitive(pair.name) ? .anything : pair.value.map(pattern)
  }

  func pattern(of value: String) -> TextPattern {
    // What is too long to be pasted need not be searched.
    guard value.utf8.count <= Self.mostBytes, isLasting(value), !value.isMadePerRun else { return .anything }
    // A client makes another boundary each time.
    if let end = value.range(of: "boundary=") { return .prefix(String(value[..<end.lowerBound].prefix { $0 != ";" })) }
    guard let json = JSONValue(ofStructuredText: value) else { return .exactly(value) }
    // The order of its keys may be another in each run.
    return lasting(in: json) == json ? .json(json) : .anything
  }

  /// Returns whether a failure shows a text as it is.
  func isLasting(_ text: String) -> Bool { Secrets.masked(text) == text && masking.masked(report: text) == text }

  /// Returns whether code is not changed where a failure shows it.
  func isPasteable(_ code: String) -> Bool { masking.masked(report: code) == code }

  /// Returns JSON without the members that do not last.
  func lasting(in value: JSONValue) -> JSONValue {
    value.mapChildren { step, child in
      if case .key(let key) = step, Secrets.isSensitive(key) || !isLasting(child) { return nil }
      let rest = lasting(in: child)
      // An empty object asks for nothing.
      if case .key = step, rest.isEmptyContainer, !child.isEmptyContainer { return nil }
      return rest
    }
  }

  private func isLasting(_ value: JSONValue) -> Bool {
    switch value {
    case .string(let text): !text.isMadePerRun && !text.hasUnorderedKeys && isLasting(text)
    case .array(let elements): elements.allSatisfy(isLasting)
    case .object: true
    default: !value.isMadePerRun && isLasting(value.description)
    }
  }
}

extension String {
  private static let perRun = RegularExpression(
    "^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9:]+)?"
      + "|1[5-9][0-9]{8}([0-9]{3})?|[0-9a-f]{32,})$")

  /// Whether it is JSON with several keys, whose order is another one in the next run.
  fileprivate var hasUnorderedKeys: Bool { (JSONValue(ofStructuredText: self)?.object?.count ?? 0) > 1 }

  /// Whether it looks as if it differs in each run: a UUID, a time, or a digest.
  var isMadePerRun: Bool { (10...100).contains(utf8.count) && Self.perRun.matches(self) }
}

extension JSONValue {
  /// Whether it looks as if it differs in each run.
  var isMadePerRun: Bool {
    switch self {
    case .string(let text): text.isMadePerRun
    case .integer: description.isMadePerRun
    case .number: isRoundedSum
    default: false
    }
  }

  /// Whether it is an object or a list without anything in it.
  var isEmptyContainer: Bool { self == .object([:]) || self == .array([]) }
}
