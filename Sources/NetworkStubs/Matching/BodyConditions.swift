/// A body that is exactly these bytes.
package struct BytesCondition: Condition {
  let expected: Data

  package init(expected: Data) { self.expected = expected }

  // A test of compression expects the bytes as sent.
  package func matches(_ request: RequestReader) -> Bool {
    request.body == expected || request.request.body == expected
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let body = request.body
    if matches(request) { return [.match(.body, "body", body.count.counted("byte"))] }
    guard !expected.isEmpty else { return [.mismatch(.body, "body", "not expected, got \(BodyExcerpt(body).text)")] }
    guard !body.isEmpty else {
      return [.mismatch(.body, "body", expected: BodyExcerpt(expected).text, got: "got nothing")]
    }
    let common = body.commonStart(with: expected)
    return [
      .mismatch(
        .body, "body", expected: BodyExcerpt(expected).text,
        got: "got \(BodyExcerpt(body).text), which differs from byte \(common) on",
        similarity: Double(common) / Double(max(body.count, expected.count)))
    ]
  }
}

/// A body whose text matches a pattern.
package struct TextBodyCondition: Condition {
  let pattern: TextPattern

  package init(pattern: TextPattern) { self.pattern = pattern }

  package var problem: String? { pattern.problem }

  package func matches(_ request: RequestReader) -> Bool {
    request.body.isEmpty ? pattern.isMissing || pattern.exactText == "" : pattern.matches(request.text)
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let excerpt = BodyExcerpt(request.body).text
    if matches(request) { return [.match(.body, "body", request.body.isEmpty ? "empty, as expected" : excerpt)] }
    if let problem = pattern.problem { return [.mismatch(.body, "body", problem)] }
    if pattern.isMissing { return [.mismatch(.body, "body", "not expected, got \(excerpt)")] }
    guard !request.body.isEmpty else {
      return [.mismatch(.body, "body", expected: shownPattern.expectation, got: "got nothing")]
    }
    let isSame = pattern.exactText.map { Secrets.masked($0) == Secrets.masked(request.text) } ?? false
    return [
      .mismatch(
        .body, "body", expected: shownPattern.expectation, got: "got \(isSame ? "another value (masked)" : excerpt)",
        similarity: pattern.similarity(to: request.text))
    ]
  }

  var shownPattern: TextPattern { pattern.replacingText { Secrets.masked($0) } }
}

/// A body that is JSON of a type and fulfils a predicate.
struct DecodedCondition<Value: Decodable & Sendable>: Condition {
  package let name: String
  let predicate: @Sendable (Value) throws -> Bool

  func matches(_ request: RequestReader) -> Bool {
    guard request.json.problem == nil, let value = try? Self.decode(request) else { return false }
    return (try? predicate(value)) ?? false
  }

  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? {
    guard let value = try? Self.decode(request) else { return .success(false) }
    return Result { try predicate(value) }
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let label = "body \(name)"
    if let problem = request.json.problem {
      return [.mismatch(.body, label, expected: "JSON of \(Value.self)", got: problem)]
    }
    do {
      let value = try Self.decode(request)
      do {
        return try predicate(value)
          ? [.match(.body, label, "true")] : [.mismatch(.body, label, "is false for this body", similarity: 0.5)]
      } catch {
        return [.mismatch(.body, label, "threw \(error)".shortened(to: 200), similarity: 0.5)]
      }
    } catch {
      return [.mismatch(.body, label, expected: "JSON of \(Value.self)", got: Self.reason(error))]
    }
  }

  private static func decode(_ request: RequestReader) throws -> Value {
    try JSONDecoder().decode(Value.self, from: request.body)
  }

  private static func reason(_ error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      "$" + path.map { key in key.intValue.map { "[\($0)]" } ?? JSONPath.step(key.stringValue) }.joined()
    }
    return switch error {
    case DecodingError.keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
    case DecodingError.valueNotFound(let type, let context): "\(place(context.codingPath)) is null, not \(type)"
    case DecodingError.typeMismatch(let type, let context): "\(place(context.codingPath)) is not \(type)"
    case DecodingError.dataCorrupted(let context):
      "\(place(context.codingPath)) cannot be read: \(context.debugDescription)".shortened(to: 200)
    default: "\(error)".shortened(to: 200)
    }
  }
}

/// A named predicate about a whole request.
struct PredicateCondition: Condition {
  package let name: String
  let predicate: @Sendable (ReceivedRequest) throws -> Bool

  // One that throws does not match.
  func matches(_ request: RequestReader) -> Bool { (try? predicate(request.request)) ?? false }

  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? { Result { try predicate(request.request) } }

  package func findings(_ request: RequestReader) -> [Finding] {
    do {
      return try predicate(request.request)
        ? [.match(.predicate, name, "true")] : [.mismatch(.predicate, name, "is false for this request")]
    } catch {
      return [.mismatch(.predicate, name, "threw \(error)".shortened(to: 200))]
    }
  }
}
