import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("A mistake that would go unnoticed")
struct SilentMistakeTests {
  @Test(
    "a mistake that would go unnoticed in a URL is a problem of the stub, with a correction",
    arguments: [
      ("https://ada:s3cret@h.test/a", ".basicAuth(user: …, password: …)"), ("/users/{id:[0-9]+}", "write {id}"),
      ("/users/<id>", "write {id}"), ("^/users$", #"write .regex("^/users$")"#),
      ("//api.example.com/users", #"write "https://api.example.com/users" for a host"#),
      (" /users", "begins with a space"),
    ])
  func url(pattern: String, correction: String) throws {
    let problem = try #require(RequestMatcher.get(URLPattern(pattern)).problem)
    #expect(problem.contains(correction), "\(problem)")
    #expect(!problem.contains("s3cret"))
  }

  @Test("a mistake that would go unnoticed in a method or in the name of a field is a problem of the stub")
  func names() {
    #expect(RequestMatcher.request("/a").problem?.contains(#"write .any("/path")"#) == true)
    #expect(RequestMatcher.request("", "/a").problem != nil)
    #expect(RequestMatcher.request("PURGE", "/a").problem == nil)
    for name in ["A: 1", "", "X Y"] {
      #expect(RequestMatcher.get("/a").header(name).problem?.contains("is not a field's name") == true, "\(name)")
    }
    #expect(RequestMatcher.get("/a").header("X-A_1!").problem == nil)
  }

  @Test("a mistake that would go unnoticed in a password is not shown with it")
  func password() throws {
    let stub = RequestMatcher.get("https://ada:s3cret@h.test/a").respond(status: 200)
    let problem = try #require(Stub.problems(of: [stub], hidden: []).first?.problem)
    #expect(!problem.text.contains("s3cret"), "\(problem.text)")
  }

  @Test(
    "a mistake that would go unnoticed of a host without a dot is said where a request differs: a path may begin with two slashes"
  )
  func twoSlashes() {
    let matcher = RequestMatcher.get("//host/path")
    #expect(matcher.takes("https://a.test//host/path"))
    let line = matcher.lines(.test("GET", "https://host/path"))[1]
    #expect(
      line.hasSuffix(#"the expected path begins with two slashes: write "https://host/path" for a host"#), "\(line)")
  }

  @Test(
    "a mistake that would go unnoticed is none in what only looks like one",
    arguments: ["/a//b", "/$metadata", "//", "/a:b", "/{a}:{b}", "/a<b"])
  func noProblem(pattern: String) {
    let problem = RequestMatcher.get(URLPattern(pattern)).problem
    #expect(problem == nil)
  }

  @Test(
    "a mistake that would go unnoticed in a JSON path is a problem",
    arguments: [
      ("/password", "write $.password"), ("/a/0/b~1c", "write $.a[0]['b/c']"), ("$.a.0", "write [0] for an element"),
      ("$[01]", "not a JSON path"), ("$[+1]", "not a JSON path"), ("$.users[-0]", "not a JSON path"),
      (#"$['\a']"#, "not a JSON path"),
    ])
  func path(text: String, correction: String) throws {
    let problem = try #require(RequestMatcher.post().body(at: text, 1).problem)
    #expect(problem.contains(correction), "\(problem)")
  }

  @Test(
    "a quoted key has the escapes of JSON",
    arguments: [
      (#"$["\u0061"]"#, "a"), (#"$['\u0061\n']"#, "a\n"), (#"$["\uD83C\uDF89"]"#, "🎉"),
      (#"$['it\'s "so"']"#, "it's \"so\""),
    ])
  func escapes(path: String, key: String) {
    #expect(JSONPath(path).steps == [.key(key)])
    #expect(JSONPath("$" + JSONPath.step(key)).steps == [.key(key)])
  }

  @Test("names that differ only in their Unicode form are different, in the index and behind each other")
  func unicodeForms() {
    let forms = ["é", "e\u{301}"]
    let lists: [[RequestMatcher]] = [
      forms.map { .post("/a").body(at: "$.\($0)", 1) }, forms.map { .post("/a").query($0, "1") },
      forms.map { .post("/a").body(json: ["n": .string($0)]) }, forms.map { .post("/a").cookie($0, "1") },
    ]
    for matchers in lists {
      var table = StubTable()
      let stubs = matchers.map { $0.respond(status: 200) }
      #expect(table.add(stubs).isEmpty)
      for (index, form) in forms.enumerated() {
        let query = form.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let request = ReceivedRequest.test(
          "POST", "https://a.test/a?\(query)=1", headers: ["Cookie": "\(form)=1"],
          body: "{\"\(form)\":1,\"n\":\"\(form)\"}")
        guard stubs[index].definition.matcher.takes(request) else { continue }
        #expect(table.take(RequestReader(request), number: 1)?.stub === stubs[index].definition)
      }
    }
  }

  @Test("a missing name is said to be there with other characters, where it looks the same")
  func sameLookingName() {
    let form = "e\u{301}"
    let request = ReceivedRequest.test(
      "POST", "https://a.test/?e%CC%81=1", headers: ["Cookie": "\(form)=1"], body: "{\"\(form)\":1}")
    for matcher: RequestMatcher in [
      .post().query("é", "1"), .post().body(at: "$.é", 1), .post().body(at: "$.é", text: .anything),
      .post().body(json: ["é": 1]), .post().cookie("é"),
    ] {
      let line = matcher.lines(request).last ?? ""
      #expect(
        line.contains(#"missing; the request has "\#(form)", which looks the same but has other characters: U+0065"#),
        "\(line)")
    }
  }

  @Test(
    "a host is compared as requests carry it",
    arguments: [
      ("bücher.example", "https://xn--bcher-kva.example/a"), ("::1", "http://[::1]:8080/a"),
      ("[::1]", "http://[::1]/a"),
    ])
  func host(name: String, url: String) {
    #expect(RequestMatcher.any.host(.exactly(name)).takes(url))
    var table = StubTable()
    let stubs = (0..<9).map { RequestMatcher.any.host("h\($0).test").respond(status: 200) }
    let stub = RequestMatcher.any.host(.exactly(name)).respond(status: 200)
    _ = table.add(stubs + [stub])
    #expect(table.take(RequestReader(.test("GET", url)), number: 1)?.stub === stub.definition)
  }

  @Test("the end of a host that is not ASCII is compared as requests carry it")
  func hostEnd() {
    #expect(RequestMatcher.any.host(.suffix(".bücher.example")).takes("https://www.xn--bcher-kva.example/a"))
    #expect(RequestMatcher.any.host(.suffix("bücher.example")).takes("https://xn--bcher-kva.example/a"))
  }

  @Test("whole numbers are equal, however they are written, and a number may be beyond a Double")
  func numbers() throws {
    func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: Data(text.utf8)) }
    #expect(try value("9007199254740993") == value("9007199254740993.0"))
    #expect(try value("9007199254740993") != value("9007199254740992.0"))
    #expect(try value("-9007199254740993e0") == value("-9007199254740993"))
    #expect(try value("1e400") == value("10e399"))
    #expect(try value("1e400") != value("1e401"))
    #expect(try value("[1e400]").description == "[1e400]")
  }

  @Test("a number that JSON does not have is a problem of the stub")
  func notANumber() {
    #expect(RequestMatcher.post("/a").body(json: ["a": .number(.nan)]).problem?.contains("nan") == true)
    #expect(RequestMatcher.post("/a").body(at: "$.a", .number(.infinity)).problem?.contains("inf") == true)
    #expect(RequestMatcher.post("/a").graphQL("A", variables: ["a": .number(.nan)]).problem?.contains("nan") == true)
  }

  @Test("a status has three digits", arguments: [(2_000, true), (-1, true), (99, true), (100, false), (999, false)])
  func status(code: Int, isProblem: Bool) {
    let problems = Stub.problems(of: [RequestMatcher.get("/a").respond(status: code)], hidden: [])
    #expect(problems.isEmpty != isProblem)
  }

  @Test("a body beside a status that has none is a problem of the stub", arguments: [199, 204, 304, 200, 205, 404])
  func bodyOfStatus(code: Int) {
    let hasNone = code < 200 || code == 204 || code == 304
    for stub: Stub in [
      .get("/a").respond(json: ["id": 1], status: code), .get("/a").respond(text: "tea", status: code),
      .get("/a").respond(with: .data(Data("tea".utf8), status: code)),
    ] {
      let problem = Stub.problems(of: [stub], hidden: []).first?.problem.text
      #expect(
        (problem?.contains("no client receives the body of an answer with \(code): leave the body out") ?? false)
          == hasNone)
    }
    let whole = RequestMatcher.get("/a").respond(with: .response(HTTPResponse(status: code, body: Data("tea".utf8))))
    #expect(Stub.problems(of: [whole, RequestMatcher.get("/b").respond(status: code)], hidden: []).isEmpty)
  }

  @Test("a method of another case is said to be one")
  func method() {
    #expect(RequestMatcher.request("get", "/").lines(.test("GET", "https://a.test/"))[0].hasSuffix("case-sensitive"))
  }

  @Test("cookies of two fields that a request joins with a comma are one, as for a server")
  func cookies() {
    var request = URLRequest.make(.get, "https://a.test/")
    request.addValue("a=1; b=2", forHTTPHeaderField: "Cookie")
    request.addValue("c=3", forHTTPHeaderField: "Cookie")
    let received = ReceivedRequest(request)
    for (name, value) in [("a", "1"), ("b", "2,c=3")] {
      #expect(RequestMatcher.get().cookie(name, .exactly(value)).takes(received), "\(name)")
    }
    #expect(!RequestMatcher.get().cookie("c").takes(received))
  }

  @Test("a GraphQL upload and a persisted query are found")
  func graphQL() {
    let upload = ReceivedRequest.test(
      "POST", headers: ["Content-Type": "multipart/form-data; boundary=x"],
      body: """
        --x\r\nContent-Disposition: form-data; name="operations"\r\n\r\n\
        {"query":"mutation Send($f: Upload!) { send(f: $f) }","variables":{"f":null,"n":1}}\r\n--x--\r\n
        """)
    #expect(RequestMatcher.post().graphQL("Send", variables: ["n": 1]).takes(upload))
    let persisted = #"{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"abc"}},"variables":{"n":1}}"#
    #expect(RequestMatcher.post().graphQL("abc", variables: ["n": 1]).takes(.json(persisted)))
    #expect(!RequestMatcher.post().graphQL("abd").takes(.json(persisted)))
    let query = "https://a.test/?extensions=%7B%22persistedQuery%22:%7B%22sha256Hash%22:%22abc%22%7D%7D"
    #expect(RequestMatcher.get().graphQL("abc").takes(query))
  }

  @Test("escapes that are not UTF-8 are not the same as text that reads like them")
  func escapesOfBytes() {
    let paths = [
      "%FF", "%25FF", "%2525FF", "%25252525FF", "a%FF%25", "%C3%28", "%25C3%28", "%41", "%2541", "%25", "%25zz",
    ]
    for one in paths {
      for other in paths {
        let takes = RequestMatcher.get(URLPattern("/\(one)")).takes("https://a.test/\(other)")
        #expect(takes == (one == other), "/\(one) \(takes ? "takes" : "does not take") /\(other)")
      }
    }
    #expect(RequestMatcher.get("/A").takes("https://a.test/%41"))
    #expect(RequestMatcher.get().query("q", "%FF").takes("https://a.test/?q=%25FF"))
  }

  @Test("a request without a body is not a form without fields, unless it says so")
  func emptyForm() {
    #expect(!RequestMatcher.any.form(exactly: [:]).takes(.test("GET")))
    #expect(RequestMatcher.any.form(exactly: [:]).takes(.form("")))
    #expect(!RequestMatcher.any.form(exactly: [:]).takes(.form("a=1")))
  }

  @Test("many repeated items are matched, and those missing are named")
  func repeated() {
    let items = (0..<1_000).map { "a=\($0 % 7)" }
    let matcher = RequestMatcher.get(URLPattern("/?\(items.joined(separator: "&"))"))
    #expect(matcher.takes("https://a.test/?\(items.reversed().joined(separator: "&"))"))
    let lines = matcher.lines(.test("GET", "https://a.test/?\(items.dropLast().joined(separator: "&"))"))
    #expect(lines.count { $0.hasPrefix("✗") } == 1)
  }

  @Test(
    "as many patterns and exact values for repeated items as possible are fulfilled",
    arguments: Effort.seeds(30, full: 2_000))
  func assignment(seed: UInt64) {
    var random = Dice(seed: seed)
    let patterns = random.list(1...5) { random -> TextPattern in
      random.pick([.exactly("1"), .exactly("12"), .prefix("1"), .containing("2"), .anything])
    }
    let values = random.list(0...5) { $0.pick(["1", "12", "2", "3"]) }
    let matching = PairMatching(
      patterns.map { .init("a", $0) }, values.map { QueryPair(name: "a", value: $0) })
    // Plainly: every way to leave out or use a value for each pattern.
    func most(_ patterns: ArraySlice<TextPattern>, _ values: [String]) -> Int {
      guard let first = patterns.first else { return 0 }
      let rest = patterns.dropFirst()
      return values.indices.filter { first.matches(values[$0]) }.map { index in
        1 + most(rest, values.enumerated().filter { $0.offset != index }.map(\.element))
      }
      .reduce(most(rest, values), max)
    }
    #expect(matching.fulfilled.count { $0 } == most(patterns[...], values), "\(patterns) \(values)")
  }
}
