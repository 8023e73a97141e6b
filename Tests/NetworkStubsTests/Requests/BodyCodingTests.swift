import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("The coding of a request's body")
struct BodyCodingTests {
  /// What a request says of its body, and what its body is.
  struct Case: Sendable, CustomTestStringConvertible {
    let said: String?
    let used: String?
    var testDescription: String { "\(used ?? "plain"), said to be \(said ?? "nothing")" }
    /// Whether the bytes show that something is wrong: those of deflate do not, nor those inside of what is undone.
    var isKnown: Bool {
      if (said ?? "identity") == "identity" { return used != "deflate" }
      return said == "deflate, gzip" || said == "deflate" || used != "deflate, gzip"
    }
    /// Whether a server reads the body.
    var isReadable: Bool {
      switch said {
      case nil, "identity": used == nil
      case "deflate": used == "deflate"
      case "deflate, gzip": used == "deflate, gzip"
      default: used == "gzip"
      }
    }
  }

  static let cases = [nil, "gzip", "x-gzip", "GZIP", "deflate", "deflate, gzip", "identity"].flatMap { said in
    [nil, "gzip", "deflate", "deflate, gzip"].map { Case(said: said, used: $0) }
  }

  private static func coded(_ text: String, as coding: String?) -> Data {
    let bytes = Array(text.utf8)
    return switch coding {
    case "gzip": Data(Compression.gzip.compressed(bytes))
    case "deflate": Data(Compression.zlib.compressed(bytes))
    case "deflate, gzip": Data(Compression.gzip.compressed(Compression.zlib.compressed(bytes)))
    default: Data(bytes)
    }
  }

  private static func request(
    _ text: String, _ coding: Case, type: String
  ) -> ReceivedRequest {
    var fields = ["Content-Type": type]
    fields["Content-Encoding"] = coding.said
    return .test("POST", headers: fields, data: coded(text, as: coding.used))
  }

  @Test("the coding of a request's body decides at once for matchers, the log and closures", arguments: cases)
  func readers(_ coding: Case) throws {
    let json = Self.request(#"{"id":1}"#, coding, type: "application/json")
    let form = Self.request("id=1&id=2", coding, type: "application/x-www-form-urlencoded")
    let matchers: [(RequestMatcher, ReceivedRequest)] = [
      (.any.body(json: ["id": 1]), json), (.any.body(jsonContaining: ["id": 1]), json),
      (.any.body(at: "$.id", 1), json), (.any.body(text: #"{"id":1}"#), json),
      (.any.body(as: [String: Int].self, "has the id 1") { $0["id"] == 1 }, json), (.any.form("id", "1"), form),
    ]
    for (matcher, request) in matchers {
      #expect(matcher.takes(request) == coding.isReadable, "\(matcher)")
      // A failure names the coding where that is the cause.
      let lines = matcher.lines(request)
      #expect(lines.contains { $0.hasPrefix("✗") } == !coding.isReadable, "\(matcher)")
      let isNamed = lines.contains { $0.hasPrefix("✗ body coding: ") }
      #expect(isNamed == (!coding.isReadable && coding.isKnown), "\(matcher): \(lines)")
    }
    if coding.isReadable {
      let (value, decoded, body) = (try json.json(), try json.decode([String: Int].self), try json.decodedBody)
      #expect(value == ["id": 1])
      #expect(decoded == ["id": 1])
      #expect(body == Data(#"{"id":1}"#.utf8))
      #expect(form.form == [URLQueryItem(name: "id", value: "1"), URLQueryItem(name: "id", value: "2")])
    } else {
      #expect(throws: (any Error).self) { try json.json() }
    }
  }

  @Test("the coding of a request's body is named where it is said and not used") func saidOnly() {
    let request = Self.request("{}", Case(said: "gzip", used: nil), type: "application/json")
    #expect(
      RequestMatcher.any.body(json: [:]).lines(request).first
        == "✗ body coding: the request says Content-Encoding: gzip, but its body is not in gzip: a server answers 400")
    let error = #expect(throws: BodyCodingError.self) { _ = try request.decodedBody }
    #expect(
      error?.description
        == "The body cannot be decoded: the request says Content-Encoding: gzip, but its body is not in gzip: a server "
        + "answers 400. Compress the body, or leave the field out.")
  }

  @Test("the coding of a request's body is named where it is used and not said") func usedOnly() {
    let request = Self.request("{}", Case(said: nil, used: "gzip"), type: "application/json")
    #expect(
      RequestMatcher.any.body(json: [:]).lines(request).first
        == "✗ body coding: the body is in gzip, and the request has no Content-Encoding, so a server would "
        + "not decompress it")
  }

  @Test(
    "the coding of a request's body is named where a server undoes it, and this package does not",
    arguments: [("br", "Brotli"), ("BR", "Brotli"), ("gzip, br", "Brotli"), ("zstd", "Zstandard")])
  func foreign(_ said: String, _ name: String) {
    let request = ReceivedRequest.test(
      "POST", headers: ["Content-Type": "application/json", "Content-Encoding": said], data: Data([0x8B, 0x02, 0x80]))
    let field = name == "Brotli" ? "br" : "zstd"
    let problem =
      "the body is marked as \(name) (Content-Encoding: \(field)), which a server decodes, but this package does not"
    #expect(RequestMatcher.any.body(json: [:]).lines(request).first == "✗ body coding: \(problem)")
    #expect(RequestMatcher.any.body(Data([0x8B, 0x02, 0x80])).takes(request))
    let error = #expect(throws: BodyCodingError.self) { _ = try request.decodedBody }
    #expect(
      error?.description
        == "The body cannot be decoded: \(problem). Compare its bytes, or send it in gzip.")
  }

  @Test(
    "the coding of a request's body is named where the body is plain text, which no server decodes",
    arguments: ["br", "zstd", "gzip, br"])
  func plain(_ said: String) {
    let request = ReceivedRequest.test(
      "POST", headers: ["Content-Type": "application/json", "Content-Encoding": said], body: #"{"id": 1}"#)
    #expect(!RequestMatcher.any.body(json: ["id": 1]).takes(request))
    #expect(
      RequestMatcher.any.body(json: ["id": 1]).lines(request).first
        == "✗ body coding: the request says Content-Encoding: \(said), but its body is not in \(said): a server answers 400"
    )
    let error = #expect(throws: BodyCodingError.self) { _ = try request.json() }
    #expect(error?.description.hasSuffix("Compress the body, or leave the field out.") == true)
  }

  @Test("the coding of a request's body is named where no server knows it") func unknown() {
    let request = ReceivedRequest.test(
      "POST", headers: ["Content-Type": "application/json", "Content-Encoding": "tea"], body: "{}")
    #expect(!RequestMatcher.any.body(json: [:]).takes(request))
    #expect(
      RequestMatcher.any.body(json: [:]).lines(request).first
        == "✗ body coding: the request says Content-Encoding: tea, which servers do not know: they answer 415")
  }

  @Test("the coding of a request's body is undone without its header too, as some clients send deflate")
  func rawDeflate() {
    let raw = Data(Self.coded("{}", as: "deflate").dropFirst(2).dropLast(4))
    let request = ReceivedRequest.test(
      "POST", headers: ["Content-Type": "application/json", "Content-Encoding": "deflate"], data: raw)
    #expect(RequestMatcher.any.body(json: [:]).takes(request))
  }

  @Test("the coding of an answer that a session undoes is a warning, once") func foreignAnswer() async throws {
    let zstandard = Data([0x28, 0xB5, 0x2F, 0xFD, 0x20, 4, 0x21, 0, 0] + Array("zstd".utf8))
    let issues = await recordedIssues {
      let transport = MockTransport(
        .get("/a").respond(with: .data(zstandard, headers: ["Content-Encoding": "zstd"])).times(2))
      for _ in 0..<2 {
        let answer = try? await transport.send(.test("/a"))
        #expect(answer?.body == zstandard)
      }
    }
    // Issues have no severity before 6.3, so the warning is printed there.
    #if compiler(>=6.3)
      #expect(issues.count == 1)
      #expect(issues.first?.text.contains("its body seems to be in Zstandard") == true)
    #else
      #expect(issues.isEmpty)
    #endif
  }

  @Test("the coding of a request's body is none of a file that is compressed itself") func archive() {
    let request = Self.request("{}", Case(said: nil, used: "gzip"), type: "application/gzip")
    #expect(RequestMatcher.any.body(json: [:]).lines(request).count == 1)
    #expect(RequestMatcher.any.body(Self.coded("{}", as: "gzip")).takes(request))
  }
}

@Suite("What a closure reads of a request")
struct RequestPartsTests {
  @Test("what a closure reads of a request are the fields of a form, decoded and in order")
  func form() {
    let request = ReceivedRequest.form("a=1&b=x%20y+z&a=&c")
    #expect(request.form.map { "\($0.name)=\($0.value ?? "nil")" } == ["a=1", "b=x y z", "a=", "c="])
    #expect(ReceivedRequest.json(#"{"a":"b"}"#).form.isEmpty)
  }

  @Test("what a closure reads of a request are the parts of an upload") func parts() throws {
    let parts = [
      MultipartPart(name: "title", text: "Cat"),
      MultipartPart(name: "file", data: Data([1, 2]), filename: "cat.png", contentType: "image/png"),
    ]
    let body = """
      --b\r\nContent-Disposition: form-data; name="title"\r\n\r\nCat\r\n\
      --b\r\nContent-Disposition: form-data; name="file"; filename="cat.png"\r\nContent-Type: image/png\r\n\r\n\u{1}\u{2}\r\n--b--\r\n
      """
    let request = ReceivedRequest.test("POST", headers: ["Content-Type": "multipart/form-data; boundary=b"], body: body)
    #expect(request.parts == parts)
    #expect(ReceivedRequest.form("a=1").parts.isEmpty)
  }

  @Test(
    "what a closure reads of a request are cookies as a server reads them",
    arguments: [
      ("a=1; b=2", ["a": "1", "b": "2"]), ("a=1,b=2", ["a": "1,b=2"]), ("a=1; a=2", ["a": "1"]),
      ("a=x=y", ["a": "x=y"]), ("a", ["a": ""]), ("", [:]),
    ] as [(String, [String: String])])
  func cookies(_ field: String, _ cookies: [String: String]) {
    #expect(ReceivedRequest.test(headers: ["Cookie": field]).cookies == cookies)
  }

  @Test("a cookie that a comma joins to another is named as such") func joinedCookies() {
    let request = ReceivedRequest.test(headers: ["Cookie": "a=1,b=2"])
    #expect(RequestMatcher.any.cookie("a", "1,b=2").takes(request))
    #expect(!RequestMatcher.any.cookie("b").takes(request))
    #expect(
      RequestMatcher.any.cookie("b").lines(request) == [
        "✗ cookie b: is a part of the value of a: fields that addValue(_:forHTTPHeaderField:) adds are joined with a "
          + "comma, and a server reads one cookie. Set one field, as in \"a=1; b=2\""
      ])
  }

  @Test("a closure of a stub has them all", .network()) func closure() async throws {
    await MockTransport.current.add(
      .post("/a").respond { request in
        HTTPResponse(
          body: Data("\(request.form.count) \(request.cookies["b"] ?? "") \(try request.decodedBody.count)".utf8))
      })
    let request = URLRequest.make(
      .post, "https://test/a",
      headers: ["Cookie": "a=1; b=2", "Content-Type": "application/x-www-form-urlencoded"], body: "x=1&y=2")
    let response = try await MockTransport.current.send(request)
    #expect(String(decoding: response.body, as: UTF8.self) == "2 2 7")
  }

  @Test("what a closure reads of a request that becomes too large is called so, and not another coding")
  func immense() {
    let body = Data(Compression.gzip.compressed([UInt8](repeating: 7, count: 3 << 20)))
    guard case .undone(let plain) = BodyCoding(body, saying: "gzip", type: nil) else {
      Issue.record("not read")
      return
    }
    #expect(plain.count == 3 << 20)
    let coding = BodyCoding(body, saying: "gzip", type: nil, most: 2 << 20)
    #expect(
      coding.problem == "the body becomes more than 2 MiB in gzip, which a server may read, but this package does not")
    #expect(!coding.isMistake)
    #expect(BodyCodingError(coding).description.hasSuffix("does not. Compare its bytes."))
  }
}
