import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("A value that differs by a slip of the code")
struct ValueSlipsTests {
  @Test(
    "a slip is named, and no stub that repeats it is offered",
    arguments: [
      ("tea", "q=tea%20", "got \"tea \", with a blank at its end"),
      ("tea", "q=tea%0A", "with a line break at its end"),
      ("tea", "q=Optional(%22tea%22)", "which is an optional in a text: unwrap it first"),
      ("7", "q=Optional(7)", "which is an optional in a text: unwrap it first"),
      ("1.5", "q=1,5", "got \"1,5\", with a decimal comma: format numbers without a locale"),
      ("salt&vinegar", "q=salt&vinegar", "got \"salt\", which ends at the &: send %26 for it"),
      ("\"v1\"", "q=v1", "without the quotation marks around it"),
      ("v1", "q=%22v1%22", "in quotation marks"),
    ])
  func slips(_ expected: String, _ query: String, _ note: String) async {
    let text = await FailureText.of(
      .get("/items").query("q", .exactly(expected)).respond(status: 200),
      sending: [.make(.get, "https://api.example.com/items?\(query)")])
    #expect(text.contains(note), "\(text)")
    #expect(text.contains("This looks like a mistake in the request: fix the app."), "\(text)")
    #expect(!text.contains("to this, and keep its answer"), "\(text)")
  }

  @Test("a slip in JSON and in a field is named too")
  func inOtherPlaces() async {
    let json = await FailureText.of(
      .post("/items").body(json: ["q": "tea"]).respond(status: 200),
      sending: [.make(.post, "https://api.example.com/items", body: #"{"q":"tea "}"#)])
    #expect(json.contains("got \"tea \", with a blank at its end"), "\(json)")
    let field = await FailureText.of(
      .get("/items").header("If-None-Match", "\"v1\"").respond(status: 200),
      sending: [.make(.get, "https://api.example.com/items", headers: ["If-None-Match": "v1"])])
    #expect(field.contains("got \"v1\", without the quotation marks around it"), "\(field)")
  }

  @Test("a stub whose value is encoded says so, and offers the value without escapes")
  func encodedStub() async {
    let text = await FailureText.of(
      .get("/items").query("q", "green%20tea").respond(status: 200),
      sending: [.make(.get, "https://api.example.com/items?q=green%20tea")])
    #expect(text.contains("since values are compared decoded: write it without escapes in the stub"), "\(text)")
    #expect(text.contains(#".get("/items").query("q", "green tea")"#), "\(text)")
  }

  @Test("no stub repeats the order of keys in a string with JSON")
  func jsonInString() async {
    let text = await FailureText.of(
      .post("/calls").body(json: ["arguments": #"{"id":1,"page":2}"#, "name": "list"]).respond(status: 200),
      sending: [
        .make(
          .post, "https://api.example.com/calls", body: #"{"arguments":"{\"page\":2,\"id\":1}","name":"list"}"#)
      ])
    #expect(!text.contains(#"["arguments": "{\"page\""#), "\(text)")
  }
}
