import Foundation
import NetworkEndpoints
import NetworkServer
import TestSupport
import Testing

struct RequestParserTests {
  @Test("a request is read whole") func wholeRequest() {
    let parsed = Parsed("POST /items?page=2 HTTP/1.1\r\nHost: test\r\nX-One: 1\r\nContent-Length: 3\r\n\r\nabc")
    #expect(
      parsed.messages == [
        .init(
          title: "POST /items?page=2", fields: ["X-One=1"], framing: .counted(3), keepsAlive: true,
          body: Array("abc".utf8),
          isComplete: true)
      ])
    #expect(parsed.refusal == nil)
  }

  @Test("a chunked body is read with its extensions and trailers") func chunkedBody() {
    let parsed = Parsed(
      "PUT / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: Chunked\r\n\r\n3;a=\"b;\\\"\";c=d;e\r\nabc\r\n0A\r\n0123456789\r\n0\r\nSum: 7\r\n\r\n"
    )
    #expect(parsed.messages.first?.body == Array("abc0123456789".utf8))
    #expect(parsed.messages.first?.trailers == ["Sum=7"])
    #expect(parsed.messages.first?.isComplete == true)
  }

  @Test("an empty line after a body is not the beginning of a request", arguments: ["\r\n", "\r\n\r\n"])
  func emptyLine(_ lines: String) {
    var parser = RequestParser()
    var rest = Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc\(lines)".utf8)
    var step = RequestParser.Step.head
    while step != .more {
      step = rest.withUnsafeBufferPointer { parser.next($0) }
      rest.removeFirst(parser.consumed)
    }
    #expect(rest.isEmpty)
    #expect(parser.isBetweenRequests)
  }

  /// Requests that follow one another, with every kind of body.
  static let stream = Array(
    """
    \r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n\
    POST /1 HTTP/1.1\r\nHost: b\r\nContent-Length: 5\r\nCookie: x\r\n\r\nhello\
    OPTIONS * HTTP/1.1\r\nHost:\r\n\r\n\
    PUT http://c/2 HTTP/1.1\r\nHost: c\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n7\r\n, world\r\n0\r\nA: b\r\n\r\n\
    HEAD /ä HTTP/1.0\r\nConnection: keep-alive\r\n\r\n
    """.replacing("ä", with: "%C3%A4").utf8)

  @Test("what is read does not depend on how the bytes come", arguments: [1, 2, 3, 5, 7, 11, 64])
  func pieces(size: Int) {
    let whole = Parsed(Self.stream, pieces: [])
    #expect(whole.messages.count == 5)
    #expect(whole.refusal == nil)
    #expect(Parsed(Self.stream, pieces: repeatElement(size, count: Self.stream.count / size + 1)) == whole)
  }

  @Test("a stream that is cut anywhere and goes on is read as one that is not") func cutStream() {
    let whole = Parsed(Self.stream, pieces: [])
    for cut in Self.stream.indices {
      #expect(Parsed(Self.stream, pieces: [cut]) == whole, "cut at \(cut)")
    }
  }

  struct Bad: CustomTestStringConvertible {
    let name: String
    let text: String
    let status: Int
    var testDescription: String { name }

    init(_ name: String, _ status: Int, _ text: String) {
      (self.name, self.status, self.text) = (name, status, text)
    }
  }

  static let bad: [Bad] = [
    Bad("no target", 400, "GET HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("no version", 400, "GET /\r\nHost: a\r\n\r\n"),
    Bad("two spaces", 400, "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("space at the start", 400, " GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("method with a colon", 400, "G:T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("other protocol", 400, "GET / ICE/1.0\r\nHost: a\r\n\r\n"),
    Bad("lower-case version", 400, "GET / http/1.1\r\nHost: a\r\n\r\n"),
    Bad("HTTP/2", 505, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    Bad("HTTP/3.0", 505, "GET / HTTP/3.0\r\nHost: a\r\n\r\n"),
    Bad("relative target", 400, "GET items HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("asterisk", 400, "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("tunnel", 501, "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("target that is not ASCII", 400, "GET /ä HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("URL without a host", 400, "GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("URL with a bad host", 400, "GET http://a\"b/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("fragment", 400, "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("TLS", 400, "\u{16}\u{3}\u{1}\u{2}\u{0}"),
    Bad("no Host", 400, "GET / HTTP/1.1\r\n\r\n"),
    Bad("two Hosts", 400, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
    Bad("Host with a path", 400, "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    Bad("folding", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n 2\r\n\r\n"),
    Bad("fold first", 400, "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
    Bad("space before the colon", 400, "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
    Bad("no colon", 400, "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n"),
    Bad("no name", 400, "GET / HTTP/1.1\r\nHost: a\r\n: 1\r\n\r\n"),
    Bad("NUL in a value", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: 1\u{0}\r\n\r\n"),
    Bad("control character in a value", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: 1\u{7}\r\n\r\n"),
    Bad("NUL in a name", 400, "GET / HTTP/1.1\r\nHost: a\r\nX\u{0}: 1\r\n\r\n"),
    Bad("bare CR in a value", 400, "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r2\r\n\r\n"),
    Bad("bare CR in the first line", 400, "GET /\r HTTP/1.1\r\nHost: a\r\n\r\n"),
    Bad("bare LF", 400, "GET / HTTP/1.1\nHost: a\n\n"),
    Bad("negative length", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"),
    Bad("signed length", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n"),
    Bad("hexadecimal length", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n"),
    Bad("empty length", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n"),
    Bad("list of lengths", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\na"),
    Bad("two lengths", 400, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na"),
    Bad("huge length", 413, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n"),
    Bad(
      "length and chunks", 400,
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    Bad(
      "chunks and length", 400,
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n"),
    Bad("chunks in HTTP/1.0", 400, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    Bad("coding that is not chunked", 400, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n"),
    Bad("chunked first", 400, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n"),
    Bad("gzip and chunked", 501, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"),
    Bad(
      "chunked twice", 400,
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n"),
    Bad("other expectation", 417, "POST / HTTP/1.1\r\nHost: a\r\nExpect: magic\r\n\r\n"),
    Bad("chunk without a size", 400, chunked + "\r\nabc\r\n"),
    Bad("chunk with a bad size", 400, chunked + "g\r\n"),
    Bad("chunk with a signed size", 400, chunked + "-1\r\n"),
    Bad("chunk with spaces", 400, chunked + "3 \r\nabc\r\n"),
    Bad("chunk with a huge size", 413, chunked + "FFFFFFFFFFFFFFFF\r\n"),
    Bad("chunk that is longer than it says", 400, chunked + "1\r\nab\r\n"),
    Bad("chunk that ends in LF", 400, chunked + "1\na\r\n"),
    Bad("space before an extension", 400, chunked + "1; a\r\na\r\n"),
    Bad("extension without a value", 400, chunked + "1;a=\r\na\r\n"),
    Bad("extension in quotes that do not end", 400, chunked + "1;a=\"b\";c=\"d; e\r\na\r\n"),
    Bad("extension with more after its quotes", 400, chunked + "1;a=\"b\"c\r\na\r\n"),
    Bad("semicolon after an extension", 400, chunked + "1;a;\r\na\r\n"),
    Bad("semicolon without an extension", 400, chunked + "1;\r\na\r\n"),
    Bad("extension with a control character", 400, chunked + "1;\u{1}\r\na\r\n"),
    Bad("bad trailer", 400, chunked + "0\r\nX\r\n\r\n"),
    Bad("trailer that codes the body", 400, chunked + "0\r\nTransfer-Encoding: chunked\r\n\r\n"),
    Bad("trailer with a length", 400, chunked + "0\r\nContent-Length: 0\r\n\r\n"),
    Bad("folded trailer", 400, chunked + "0\r\nX: 1\r\n 2\r\n\r\n"),
  ]

  private static let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

  @Test("what is not a request is refused, however it comes", arguments: bad)
  func refusals(_ bad: Bad) throws {
    let bytes = Array(bad.text.utf8)
    let whole = Parsed(bytes, pieces: [])
    #expect(whole.refusal?.status == bad.status)
    #expect(!(whole.messages.last?.isComplete ?? false))
    let dripped = Parsed(bytes, pieces: repeatElement(1, count: bytes.count))
    #expect(dripped.refusal?.status == bad.status)
    #expect(dripped.refusal?.reason == whole.refusal?.reason)
  }

  @Test("each refusal has a text of its own") func refusalTexts() throws {
    let lines = Self.bad.map { bad -> String in
      let refusal = Parsed(bad.text).refusal
      return "\(bad.name): \(refusal.map { "\($0.status) \($0.reason)" } ?? "-")\n"
        + "  from byte \(refusal?.offset ?? -1): \(String(decoding: refusal?.bytes ?? [], as: UTF8.self).quoted)"
    }
    try expectGolden(lines.joined(separator: "\n"), "Loopback/refusals.txt")
  }

  @Test("the documentation lists each refusal") func documentedRefusals() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appendingPathComponent("Sources/NetworkServer/NetworkServer.docc/NetworkServer.md"),
      encoding: .utf8)
    let rows = article.split(separator: "\n").map { $0.components(separatedBy: " | ") }.filter { $0.count == 3 }
    let listed = Set(rows.dropFirst().map { "\($0[0].dropFirst(2)) \($0[1])" })
    let refusals = (Self.bad.map(\.text) + ["GET / HTTP/1.0\r\n\r\nGET /"]).compactMap { Parsed($0).refusal }
    let made = refusals.map { "\($0.isAnswered ? "\($0.status)" : "none") \($0.reason)" }
    // A text that goes on to say what to do is listed by its beginning.
    let beginnings = listed.filter { $0.hasSuffix("…") }.map { $0.dropLast() }
    #expect(Set(made.map { text in beginnings.first { text.hasPrefix($0) }.map { "\($0)…" } ?? text }) == listed)
  }

  @Test("limits hold before the bytes are all there") func earlyLimits() {
    var limits = MessageLimits()
    (limits.line, limits.head, limits.fields) = (64, 256, 4)
    let start = "GET / HTTP/1.1\r\nHost: a\r\n"
    func status(_ text: String) -> Int? { Parsed(text, limits: limits).refusal?.status }
    #expect(status("GET /" + String(repeating: "a", count: 64)) == 414)
    #expect(status(start + "X: " + String(repeating: "a", count: 64)) == 431)
    #expect(status(start + String(repeating: "X: a\r\n", count: 4)) == 431)
    #expect(status(start + String(repeating: "X: \(String(repeating: "a", count: 55))\r\n", count: 4)) == 431)
    #expect(status(String(repeating: "\r\n", count: 200)) == 431)
    #expect(status(start + "X: \(String(repeating: "a", count: 55))\r\n\r\n") == nil)
  }

  @Test(
    "a line that is wrong is refused before it ends",
    arguments: ["a\u{3}b", "{", "GET / HTTP/1.1\r\n X", "GET / HTTP/1.1\r\nA\rB"])
  func earlyLineRefusal(_ text: String) {
    #expect(Parsed(text).refusal?.status == 400)
  }

  @Test(
    "what follows the last request is refused, but for empty lines",
    arguments: ["GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"])
  func afterTheLast(_ last: String) {
    #expect(Parsed(last + "\r\n\r\n").refusal == nil)
    let parsed = Parsed(last + "\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(parsed.messages.map(\.title) == ["GET /"])
    #expect(parsed.refusal?.reason.contains("RFC 9112, section 9.6") == true)
    #expect(parsed.refusal?.title == nil)
  }

  @Test("a value that is not UTF-8 is read as ISO 8859-1") func latin1() {
    let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\nX: caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
    #expect(Parsed(bytes, pieces: []).messages.first?.fields == ["X=café"])
  }

  @Test("the connection stays open as the versions say") func keepAlive() {
    func keepsAlive(_ text: String) -> Bool? { Parsed(text + "\r\n").messages.first?.keepsAlive }
    #expect(keepsAlive("GET / HTTP/1.1\r\nHost: a\r\n") == true)
    #expect(keepsAlive("GET / HTTP/1.1\r\nHost: a\r\nConnection: foo, Close\r\n") == false)
    #expect(keepsAlive("GET / HTTP/1.0\r\n") == false)
    #expect(keepsAlive("GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n") == true)
    #expect(keepsAlive("GET / HTTP/1.1\r\nHost: a\r\nConnection: close, keep-alive\r\n") == false)
  }
}
