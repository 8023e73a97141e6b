import NetworkTesting
import TestSupport

@Suite("The advice about a likely mistake")
struct MistakeAdviceTests {
  private static let items = "https://api.example.com/items"

  @Test("a misspelt path blames neither the request nor the stub")
  func neither() async {
    let text = await FailureText.of(.get("/itmes").respond(json: []), sending: [.make(.get, Self.items)])
    let advice =
      #"If the request is wrong, fix the app. If the stub at UserTests.swift:10 is wrong, write "items" for "itmes" there."#
    #expect(text.contains(advice), "\(text)")
    #expect(!text.contains("This looks like a mistake") && !text.contains("did you mean"), "\(text)")
  }

  @Test("a misspelt path of a stub is the stub's mistake if another stub has the request's spelling")
  func ofStub() async {
    let text = await FailureText.of(
      .get("/itmes").respond(json: []), .get("/items/{id}").respond(json: [:]).optional(),
      sending: [.make(.get, Self.items)])
    let advice =
      #"This looks like a mistake in the stub at UserTests.swift:10, since .get("/items/{id}") at UserTests.swift:11 has "items": "#
      + #"write "items" for "itmes" there. If the stub is right, fix the app."#
    #expect(text.contains(advice), "\(text)")
  }

  @Test("a misspelt path of a request is the request's mistake if another request has the stub's spelling")
  func ofRequest() async {
    let text = await FailureText.of(
      .get("/items").respond(json: []), .get("/items/{id}").respond(json: [:]),
      sending: [.make(.get, Self.items + "/7"), .make(.get, "https://api.example.com/itmes")])
    let advice =
      #"This looks like a mistake in the request, since #1 GET https://api.example.com/items/7 has "items": fix the app."#
    #expect(text.contains(advice), "\(text)")
  }

  @Test("a misspelt path blames neither side if both have a witness")
  func both() async {
    let text = await FailureText.of(
      .get("/itmes").respond(json: []), .get("/items/{id}").respond(json: [:]).optional(),
      .get("/itmes/{id}").respond(json: [:]),
      sending: [.make(.get, "https://api.example.com/itmes/7"), .make(.get, Self.items)])
    let advice = "If the request is wrong, fix the app. If the stub at UserTests.swift:10 is wrong"
    #expect(text.contains(advice), "\(text)")
  }

  @Test("a misspelt header field is the mistake of the side whose spelling HTTP does not have")
  func field() async {
    let ofRequest = await FailureText.of(
      .get("/items").header("Authorization", "Bearer secret-1").respond(json: []),
      sending: [.make(.get, Self.items, headers: ["Authorisation": "Bearer secret-1"])])
    #expect(
      ofRequest.contains(
        #"This looks like a mistake in the request, since HTTP has the field "Authorization": fix the app."#),
      "\(ofRequest)")
    #expect(!ofRequest.contains(#"write "Authorisation""#), "\(ofRequest)")
    let ofStub = await FailureText.of(
      .get("/items").header("Referrer", "/cart").respond(json: []),
      sending: [.make(.get, Self.items, headers: ["Referer": "/cart"])])
    #expect(
      ofStub.contains(
        #"This looks like a mistake in the stub at UserTests.swift:10, since HTTP has the field "Referer": "#
          + #"write "Referer" for "Referrer" there. If the stub is right, fix the app."#),
      "\(ofStub)")
    let neither = await FailureText.of(
      .get("/items").header("X-Colour", "red").respond(json: []),
      sending: [.make(.get, Self.items, headers: ["X-Color": "red"])])
    #expect(neither.contains(#"is wrong, write "X-Color" for "X-Colour" there."#), "\(neither)")
  }

  @Test("a request for the next event is compared with the stub that asks for another, not with one that forbids it")
  func nextEvent() async {
    let text = await FailureText.of(
      .get("/prices").header("Last-Event-ID", nil).respond(status: 200).optional(),
      .get("/prices").header("Last-Event-ID", "2").respond(status: 204),
      sending: [.make(.get, "https://api.example.com/prices", headers: ["Last-Event-ID": "1"])])
    #expect(text.contains(#"Last-Event-ID differs: expected "2", got "1"."#), "\(text)")
    #expect(!text.contains("This looks like a mistake"), "\(text)")
  }

  @Test("a poll that has used a stub up is offered the response that ends it, before a count")
  func poll() async {
    let text = await FailureText.of(
      .get("/job").respond(json: ["state": "running"]).once(),
      sending: [.make(.get, "https://api.example.com/job"), .make(.get, "https://api.example.com/job")])
    let advice =
      "If the app should not send it again, fix the app. If it waits for another response, add that one to the stub at "
      + "UserTests.swift:10: .respond(inOrder: …, …). If it should get the same one, write .times(2) in place of its count."
    #expect(text.contains(advice), "\(text)")
  }

  @Test("a reader of events that has used a stub up is offered the response that ends it, and no count")
  func events() async {
    let request = URLRequest.make(.get, "https://api.example.com/prices", headers: ["Accept": "text/event-stream"])
    let text = await FailureText.of(
      .get("/prices").respond(with: .events([ServerSentEvent("10", id: "1")])).once(), sending: [request, request])
    #expect(text.contains("If the app should not connect again, fix the app."), "\(text)")
    #expect(text.contains("  .respond(inOrder: .events(…), .status(204))"), "\(text)")
    #expect(!text.contains(".times("), "\(text)")
  }

  @Test("a stub that has answered another request of a list is offered a count")
  func count() async {
    let text = await FailureText.of(
      .get("/items/{id}").respond(json: [:]).once(),
      sending: [.make(.get, Self.items + "/1"), .make(.get, Self.items + "/2")])
    #expect(text.contains("can answer it too. Replace its count with:\n  .times(2)"), "\(text)")
  }

  @Test(
    "a path whose template was not filled in is the mistake, also where a stub has the template",
    arguments: ["/items/{id}", "/items/7", "/items/*"])
  func template(_ path: String) async {
    let text = await FailureText.of(
      RequestMatcher.get(URLPattern(path)).respond(json: [:]), sending: [.make(.get, Self.items + "/%7Bid%7D")])
    #expect(text.contains(": its path has {id}, a placeholder that the app did not fill in."), "\(text)")
    #expect(text.contains("got /items/%7Bid%7D\n"), "\(text)")
    #expect(text.contains("Fix the app: send a value in place of {id}."), "\(text)")
  }

  @Test("a path with an optional in a text is the mistake")
  func optional() async {
    let text = await FailureText.of(
      .get("/items/7").respond(json: [:]), sending: [.make(.get, Self.items + "/Optional(7)")])
    #expect(text.contains(": its path has Optional(7), an optional in a text."), "\(text)")
    #expect(text.contains("Fix the app: unwrap the value."), "\(text)")
  }

  @Test("a stub that redirects elsewhere than a stub answers may be wrong itself")
  func redirect() async {
    let text = await FailureText.of(
      .get("/items").respond(with: .redirect(to: "/v2/items")),
      sending: [.make(.get, Self.items), .make(.get, "https://api.example.com/v2/items")])
    #expect(
      text.contains(
        "If the redirect is wrong, correct its Location in the stub at UserTests.swift:10. If it is right, add:"),
      "\(text)")
  }

  @Test("what a pasted stub leaves out of a form is said", arguments: [true, false])
  func form(isAsked: Bool) async {
    let body: JSONValue = isAsked ? ["title": "Cat", "password": "x"] : ["title": "Cat"]
    let headers = ["Content-Type": "application/x-www-form-urlencoded"]
    let text = await FailureText.of(
      .post("/items").body(json: body).respond(status: 201),
      sending: [.make(.post, Self.items, headers: headers, body: "title=Cat&password=y")])
    #expect(text.contains(".anything") == isAsked, "\(text)")
    #expect(text.contains("It no longer checks form password: keep your own values there.") == isAsked, "\(text)")
  }
}
