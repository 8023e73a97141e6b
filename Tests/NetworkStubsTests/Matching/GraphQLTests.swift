import NetworkEndpoints
import NetworkStubs
import TestSupport
import Testing

struct GraphQLTests {
  private func request(_ document: String) -> ReceivedRequest {
    .json("{\"query\":\(JSONValue.string(document).description)}")
  }

  @Test(
    "an operation without a name in the request is named by its document",
    arguments: [
      ("query Latest { item { title } }", true), ("query Latest($id: ID! = \"x\") { item }", true),
      ("# query Other\nquery Latest { item }", true), ("fragment F on Item { title } query Latest { ...F }", true),
      ("query Latest @cached { item }", true), ("mutation Latest{item}", true),
      ("\u{FEFF}subscription Latest { item }", true),
      ("query ($latest: ID) { Latest }", false), ("query { Latest }", false), ("{ Latest }", false),
      ("query Latest { a } query Other { b }", false), ("Latest", false), ("", false), ("query", false),
      ("query { a(b: \"} query Latest {\") }", false), ("query { a(b: \"\"\"} \" query Latest {\"\"\") }", false),
    ])
  func document(text: String, isMatch: Bool) {
    #expect(RequestMatcher.any.graphQL("Latest").takes(request(text)) == isMatch)
  }

  @Test("the request's own word on the operation comes first")
  func operationName() {
    let request = ReceivedRequest.json(#"{"query":"query A { a } query B { b }","operationName":"B"}"#)
    #expect(RequestMatcher.any.graphQL("B").takes(request))
    #expect(!RequestMatcher.any.graphQL("A").takes(request))
    #expect(RequestMatcher.any.graphQL("A").takes(.json(#"{"query":"query A { a }","operationName":null}"#)))
    #expect(RequestMatcher.any.graphQL("A").takes(.json(#"{"operationName":"A","extensions":{}}"#)))
  }

  @Test("an operation may come in a URL")
  func get() {
    let request = ReceivedRequest.test(
      "GET", "https://a.test/graphql?query=query%20A%7Ba%7D&variables=%7B%22id%22:1%7D")
    #expect(RequestMatcher.any.graphQL("A", variables: ["id": 1]).takes(request))
    #expect(!RequestMatcher.any.graphQL("A", variables: ["id": 2]).takes(request))
    #expect(!RequestMatcher.any.graphQL("A").takes("https://a.test/search?query=A"))
  }

  @Test("variables are compared as a subset, and differences are told by path")
  func variables() {
    let request = ReceivedRequest.json(
      #"{"query":"query A { a }","variables":{"id":1,"page":{"size":10,"after":null}}}"#)
    #expect(RequestMatcher.any.graphQL("A", variables: ["page": ["size": 10]]).takes(request))
    #expect(
      RequestMatcher.any.graphQL("A", variables: ["id": "1", "page": ["sise": 10]]).conditionLines(request)
        == [
          #"✓ GraphQL operation: "A""#, #"✗ variable $.id: expected "1", got 1, a number, not a string"#,
          #"✗ variable $.page.sise: expected 10, missing; the request has "size""#,
        ])
    #expect(
      RequestMatcher.any.graphQL("A", variables: ["id": 1]).conditionLines(self.request("query A { a }"))
        == [#"✓ GraphQL operation: "A""#, "✗ variable $.id: expected 1, missing"])
  }

  @Test("another operation, none, and no GraphQL at all are told apart")
  func messages() {
    let matcher = RequestMatcher.any.graphQL("Latest")
    #expect(
      matcher.conditionLines(request("query Lastest { a }"))
        == [#"✗ GraphQL operation: expected "Latest", got "Lastest""#])
    #expect(
      matcher.conditionLines(request("{ a }"))
        == [#"✗ GraphQL operation: expected "Latest", the request names no operation"#])
    #expect(
      matcher.conditionLines(.json(#"{"a":1}"#))
        == [
          #"✗ GraphQL operation: expected "Latest", the request is not GraphQL: it has neither "query" nor "operationName""#
        ])
    #expect(
      matcher.conditionLines(.json("{"))
        == [
          #"✗ GraphQL operation: expected "Latest", got "{", which is not JSON: the text ends, expected a key in quotation marks or "}", at line 1, column 2"#
        ])
  }
}
