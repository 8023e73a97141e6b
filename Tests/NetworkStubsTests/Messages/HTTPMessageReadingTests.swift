import Foundation
import NetworkEndpoints
import NetworkStubs
import Testing

@Suite("A message is read")
struct HTTPMessageReadingTests {
  private static func read(_ text: String) throws -> HTTPMessage { try HTTPMessage(Data(text.utf8)) }

  @Test("a message is read as a request, with repeated fields repeated")
  func request() throws {
    let message = try Fixture("messages/search.http").message
    #expect(
      message.startLine == .request(method: .get, target: "/search?q=brass%20telescope&tag=optics&tag=brass"))
    #expect(message.headers.values(for: "accept") == ["application/json", "application/problem+json;q=0.5"])
    #expect(message.body.isEmpty)
  }

  @Test("a message is read as a response, its body to the last byte")
  func response() throws {
    let message = try Fixture("messages/not-found.http").message
    #expect(message.startLine == .response(status: 404, reason: "Not Found"))
    #expect(message.body == Data("{\n  \"title\": \"Item not found\",\n  \"status\": 404\n}\n".utf8))
  }

  @Test("a message is read however a person has written it")
  func byHand() throws {
    let message = try Fixture("messages/by-hand.http").message
    #expect(message.startLine == .request(method: .delete, target: "https://api.example.com/items/7"))
    #expect(message.version == "HTTP/1.1")
    #expect(message.headers["If-Match"] == #""33a64df5", "5c1e0f""#)
    #expect(message.headers["X-Empty"] == "")
  }

  @Test(
    "the same with any line breaks and spaces",
    arguments: [
      "HTTP/1.1 200 OK\nA: b\n\nbody", "HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", "\n\r\nhttp/1.1  200  OK \nA:b\t\n\nbody",
      "HTTP/1.1\t200 OK\r\nA:   b\n\nbody", "\u{FEFF}HTTP/1.1 200 OK\nA: b\n  \nbody",
    ]
  )
  func lineBreaks(_ text: String) throws {
    #expect(try Self.read(text) == .response(200, headers: ["A": "b"], body: Data("body".utf8)))
  }

  @Test(
    "a message is read with Markdown as its body",
    arguments: [
      ("", "### Summary\nA new feature\n"), ("", "### GET\nGET started\n"), ("", "### a\n\ntext\nGET /items\n"),
      ("", "### a\n" + String(repeating: "\n", count: 40) + "x"), ("Content-Length: 14\n", "###\nGET /items"),
    ])
  func markdown(_ field: String, _ body: String) throws {
    #expect(try Self.read("POST /notes\n\(field)\n\(body)").body == Data(body.utf8))
  }

  @Test(
    "a message is read with a body of the length that it says, and a line break more",
    arguments: ["Content-Length: 4", "Content-Length: 4, 4", "Content-Length: 4\nContent-Length: 4"]
  )
  func length(_ field: String) throws {
    for end in ["", "\n", "\r\n"] {
      #expect(try Self.read("PUT /a HTTP/1.1\n\(field)\n\nbody\(end)").body == Data("body".utf8))
    }
  }

  @Test("a message is read without a body where a response to HEAD says how long it would be")
  func head() throws {
    let message = try Self.read("HTTP/1.1 200 OK\nContent-Length: 4096\n\n")
    #expect((message.body.count, message.headers["Content-Length"]) == (0, "4096"))
  }

  @Test(
    "a message is read without a body where there can be none",
    arguments: ["HTTP/1.1 204 No Content\n\n\n", "HTTP/1.1 304\r\n\r\n\r\n"])
  func none(_ text: String) throws {
    #expect(try Self.read(text).body.isEmpty)
  }

  @Test("a message is read with its chunks joined and the fields after them")
  func chunked() throws {
    let message = try Fixture("messages/chunked.http").message
    #expect(message.body == Data("Brass telescope, 3 draws – 1 left.".utf8))
    #expect(message.headers["Transfer-Encoding"] == nil)
    #expect(message.headers["Content-Length"] == "36")
    #expect(message.headers["Checksum"] == "1f3a")
  }

  @Test(
    "a message is read as it is where it says chunked and is not, as tools print it",
    arguments: ["{\"a\": 1}", "", "text\n"])
  func unchunked(_ body: String) throws {
    let message = try Self.read("HTTP/1.1 200 OK\nTransfer-Encoding: gzip, chunked\n\n\(body)")
    #expect(message.body == Data(body.utf8))
    #expect(message.headers["Transfer-Encoding"] == "gzip")
  }

  @Test("a message is read with bytes of old encodings in its fields as Latin-1")
  func latin() throws {
    let message = try HTTPMessage(Data("HTTP/1.1 200 OK\nA: ".utf8) + Data([0xE4]) + Data("\n\n".utf8))
    #expect(message.headers["A"] == "ä")
  }

  @Test("a message is read from every byte string without a body left out")
  func binary() throws {
    let body = try Fixture("downloads/every-byte.bin").data
    #expect(try HTTPMessage(Data("HTTP/1.1 200 OK\n\n".utf8) + body).body == body)
  }
}
