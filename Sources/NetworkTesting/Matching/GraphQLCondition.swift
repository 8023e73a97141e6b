import Foundation
import NetworkEndpoints

/// A GraphQL operation by name, as `GET` or `POST`.
///
/// See [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/).
struct GraphQLCondition: Condition {
  let operation: String
  let variables: JSONValue?

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "GraphQL operation"
    guard let message = GraphQLMessage(request) else {
      let reason = request.url.query.isEmpty ? request.json.problem : nil
      let got = reason ?? "the request is not GraphQL: it has neither \"query\" nor \"operationName\""
      return [.mismatch(.body, label, expected: operation.quoted, got: got)]
    }
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
}

/// What a request asks of a GraphQL service.
struct GraphQLMessage {
  /// The operation's name, as the request or else its document says it.
  let operation: String?
  let variables: JSONValue

  /// Reads a request's body, or else its URL; nil if neither is GraphQL.
  init?(_ request: RequestReader) {
    if case .value(let body) = request.json, body["query"] != nil || body["operationName"] != nil {
      self.init(name: body["operationName"]?.text, document: body["query"]?.text, variables: body["variables"])
      return
    }
    let items = Dictionary(request.url.query.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    guard items["query"] != nil || items["operationName"] != nil else { return nil }
    var variables: JSONValue?
    if let text = items["variables"], case .value(let value) = JSONBody(Data(text.utf8)) { variables = value }
    self.init(name: items["operationName"], document: items["query"], variables: variables)
  }

  private init(name: String?, document: String?, variables: JSONValue?) {
    operation = name ?? document.flatMap { GraphQLDocument($0).onlyName }
    // Leaving them out, or null, is the same as giving none.
    self.variables = variables.flatMap { $0 == .null ? nil : $0 } ?? .object([:])
  }
}
