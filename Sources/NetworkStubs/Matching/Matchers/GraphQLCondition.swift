extension RequestMatcher {
  /// Asks for a GraphQL operation.
  ///
  /// - Parameters:
  ///   - operation: The operation's name; for a persisted query without one, its hash.
  ///   - variables: The required variables, at any depth; others may be present too.
  public func graphQL(_ operation: String, variables: JSONValue? = nil) -> Self {
    adding(GraphQLCondition(operation: operation, variables: variables.map(JSONExpectation.value)))
  }

  /// Asks for a GraphQL operation with the JSON of a value as variables, such as a variable or values of your own.
  ///
  /// - Parameters:
  ///   - operation: The name of the operation.
  ///   - variables: The values of the variables; others may be present.
  @_disfavoredOverload public func graphQL(_ operation: String, variables: [String: Any?]) -> Self {
    adding(GraphQLCondition(operation: operation, variables: JSONExpectation(mixed: variables)))
  }
}

/// A GraphQL operation by name, as `GET` or `POST`, alone or in a batch.
///
/// See [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/).
struct GraphQLCondition: Condition {
  let operation: String
  let variables: JSONExpectation?

  var readsBody: Bool { true }
  var problem: String? { variables?.problem }

  /// The required variables; nil if the matcher has none or they cannot be encoded.
  private var required: JSONValue? { variables?.value }

  func matches(_ request: RequestReader) -> Bool {
    problem == nil
      && request.graphQL.contains { message in
        guard let name = message.operation, name == operation else { return false }
        return required.map { JSONDifference.contains(message.variables, $0) } ?? true
      }
  }

  func findings(_ request: RequestReader) -> [Finding] {
    if let problem { return [.mismatch(.body, "body", problem)] }
    let messages = request.graphQL
    guard !messages.isEmpty else {
      let reason = request.url.query.isEmpty ? request.json.problem : nil
      let got = reason ?? "the request is not GraphQL: it has neither \"query\" nor \"operationName\""
      return [.mismatch(.body, label, expected: operation.quoted, got: got)]
    }
    let findings = messages.map(findings)
    return findings.first { $0.allSatisfy(\.isMatch) } ?? findings.max { $0.score < $1.score } ?? []
  }

  private func findings(_ message: GraphQLMessage) -> [Finding] {
    guard let name = message.operation, name == operation else {
      let got = message.operation.map { "got \($0.quoted)" } ?? "the request names no operation"
      let similarity = Similarity.between(operation, message.operation ?? "")
      var finding = Finding.mismatch(.body, label, expected: operation.quoted, got: got, similarity: similarity)
      // A typing error, and not another operation such as `GetUsers`.
      let isPlural = message.operation == operation + "s" || message.operation.map { $0 + "s" } == operation
      if let actual = message.operation, !isPlural, actual.isTypingError(of: operation) {
        finding.suspicion = .spelling(ofRequest: actual, ofStub: operation)
      }
      return [finding]
    }
    let match = Finding.match(.body, label, operation.quoted)
    guard let required else { return [match] }
    let differences = JSONDifference.between(expected: required, actual: message.variables, isSubset: true)
    guard !differences.isEmpty else { return [match, .match(.body, "variables", "as expected")] }
    return [match]
      + differences.map { difference in
        var finding = difference.finding(label: "variable $", among: required.leafCount)
        // Code that takes any value of a variable can't be pasted, so what it leaves out is said.
        if finding.suspicion == .madePerRun { finding.suspicion = nil }
        return finding
      }
  }

  private var label: String { "GraphQL operation" }

  var code: String {
    if problem != nil { return ".graphQL(…)" }
    let literal = required.map { ", variables: \(Secrets.masked(json: $0).swiftLiteral)" } ?? ""
    return ".graphQL(\(operation.swiftLiteral)\(literal))"
  }

  func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    guard problem == nil else { return matcher }
    let messages = correction.request.graphQL
    guard let message = messages.first(where: { $0.operation == operation }) ?? messages.first,
      let operation = message.operation
    else { return matcher }
    let known = required.map { correction.parts.lasting(in: message.variables.part(like: $0)) }
      .flatMap { $0.isEmptyContainer ? nil : $0 }
    return matcher.graphQL(operation, variables: known)
  }

  func asked(in request: RequestReader) -> [String] {
    let message = request.graphQL.first { $0.operation == operation } ?? request.graphQL.first
    let variables = required.map { $0.leafPaths(in: message?.variables ?? .null) } ?? []
    return [label] + variables.map { "variable $\($0)" }
  }

  var identity: JSONValue? {
    problem == nil ? .array(["operation", .string(operation)] + (required.map { [$0] } ?? [])) : nil
  }
}
