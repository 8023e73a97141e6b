/// A GraphQL operation by name, as `GET` or `POST`, alone or in a batch.
///
/// See [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/).
struct GraphQLCondition: Condition {
  let operation: String
  let variables: JSONValue?

  package func findings(_ request: RequestReader) -> [Finding] {
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
      return [.mismatch(.body, label, expected: operation.quoted, got: got, similarity: similarity)]
    }
    let match = Finding.match(.body, label, operation.quoted)
    guard let variables else { return [match] }
    let differences = JSONDifference.between(expected: variables, actual: message.variables, isSubset: true)
    guard !differences.isEmpty else { return [match, .match(.body, "variables", "as expected")] }
    return [match] + differences.map { $0.finding(label: "variable $", among: variables.leafCount) }
  }

  private var label: String { "GraphQL operation" }
}
