import Foundation

/// A GraphQL operation by name, as `GET` or `POST`.
///
/// See [GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/).
struct GraphQLCondition: Condition {
  let operation: String
  let variables: JSONValue?

  var code: String {
    let rest = variables.map { ", variables: \(Secrets.masked(json: $0).swiftCode)" } ?? ""
    return ".graphQL(\(operation.quoted(limit: nil))\(rest))"
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "GraphQL operation"
    guard let message = message(of: request) else {
      return [.mismatch(.body, label, expected: operation.quoted(), got: "this is no GraphQL request")]
    }
    let name = message["operationName"]?.text ?? message["query"]?.text.flatMap(Self.onlyOperation)
    guard name == operation else {
      let got = name.map { "got \($0.quoted())" } ?? "the request names none"
      return [
        .mismatch(
          .body, label, expected: operation.quoted(), got: got, similarity: Similarity.between(operation, name ?? ""))
      ]
    }
    guard let variables else { return [.match(.body, label, operation.quoted())] }
    let differences = JSONDifference.between(
      expected: variables, actual: message["variables"] ?? .object([:]), isSubset: true)
    return [.match(.body, label, operation.quoted())]
      + differences.map { difference in
        JSONDifference(
          path: "$.variables" + difference.path.dropFirst(), expected: difference.expected, actual: difference.actual,
          nearKey: difference.nearKey
        ).finding(matched: variables.leafCount)
      }
  }

  private func message(of request: RequestReader) -> JSONValue? {
    if case .value(let body) = request.json, body["query"] != nil || body["operationName"] != nil { return body }
    let items = Dictionary(request.url.query.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    guard let query = items["query"] ?? items["operationName"].map({ _ in "" }) else { return nil }
    var message: [String: JSONValue] = ["query": .string(query)]
    if let name = items["operationName"] { message["operationName"] = .string(name) }
    if let variables = items["variables"], case .value(let value) = JSONBody(Data(variables.utf8)) {
      message["variables"] = value
    }
    return .object(message)
  }

  /// The name of a document's operation, where the request does not say it.
  private static func onlyOperation(_ document: String) -> String? {
    let words = document.split { !($0.isLetter || $0.isNumber || $0 == "_") }.prefix(2)
    guard let kind = words.first, ["query", "mutation", "subscription"].contains(kind) else { return nil }
    return words.dropFirst().first.map(String.init)
  }
}

extension JSONValue {
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
