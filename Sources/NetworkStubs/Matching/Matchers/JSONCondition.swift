extension RequestMatcher {
  /// Asks for a body that is equal JSON: keys in any order, `1` equal to `1.0`, `null` different from missing.
  ///
  /// - Parameter value: The value, as a literal such as `["name": "Ada"]`.
  public func body(json value: JSONValue) -> Self { body(.value(value), isSubset: false) }

  /// Asks for a body that is the JSON of a value; one that cannot be encoded matches nothing, and is reported.
  ///
  /// - Parameters:
  ///   - value: The value, whose JSON is compared.
  ///   - encoder: The encoder of the value.
  @_disfavoredOverload public func body(json value: some Encodable, encoder: JSONEncoder = .stable) -> Self {
    body(JSONExpectation(value, encoder: encoder), isSubset: false)
  }

  /// Asks for a body that is equal JSON, with the elements of its lists in an order.
  ///
  /// ```swift
  /// .post("/tags").body(json: ["a", "b"], .inAnyOrder)
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value, as a literal such as `["a", "b"]`.
  ///   - order: The order of the elements, at any depth.
  public func body(json value: JSONValue, _ order: ListOrder) -> Self {
    adding(JSONCondition(expected: .value(value), isSubset: false, order: order))
  }

  /// Asks for a body that is the JSON of a value, with the elements of its lists in an order.
  ///
  /// - Parameters:
  ///   - value: The value, whose JSON is compared.
  ///   - order: The order of the elements, at any depth.
  ///   - encoder: The encoder of the value.
  @_disfavoredOverload
  public func body(json value: some Encodable, _ order: ListOrder, encoder: JSONEncoder = .stable) -> Self {
    adding(JSONCondition(expected: JSONExpectation(value, encoder: encoder), isSubset: false, order: order))
  }

  /// Asks for a JSON body that contains at least a value, at any depth.
  ///
  /// Objects may have more keys than the value's. Arrays must have as many elements, each containing at least the element at its
  /// place in the value; for one element among others, use `body(at:_:)` with a path such as `"$.tags[*]"`.
  ///
  /// - Parameter value: The value, as a literal such as `["user": ["name": "Ada"]]`.
  public func body(jsonContaining value: JSONValue) -> Self { body(.value(value), isSubset: true) }

  /// Asks for a JSON body that contains at least the JSON of a value, at any depth.
  ///
  /// - Parameters:
  ///   - value: The value, whose JSON is compared.
  ///   - encoder: The encoder of the value.
  @_disfavoredOverload public func body(jsonContaining value: some Encodable, encoder: JSONEncoder = .stable) -> Self {
    body(JSONExpectation(value, encoder: encoder), isSubset: true)
  }

  /// Asks for a body that is an object of mixed values as JSON, such as a literal of variables.
  @_disfavoredOverload
  public func body(json object: [String: Any?]) -> Self { body(JSONExpectation(mixed: object), isSubset: false) }

  /// Asks for a JSON body that contains at least an object of mixed values, such as a literal of variables, at any depth.
  @_disfavoredOverload public func body(jsonContaining object: [String: Any?]) -> Self {
    body(JSONExpectation(mixed: object), isSubset: true)
  }

  /// Asks for a body that is a list of mixed values as JSON, such as a literal of variables.
  @_disfavoredOverload
  public func body(json list: [Any?]) -> Self { body(JSONExpectation(mixed: list), isSubset: false) }

  /// Asks for a JSON body that contains at least a list of mixed values, such as a literal of variables, at any depth.
  @_disfavoredOverload
  public func body(jsonContaining list: [Any?]) -> Self { body(JSONExpectation(mixed: list), isSubset: true) }

  func body(_ expected: JSONExpectation, isSubset: Bool) -> Self {
    adding(JSONCondition(expected: expected, isSubset: isSubset))
  }
}

extension RequestMatcher {
  /// Whether it asks for JSON whose lists may be in any order.
  var takesAnyOrder: Bool { conditions.contains { ($0 as? JSONCondition)?.order == .inAnyOrder } }
  /// Whether the JSON of the body must be equal to a value, so that nothing may be added to it.
  var takesWholeJSON: Bool { conditions.contains { ($0 as? JSONCondition)?.isSubset == false } }
}

/// A body that is JSON equal to a value, or contains at least the value.
package struct JSONCondition: Condition {
  let expected: JSONExpectation
  let isSubset: Bool
  let order: ListOrder

  package init(expected: JSONExpectation, isSubset: Bool, order: ListOrder = .asWritten) {
    self.expected = expected
    self.isSubset = isSubset
    self.order = order
  }

  package var readsBody: Bool { true }
  package var problem: String? { expected.problem }

  package func matches(_ request: RequestReader) -> Bool {
    guard case .value(let expected) = expected, case .value(let actual) = request.json else { return false }
    if order == .inAnyOrder { return expected.isOfKind(actual) && request.jsonInAnyOrder == expected.inAnyOrder }
    return isSubset ? JSONDifference.contains(actual, expected) : actual == expected
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    switch (expected, request.json) {
    case (.unencodable(_, let reason), _): return [.mismatch(.body, "body", reason)]
    case (.value, .invalid(let reason)):
      var finding = Finding.mismatch(
        .body, "body", expected: "JSON", got: request.formInPlaceOfJSON ?? reason, isAbsent: !request.isUpload)
      finding.suspicion = request.isJSONWrong ? .request : nil
      return [finding]
    case (.value(let expected), .value(let actual)):
      let isInAnyOrder = order == .inAnyOrder
      let differences = JSONDifference.between(
        expected: isInAnyOrder ? expected.inAnyOrder : expected,
        actual: isInAnyOrder ? request.jsonInAnyOrder ?? actual : actual,
        isSubset: isSubset)
      guard !differences.isEmpty else {
        return [.match(.body, "body", isSubset ? "JSON with what is expected" : "equal JSON")]
      }
      return differences.map { difference in
        var difference = difference
        // The places in sorted copies are not those in the body.
        if isInAnyOrder { difference.path.replace(/\[\d+\]/, with: "[*]") }
        return difference.finding(label: "body $", among: expected.leafCount)
      }
    }
  }

  package var code: String { ".body(\(isSubset ? "jsonContaining" : "json"): \(expected.code)\(order.code))" }

  package func isPasteable(for request: RequestReader) -> Bool { request.body.count <= 10_000 }

  package func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    if correction.request.isUpload { return correction.addingUpload(to: matcher, for: keys) }
    guard case .value(let body) = correction.request.json, case .value(let expected) = expected else { return matcher }
    // A set has another order in each process.
    if !isSubset, body != expected, body.inAnyOrder == expected.inAnyOrder,
      correction.parts.lasting(in: expected) == expected
    {
      return matcher.body(json: expected, .inAnyOrder)
    }
    let asked = isSubset ? body.part(like: expected) : body
    let known = correction.parts.lasting(in: asked)
    if known == body, !isSubset { return matcher.body(json: known, order) }
    // An empty object is in each object.
    let isEmpty = known.isEmptyContainer && !expected.isEmptyContainer
    return asked.placesOfUUIDs.reduce(isEmpty ? matcher : matcher.body(jsonContaining: known)) { matcher, place in
      Secrets.isSensitive(path: place) ? matcher : matcher.body(at: "$\(place)", text: .anything)
    }
  }

  /// The names of the members that it asks for.
  private var keys: [String] {
    guard case .value(.object(let members)) = expected else { return [] }
    return members.sorted.map(\.key)
  }

  package func asked(in request: RequestReader) -> [String] {
    guard case .value(let expected) = expected, case .value(let actual) = request.json else {
      // The correction asks for the same in another way.
      return request.isUpload ? keys.map { "\(request.isForm ? "form" : "part") \($0)" } : ["body"]
    }
    return expected.leafPaths(in: actual).map { "body $\($0)" }
  }

  package var identity: JSONValue? {
    if case .value(let value) = expected { ["json", .bool(isSubset), .string(order.code), value] } else { nil }
  }
}

/// The JSON a test expects, which may be from a value that cannot be encoded.
package enum JSONExpectation: Sendable {
  case value(JSONValue)
  case unencodable(type: String, reason: String)

  init(_ value: some Encodable, encoder: JSONEncoder) {
    do {
      let data = try encoder.encode(value)
      switch JSONBody(data) {
      case .value(let json): self = .value(json)
      case .invalid(let reason): self = .unencodable(type: "\(type(of: value))", reason: reason)
      }
    } catch {
      let reason = "the expected \(type(of: value)) cannot be encoded: \(error)".shortened(to: 300)
      self = .unencodable(type: "\(type(of: value))", reason: reason)
    }
  }

  init(mixed object: [String: Any?]) { self.init("object", "[String: Any]") { try JSONValue(members: object) } }

  init(mixed list: [Any?]) { self.init("list", "[Any]") { try JSONValue(elements: list) } }

  private init(_ kind: String, _ type: String, _ value: () throws -> JSONValue) {
    do { self = .value(try value()) } catch {
      self = .unencodable(type: type, reason: "the expected \(kind) cannot be encoded: \(error)".shortened(to: 300))
    }
  }

  /// The reason why no body is equal to it; nil if one may be.
  var problem: String? {
    switch self {
    case .value(let value): value.problem
    case .unencodable(_, let reason): reason
    }
  }

  /// The code of a literal of the value, secrets masked.
  package var code: String {
    switch self {
    case .value(let value): Secrets.masked(json: value).swiftLiteral
    case .unencodable(let type, _): "nil /* \(type): cannot be encoded */"
    }
  }
}
