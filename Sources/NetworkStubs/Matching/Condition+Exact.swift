// The exact values by which an index finds conditions, and their identities, by which equal ones are recognised.

extension BytesCondition {
  package var exactKeys: [ExactKey] { [ExactKey(.bytes, expected.hash)] }
  package var identity: JSONValue? { ["bytes", .string(expected.base64EncodedString())] }
}

extension TextBodyCondition {
  package var exactKeys: [ExactKey] { pattern.exactText.map { [ExactKey(.text, $0.hashValue)] } ?? [] }
  package var identity: JSONValue? { ["text", pattern.identity] }
}

extension HeaderCondition {
  package var exactKeys: [ExactKey] {
    let name = name.lowercased()
    return value.exactText.map { [ExactKey(.header(name), ExactPart.header(name, $0))] } ?? []
  }

  package var identity: JSONValue? { ["header", .string(name.lowercased()), value.identity] }
}

extension CookieCondition {
  var exactKeys: [ExactKey] { ExactKey.of([.init(name, value)], ExactPart.cookie) }
  var identity: JSONValue? { ["cookie", .string(name), value.identity] }
}

extension QueryCondition {
  package var exactKeys: [ExactKey] { ExactKey.of(items, ExactPart.query) }
  package var identity: JSONValue? { ["query", .bool(isExact), .array(items.map(\.identity))] }
}

extension FormCondition {
  package var exactKeys: [ExactKey] { ExactKey.of(fields, ExactPart.form) }
  package var identity: JSONValue? { ["form", .bool(isExact), .array(fields.map(\.identity))] }
}

extension PartCondition {
  var exactKeys: [ExactKey] {
    [(text, ExactPart.part), (filename, ExactPart.filename), (contentType, ExactPart.partType)]
      .compactMap { pattern, part in pattern?.exactText.map { ExactKey(part(name), $0.hashValue) } }
  }

  var identity: JSONValue? {
    .array(["part", .string(name)] + [text, filename, contentType].map { $0?.identity ?? .null })
  }
}

extension JSONCondition {
  package var exactKeys: [ExactKey] {
    guard case .value(let value) = expected else { return [] }
    return isSubset ? ExactKey.of(value, ExactPart.json) : [ExactKey(.json([]), value.hashValue)]
  }

  package var identity: JSONValue? {
    if case .value(let value) = expected { ["json", .bool(isSubset), value] } else { nil }
  }
}

extension JSONPathCondition {
  var exactKeys: [ExactKey] { path.steps.map { [ExactKey(.json($0), expected.hashValue)] } ?? [] }
  var identity: JSONValue? { ["path", .string(path.text), expected] }
}

extension JSONPathTextCondition {
  var exactKeys: [ExactKey] {
    guard let steps = path.steps, let text = pattern.exactText else { return [] }
    return [ExactKey(.json(steps), JSONValue.string(text).hashValue)]
  }

  var identity: JSONValue? { ["path text", .string(path.text), pattern.identity] }
}

extension GraphQLCondition {
  var exactKeys: [ExactKey] {
    [ExactKey(.operation, operation.hashValue)] + (variables.map { ExactKey.of($0, ExactPart.variable) } ?? [])
  }

  var identity: JSONValue? { .array(["operation", .string(operation)] + (variables.map { [$0] } ?? [])) }
}

extension OriginCondition {
  var exactKeys: [ExactKey] {
    switch (part, comparable.storage) {
    case (.host, .exactly(let text)): [ExactKey(.host, text.hashValue)]
    case (.host, .suffix(let end)) where !end.isEmpty: [ExactKey(.hostEnd(end.utf8.count), end.utf8.hash)]
    case (.scheme, .exactly(let text)): [ExactKey(.scheme, text.hashValue)]
    default: []
    }
  }

  var identity: JSONValue? { [.string(part.rawValue), comparable.identity] }
}

extension PortCondition {
  package var exactKeys: [ExactKey] { [ExactKey(.port, port.hashValue)] }
  var identity: JSONValue? { ["port", .integer(port)] }
}

extension BothCondition {
  var exactKeys: [ExactKey] { matcher.exactKeys(isWhole: true) }
  var identity: JSONValue? { matcher.identity.map { ["and", $0] } }
}

extension EitherCondition { var identity: JSONValue? { .array(of: matchers.map(\.identity)).map { ["any of", $0] } } }

extension NotCondition { var identity: JSONValue? { matcher.identity.map { ["not", $0] } } }

extension RequestMatcher {
  /// A value that only equal matchers have; nil if closures may make a difference.
  fileprivate var identity: JSONValue? {
    .array(of: conditions.map(\.condition.identity)).map {
      [.string(method?.rawValue ?? ""), .string(url.kind), .string(url.source), $0]
    }
  }
}

extension PairMatching.Expected { fileprivate var identity: JSONValue { [.string(name), value?.identity ?? .null] } }

extension TextPattern {
  fileprivate var identity: JSONValue {
    switch storage {
    case .exactly(let text): .string(text)
    case .containing(let part): ["containing", .string(part)]
    case .prefix(let start): ["prefix", .string(start)]
    case .suffix(let end): ["suffix", .string(end)]
    case .regex(let expression): ["regex", .string(expression.pattern)]
    case .anything: true
    case .missing: false
    }
  }
}

extension URLPattern {
  func isSame(as other: Self) -> Bool { kind == other.kind && source.isSame(as: other.source) }

  fileprivate var kind: String {
    switch path {
    case .any: "any"
    case .pattern: "pattern"
    case .prefix: "prefix"
    case .regex: "regex"
    }
  }
}

extension JSONValue {
  fileprivate static func array(of values: [JSONValue?]) -> JSONValue? {
    let present = values.compactMap { $0 }
    return present.count == values.count ? .array(present) : nil
  }
}
