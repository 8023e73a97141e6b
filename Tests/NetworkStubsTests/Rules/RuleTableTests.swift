import NetworkStubs
import NetworkTesting
import TestSupport

/// What each rule lets pass, what breaks it, and what nearly does.
struct RuleTableTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: TrafficRule
    let name: String
    let requests: [SentRequest]
    /// What the text says; nil where the rule holds.
    let breach: String?

    init(_ rule: TrafficRule, _ name: String, _ requests: SentRequest..., breaks breach: String? = nil) {
      (self.rule, self.name, self.requests, self.breach) = (rule, name, requests, breach)
    }

    var testDescription: String { "\(rule.kind): \(name)" }
  }

  @Test(
    "rules judge a table of traffic on a virtual clock",
    arguments: counted + repeated + fannedOut + refused + retried + others) func virtual(
      _ test: Case
    )
  {
    check(test, isVirtual: true)
  }

  @Test(
    "rules judge a table of traffic by the times of a recording",
    arguments: counted + repeated + fannedOut + refused + retried + dated)
  func recorded(
    _ test: Case
  ) {
    check(test, isVirtual: false)
  }

  private func check(_ test: Case, isVirtual: Bool) {
    let text = test.rule.text(about: [Traffic(SentRequest.exchanges(test.requests, isVirtual: isVirtual))])
    if let breach = test.breach {
      #expect(text?.contains(breach) == true, "\(text ?? "nothing")")
    } else {
      #expect(text == nil)
    }
  }

  private static let counted = [
    Case(.requests(atMost: 2), "two", .sent("/a"), .sent("/b")),
    Case(.requests(atMost: 2), "three", .sent("/a"), .sent("/b"), .sent("/c"), breaks: "there were 3 requests."),
    Case(
      .requests(atMost: 2), "a redirect counts", .sent("/a", status: 302), .sent("/b"), .sent("/c"),
      breaks: "failed"),
    Case(.requests(atMost: 0), "none"),
  ]

  private static let repeated = [
    Case(.noRepeats, "two reads", .sent("/a"), .sent("/b")),
    Case(.noRepeats, "two queries", .sent("/a?page=1"), .sent("/a?page=2")),
    Case(.noRepeats, "once more at once", .sent("/a"), .sent("/a"), breaks: "which may be cached"),
    Case(.noRepeats, "a fragment is not sent", .sent("/a#1"), .sent("/a#2"), breaks: "which may be cached"),
    Case(
      .noRepeats, "while under way", .sent("/a", took: 5), .sent("/a", at: 1), breaks: "again while it was in flight"),
    Case(
      .noRepeats, "while under way, and another failed", .sent("/a", took: 5), .sent("/b", at: 1, failing: .timedOut)),
    Case(.noRepeats, "pending", .sent("/a", pending: true), .sent("/a", at: 9), breaks: "in flight"),
    Case(.noRepeats, "polling", .sent("/a"), .sent("/a", at: 5), .sent("/a", at: 10)),
    Case(
      .noRepeats, "polling what stays fresh", .sent("/a", answer: ["Cache-Control": "private, max-age=60"]),
      .sent("/a", at: 5), breaks: "may be cached for 60 seconds"),
    Case(.noRepeats, "after it was fresh", .sent("/a", answer: ["Cache-Control": "max-age=60"]), .sent("/a", at: 61)),
    Case(.noRepeats, "not to be kept", .sent("/a", answer: ["Cache-Control": "no-store"]), .sent("/a")),
    Case(.noRepeats, "not to be kept without asking", .sent("/a", answer: ["Cache-Control": "No-Cache"]), .sent("/a")),
    Case(.noRepeats, "it expires", .sent("/a", answer: ["Expires": "0"]), .sent("/a")),
    Case(.noRepeats, "after an error", .sent("/a", status: 500), .sent("/a", status: 404), .sent("/a")),
    Case(.noRepeats, "after a failure", .sent("/a", failing: .timedOut), .sent("/a")),
    Case(.noRepeats, "after a sign-in", .sent("/a", status: 401), .sent("/a", ["Authorization": "Bearer 2"])),
    Case(.noRepeats, "for somebody else", .sent("/a", ["Authorization": "1"]), .sent("/a", ["Authorization": "2"])),
    Case(.noRepeats, "in another language", .sent("/a", ["Accept-Language": "de"]), .sent("/a")),
    Case(
      .noRepeats, "as Vary says", .sent("/a", ["X-Unit": "m"], answer: ["Vary": "X-Unit"]),
      .sent("/a", ["X-Unit": "ft"])),
    Case(
      .noRepeats, "with an id of its own", .sent("/a", ["X-Trace": "1"]), .sent("/a", ["X-Trace": "2"]), breaks: "again"
    ),
    Case(.noRepeats, "conditional", .sent("/a", answer: ["ETag": "1"]), .sent("/a", ["If-None-Match": "1"])),
    Case(.noRepeats, "pulled to refresh", .sent("/a"), .sent("/a", ["Cache-Control": "no-cache"])),
    Case(.noRepeats, "after a change", .sent("/a"), .sent("POST", "/a", status: 201), .sent("/a")),
    Case(
      .noRepeats, "after a change of it and another read", .sent("/a"), .sent("PUT", "/a/1"), .sent("/a"), .sent("/b")),
    Case(.noRepeats, "HEAD and GET", .sent("HEAD", "/a"), .sent("/a")),
    Case(.noRepeats, "events", .sent("/a", answer: ["Content-Type": "text/event-stream"]), .sent("/a")),
    Case(.noRepeats, "preflights", .sent("OPTIONS", "/a"), .sent("OPTIONS", "/a")),
    Case(.noRepeats, "POST", .sent("POST", "/a"), .sent("POST", "/a")),
    Case(.noRepeats, "another port", .sent("http://a:1/"), .sent("http://a:2/")),
  ]

  private static let list = #"[{"id": 1}, {"id": 2}, {"id": 3}]"#

  private static let fannedOut = [
    Case(.noFanOut("/items/{id}"), "a list alone", .sent("/items", answerBody: list)),
    Case(
      .noFanOut("/items/{id}"), "each", .sent("/items", answerBody: list), .sent("/items/1"), .sent("/items/2"),
      .sent("/items/3"), breaks: "returned 3 elements, and each was requested separately"),
    Case(
      .noFanOut("/items/{id}"), "each, in an object and any order",
      .sent("/items", answerBody: #"{"total": 2, "items": [{"id": "b", "n": 1}, {"id": "a"}]}"#), .sent("/items/a"),
      .sent("/x"), .sent("/items/b"), breaks: "returned 2 elements"),
    Case(
      .noFanOut("/items/{id}"), "each of a list of ids", .sent("/new", answerBody: #"["a", "b"]"#), .sent("/items/a"),
      .sent("/items/b"), breaks: "returned 2 elements"),
    Case(.noFanOut("/items/{id}"), "one is shown", .sent("/items", answerBody: list), .sent("/items/2")),
    Case(
      .noFanOut("/items/{id}"), "two of three are shown", .sent("/items", answerBody: list), .sent("/items/2"),
      .sent("/items/1")),
    Case(
      .noFanOut("/items/{id}"), "the same again", .sent("/items", answerBody: list), .sent("/items/2"),
      .sent("/items/2", at: 1), .sent("/items/2", at: 2)),
    Case(
      .noFanOut("/items/{id}"), "each is changed", .sent("/items", answerBody: list), .sent("PUT", "/items/1"),
      .sent("PUT", "/items/2"), .sent("PUT", "/items/3")),
    Case(
      .noFanOut("/items/{id}"), "the list comes last", .sent("/items/1"), .sent("/items/2"), .sent("/items/3"),
      .sent("/items", answerBody: list)),
    Case(
      .noFanOut("/items/{id}"), "others than in the list", .sent("/items", answerBody: list), .sent("/items/7"),
      .sent("/items/8"), .sent("/items/9")),
    Case(
      .noFanOut("/items/{id}"), "in one request", .sent("/items", answerBody: list), .sent("/items?ids=1,2,3")),
    Case(
      .noFanOut("/items/{id}"), "a list of one", .sent("/items", answerBody: #"[{"id": 1}]"#), .sent("/items/1"),
      .sent("/items/2")),
    Case(
      .noFanOut("/items/{id}"), "no JSON", .sent("/items", answerBody: "<ul>"), .sent("/items/1"), .sent("/items/2")),
  ]

  private static let key1 = ["Idempotency-Key": "5f3a-1"]
  private static let key2 = ["Idempotency-Key": "91c0-2"]

  private static let refused = [
    Case(
      .noRefusedRetries, "twice", .sent("POST", "/orders", status: 400, body: "tea"),
      .sent("POST", "/orders", at: 1, status: 400, body: "tea"), breaks: "sent again unchanged, after the answer 400"),
    Case(
      .noRefusedRetries, "once more in vain", .sent("POST", "/orders", status: 422, body: "tea"),
      .sent("POST", "/orders", at: 9, status: 201, body: "tea"), breaks: "after the answer 422"),
    Case(
      .noRefusedRetries, "a read", .sent("/a", status: 403), .sent("/a", at: 1, status: 403), breaks: "the answer 403"),
    Case(
      .noRefusedRetries, "changed", .sent("POST", "/orders", status: 400, body: "tea"),
      .sent("POST", "/orders", at: 1, status: 201, body: "coffee")),
    Case(
      .noRefusedRetries, "with other credentials", .sent("/a", status: 403), .sent("/a", at: 1, ["Authorization": "2"])),
    Case(
      .noRefusedRetries, "in another type",
      .sent("POST", "/orders", status: 415, ["Content-Type": "text/plain"], body: "{}"),
      .sent("POST", "/orders", at: 1, status: 201, ["Content-Type": "application/json"], body: "{}")),
    Case(.noRefusedRetries, "polling for what is not there yet", .sent("/a", status: 404), .sent("/a", at: 1)),
    Case(.noRefusedRetries, "too many", .sent("/a", status: 429), .sent("/a", at: 1)),
    Case(.noRefusedRetries, "a failure of the service", .sent("/a", status: 503), .sent("/a", at: 1)),
    Case(
      .noRefusedRetries, "after a change", .sent("/a", status: 410),
      .sent("PUT", "/a", at: 1, status: 201, body: "tea"),
      .sent("/a", at: 2)),
    Case(.noRefusedRetries, "two requests", .sent("/a", status: 400), .sent("/b", status: 400)),
  ]

  private static let retried = [
    Case(
      .safeRetries, "QUERY", .sent("QUERY", "/a", status: 503, body: "tea"), .sent("QUERY", "/a", at: 1, body: "tea")),
    Case(.safeRetries, "PROPFIND", .sent("PROPFIND", "/a", status: 503), .sent("PROPFIND", "/a", at: 1)),
    Case(.safeRetries, "REPORT", .sent("REPORT", "/a", failing: .timedOut), .sent("REPORT", "/a", at: 1)),
    Case(.safeRetries, "SEARCH", .sent("SEARCH", "/a", status: 503), .sent("SEARCH", "/a", at: 1)),
    Case(.safeRetries, "MKCOL", .sent("MKCOL", "/a", status: 503), .sent("MKCOL", "/a", at: 1)),
    Case(.safeRetries, "LOCK", .sent("LOCK", "/a", status: 503), .sent("LOCK", "/a", at: 1), breaks: "was sent again"),
    Case(.noRepeats, "two QUERYs", .sent("QUERY", "/a", body: "tea"), .sent("QUERY", "/a", body: "cup")),
    Case(
      .noRepeats, "one QUERY twice", .sent("QUERY", "/a", body: "tea"), .sent("QUERY", "/a", body: "tea"),
      breaks: "again"),
    Case(
      .noRepeats, "PROPFIND in another depth", .sent("PROPFIND", "/a", ["Depth": "0"]),
      .sent("PROPFIND", "/a", ["Depth": "1"])),
    Case(
      .safeRetries, "one key", .sent("POST", "/orders", key1, body: "tea", failing: .networkConnectionLost),
      .sent("POST", "/orders", at: 1, key1, body: "tea")),
    Case(
      .safeRetries, "another key", .sent("POST", "/orders", key1, body: "tea", failing: .networkConnectionLost),
      .sent("POST", "/orders", at: 1, status: 201, key2, body: "tea"),
      breaks: "after a lost answer, with another Idempotency-Key"),
    Case(
      .safeRetries, "no key", .sent("POST", "/orders", body: "tea", failing: .timedOut),
      .sent("POST", "/orders", at: 1, body: "tea"), breaks: "without an Idempotency-Key"),
    Case(
      .safeRetries, "a key too late", .sent("POST", "/orders", status: 503, body: "tea"),
      .sent("POST", "/orders", at: 1, key1, body: "tea"),
      breaks: "after the answer 503, with an Idempotency-Key that the first did not have"),
    Case(
      .safeRetries, "the key is left out", .sent("POST", "/o", key1, failing: .timedOut), .sent("POST", "/o", at: 1),
      breaks: "without the Idempotency-Key of the first"),
    Case(
      .safeRetries, "one key, another body", .sent("POST", "/o", key1, body: "tea"),
      .sent("POST", "/o", at: 1, key1, body: "milk"), breaks: "with the Idempotency-Key of #1 and another body"),
    Case(
      .safeRetries, "one key for two services", .sent("POST", "/o", key1, body: "tea"),
      .sent("POST", "/p", at: 1, key1, body: "milk")),
    Case(.safeRetries, "after 429", .sent("POST", "/o", status: 429), .sent("POST", "/o", at: 1)),
    Case(
      .safeRetries, "a 429 after a lost answer decides nothing", .sent("POST", "/o", key1, failing: .timedOut),
      .sent("POST", "/o", at: 1, status: 429, key1), .sent("POST", "/o", at: 2, key2),
      breaks: "with another Idempotency-Key"),
    Case(
      .safeRetries, "the third has another key", .sent("POST", "/o", key1, failing: .timedOut),
      .sent("POST", "/o", at: 1, key1, failing: .timedOut), .sent("POST", "/o", at: 2, key2),
      breaks: "with another Idempotency-Key"),
    Case(
      .safeRetries, "another order", .sent("POST", "/orders", body: "tea", failing: .timedOut),
      .sent("POST", "/orders", at: 1, body: "milk")),
    Case(
      .safeRetries, "elsewhere", .sent("POST", "/orders", body: "tea", failing: .timedOut),
      .sent("POST", "/drafts", at: 1, body: "tea")),
    Case(
      .safeRetries, "the same order twice", .sent("POST", "/orders", status: 201, body: "tea"),
      .sent("POST", "/orders", at: 1, status: 201, body: "tea")),
    Case(
      .safeRetries, "again after the retry was answered", .sent("POST", "/o", key1, failing: .timedOut),
      .sent("POST", "/o", at: 1, key1), .sent("POST", "/o", at: 2, key2)),
    Case(
      .safeRetries, "PUT", .sent("PUT", "/o", body: "tea", failing: .timedOut), .sent("PUT", "/o", at: 1, body: "tea")),
    Case(.safeRetries, "GET", .sent("/o", status: 502), .sent("/o", at: 1)),
    Case(.safeRetries, "refused by the service", .sent("POST", "/o", status: 422), .sent("POST", "/o", at: 1)),
    Case(
      .safeRetries, "never sent", .sent("POST", "/o", failing: .notConnectedToInternet), .sent("POST", "/o", at: 1)),
    Case(.safeRetries, "cancelled", .sent("POST", "/o", failing: .cancelled), .sent("POST", "/o", at: 1)),
    Case(
      .safeRetries, "a query of GraphQL", .sent("POST", "/g", body: #"{"query": "{ me }"}"#, failing: .timedOut),
      .sent("POST", "/g", at: 1, body: #"{"query": "{ me }"}"#)),
    Case(
      .safeRetries, "a mutation of GraphQL",
      .sent("POST", "/g", body: #"{"query": "mutation { pay }"}"#, failing: .timedOut),
      .sent("POST", "/g", at: 1, body: #"{"query": "mutation { pay }"}"#), breaks: "without an Idempotency-Key"),
    Case(
      .safeRetries(key: "X-Order"), "a key of one's own", .sent("POST", "/o", ["X-Order": "1"], failing: .timedOut),
      .sent("POST", "/o", at: 1, ["X-Order": "1"])),
    Case(
      .safeRetries, "after Retry-After", .sent("/o", status: 429, answer: ["Retry-After": "30"]), .sent("/o", at: 30)),
    Case(
      .safeRetries, "before Retry-After", .sent("/o", status: 429, answer: ["Retry-After": "30"]),
      .sent("/o", at: 29.5), breaks: "asked for 30 seconds"),
    Case(
      .safeRetries, "a slow answer with Retry-After", .sent("/o", took: 10, status: 503, answer: ["Retry-After": "5"]),
      .sent("/o", at: 14), breaks: "again after 4 seconds, but its answer asked for 5 seconds"),
    Case(
      .safeRetries, "before a date", .sent("/o", status: 503, answer: ["Retry-After": later, "Date": begin]),
      .sent("/o", at: 28), breaks: "asked for 30 seconds"),
    Case(
      .safeRetries, "at a date", .sent("/o", status: 503, answer: ["Retry-After": later, "Date": begin]),
      .sent("/o", at: 29.5)),
    Case(
      .safeRetries, "before what is no date", .sent("/o", status: 503, answer: ["Retry-After": "soon"]), .sent("/o")),
    Case(
      .safeRetries, "another meanwhile", .sent("/o", status: 429, answer: ["Retry-After": "30"]), .sent("/p", at: 1)),
  ]

  private static let begin = "Mon, 12 Jan 1970 13:46:40 GMT"
  private static let later = "Mon, 12 Jan 1970 13:47:10 GMT"

  private static let dated = [
    Case(
      .safeRetries, "before a date, by the time of a recording",
      .sent("/o", status: 503, answer: ["Retry-After": later]), .sent("/o", at: 28),
      breaks: "again after 28 seconds, but its answer asked for 30 seconds"),
    Case(
      .safeRetries, "at a date, by the time of a recording", .sent("/o", status: 503, answer: ["Retry-After": later]),
      .sent("/o", at: 30)),
  ]

  private static let others = [
    Case(.hosts("api.example.com"), "its host", .sent("/a"), .sent("https://API.example.com:8443/a")),
    Case(
      .hosts("api.example.com"), "a tracker", .sent("/a"), .sent("https://t.example.net/p?id=1"),
      breaks: "GET https://t.example.net/p?id=1 goes to another host"),
    Case(.hosts("*.example.com"), "any host of a domain", .sent("/a"), .sent("https://cdn.example.com/a")),
    Case(
      .hosts("*.example.com"), "a domain that only ends so", .sent("https://notexample.com/a"), breaks: "another host"),
    Case(.hosts("localhost:1"), "another port", .sent("http://localhost:2/"), breaks: "another host"),
    Case(.nothingLeftRunning, "all ended", .sent("/a"), .sent("/b", failing: .cancelled)),
    Case(
      .nothingLeftRunning, "one is under way", .sent("/a"), .sent("/slow", at: 1, pending: true),
      breaks:
        "GET https://api.example.com/slow is still in flight.\n    #2  GET /slow  …  at 1 second  its stub answers"),
    Case(
      TrafficRule("sends Accept-Version") { $0.filter { $0.request.headers["Accept-Version"] == nil } },
      "a rule of one's own",
      .sent("/a", ["Accept-Version": "1"]), .sent("/b"), breaks: #""sends Accept-Version" failed"#),
  ]

  @Test("a request without an answer says enough") func unanswered() {
    var requests = [SentRequest.sent("/a"), .sent("/a"), .sent("/b")]
    requests[2].outcome = .unanswered
    #expect(TrafficRule.noRepeats.text(about: [Traffic(SentRequest.exchanges(requests))]) == nil)
  }

  @Test("the bugs of the field", arguments: Case.bugs) func bugs(_ test: Case) throws {
    let traffic = Traffic(SentRequest.exchanges(test.requests))
    let text = try #require(test.rule.text(about: [traffic], in: "The cart"))
    try expectGolden(text, "TrafficRules/\(test.name).txt")
  }
}

extension RuleTableTests.Case {
  /// A shop's app: 32 requests in five seconds and eight 429s; an order that is paid twice; tasks that tests leave behind.
  static let bugs: [Self] = {
    let items = (0..<24).map { SentRequest.sent("/items/\($0)", at: Double($0) / 5) }
    let refused = (24..<32).map {
      SentRequest.sent("/items/24", at: Double($0) / 5, status: 429, answer: ["Retry-After": "10"])
    }
    let order = #"{"items": ["tea"]}"#
    let paid = [
      SentRequest.sent("/cart"), .sent("/me"), .sent("/me/addresses"),
      .sent("POST", "/orders", ["Idempotency-Key": "5f3a-88"], body: order, failing: .networkConnectionLost),
      .sent("POST", "/orders", at: 1, status: 201, ["Idempotency-Key": "91c0-12"], body: order),
    ]
    let left = (1...4).map { SentRequest.sent("/images/\($0).jpg", at: 0, pending: true) }
    func bug(_ rule: TrafficRule, _ name: String, _ requests: [SentRequest]) -> Self {
      Self(rule: rule, name: name, requests: requests, breach: "")
    }
    return [
      bug(.requests(atMost: 8), "too-many", items + refused), bug(.safeRetries, "too-early", items + refused),
      bug(.safeRetries, "paid-twice", paid), bug(.nothingLeftRunning, "left-running", left),
      bug(.noRepeats, "asked-twice", [.sent("/cart", took: 2), .sent("/me"), .sent("/cart", at: 1)]),
    ]
  }()

  private init(rule: TrafficRule, name: String, requests: [SentRequest], breach: String?) {
    (self.rule, self.name, self.requests, self.breach) = (rule, name, requests, breach)
  }
}
