extension RequestMatcher {
  /// Asks for a predicate to hold.
  ///
  /// - Parameters:
  ///   - name: The name of the predicate, for failure texts.
  ///   - predicate: Whether the request is as expected; if it throws, neither this matcher nor its negation matches.
  public func matching(_ name: String, _ predicate: @escaping @Sendable (ReceivedRequest) throws -> Bool) -> Self {
    adding(PredicateCondition(name: name, predicate: predicate))
  }

  /// Asks for a body that is JSON of a type and fulfils a predicate.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - name: The name of the predicate, for failure texts.
  ///   - predicate: Whether the value is as expected; if it throws, the request does not match.
  public func body<Value: Decodable & Sendable>(
    as type: Value.Type, _ name: String, where predicate: @escaping @Sendable (Value) throws -> Bool
  ) -> Self {
    adding(DecodedCondition(name: name, predicate: predicate))
  }
}

/// A named predicate about a whole request.
struct PredicateCondition: Condition {
  let name: String
  let predicate: @Sendable (ReceivedRequest) throws -> Bool

  var asksTest: Bool { true }

  // One that throws does not match.
  func matches(_ request: RequestReader) -> Bool { (try? predicate(request.request)) ?? false }

  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? { Result { try predicate(request.request) } }

  func findings(_ request: RequestReader) -> [Finding] {
    do {
      return try predicate(request.request)
        ? [.match(.predicate, name, "true")] : [.mismatch(.predicate, name, "is false for this request")]
    } catch {
      return [.mismatch(.predicate, name, "threw \(error)".shortened(to: 200))]
    }
  }

  var code: String { ".matching(\(name.swiftLiteral)) { … }" }

  // One that is false is said to be left out.
  func asked(in request: RequestReader) -> [String] { matches(request) ? [name.quoted] : [] }
}

/// A body that is JSON of a type and fulfils a predicate.
struct DecodedCondition<Value: Decodable & Sendable>: Condition {
  let name: String
  let predicate: @Sendable (Value) throws -> Bool

  var readsBody: Bool { true }
  var asksTest: Bool { true }

  func matches(_ request: RequestReader) -> Bool {
    guard request.json.problem == nil, let value = try? Self.decode(request) else { return false }
    return (try? predicate(value)) ?? false
  }

  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? {
    guard let value = try? Self.decode(request) else { return .success(false) }
    return Result { try predicate(value) }
  }

  func findings(_ request: RequestReader) -> [Finding] {
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

  private static func decode(_ request: RequestReader) throws -> Value { try request.decoded(as: Value.self) }

  private static func reason(_ error: any Error) -> String {
    let place = JSONPath.text(of:)
    return switch error {
    case DecodingError.keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
    case DecodingError.valueNotFound(let type, let context): "\(place(context.codingPath)) is null, not \(type)"
    case DecodingError.typeMismatch(let type, let context): "\(place(context.codingPath)) is not \(type)"
    case DecodingError.dataCorrupted(let context):
      "\(place(context.codingPath)) cannot be read: \(context.debugDescription)".shortened(to: 200)
    default: "\(error)".shortened(to: 200)
    }
  }

  var code: String { ".body(as: \(Value.self).self, \(name.swiftLiteral)) { … }" }
}
