import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@Suite("A message that cannot be read")
struct HTTPMessageErrorTests {
  private static func problem(_ text: String, file: String? = nil) throws -> HTTPMessageError {
    try #require(#expect(throws: HTTPMessageError.self) { try HTTPMessage(Data(text.utf8), file: file) })
  }

  @Test(
    "a message that cannot be read is refused with the line and the column",
    arguments: [
      ("@host = https://api.example.com\n\n### List\n# @name list\nGET {{host}}/items\n", .editorFile, 1, 1),
      ("### Sign in\nPOST https://api.example.com/login\n\n{}\n\n> {% client.log(1); %}\n", .editorFile, 1, 1),
      ("// Sign in\nGET https://api.example.com/\n", .editorFile, 1, 1), ("GET {{host}}/items\n", .editorFile, 1, 1),
      ("GET https://a.example/\n\n### Next\nPOST https://a.example/b\n", .editorFile, 3, 1),
      ("GET https://a.example/\n\n{}\n###\r\n\r\n# @name b\n@a = b\nGET {{host}}/b\n", .editorFile, 3, 1),
      ("", HTTPMessageError.Code.noStartLine, 1, 1), ("\n\n", .noStartLine, 3, 1),
      ("{\"a\": 1}", .noStartLine, 1, 1), ("GET", .noStartLine, 1, 1), ("Hello there", .noStartLine, 1, 7),
      ("GET /a b HTTP/1.1\n", .invalidStartLine, 1, 8), ("HTTP/1.1 OK\n", .invalidStartLine, 1, 10),
      ("HTTP/1.1\n", .invalidStartLine, 1, 9), ("HTTP/1.1 2000 OK", .invalidStartLine, 1, 10),
      ("HTTP/1.1 099 OK", .invalidStartLine, 1, 10), ("HTTP/one 200 OK", .invalidStartLine, 1, 1),
      ("GET / HTTP/1.10\n", .invalidStartLine, 1, 7), ("GET / HTTP/1.1\nAccept text\n", .invalidField, 2, 1),
      ("GET / HTTP/1.1\nAccept : a\n", .invalidField, 2, 7), ("GET / HTTP/1.1\n: a\n", .invalidField, 2, 1),
      ("GET / HTTP/1.1\nA: b\n{\"a\": 1}\n", .invalidField, 3, 1),
      ("GET / HTTP/1.1\nA: b\rc\n", .invalidField, 2, 5), ("GET / HTTP/1.1\nA: b\0c\n", .invalidField, 2, 5),
      ("PUT / HTTP/1.1\nA: b\nContent-Length: many\n\n", .invalidField, 3, 1),
      ("PUT / HTTP/1.1\nContent-Length: -1\n\n", .invalidField, 2, 1),
      ("PUT / HTTP/1.1\nContent-Length:\n\n", .invalidField, 2, 1),
      ("HTTP/1.1 200 OK\rA: b\n\n", .invalidStartLine, 1, 16), ("HTTP/1.1 200 O\0K\n\n", .invalidStartLine, 1, 15),
      ("PUT / HTTP/1.1\nContent-Length: 99999999999999999999\n\n", .invalidField, 2, 1),
      ("PUT / HTTP/1.1\nContent-Length: 1\nContent-Length: 2\n\na", .invalidField, 3, 1),
      ("PUT / HTTP/1.1\nContent-Length: 5\n\nbody", .wrongLength, 4, 1),
      ("PUT / HTTP/1.1\nContent-Length: 2\n\nbody", .wrongLength, 4, 3),
      ("PUT / HTTP/1.1\nContent-Length: 4\n\nbody\n\n", .wrongLength, 4, 5),
      ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n4\nbody", .damagedChunk, 5, 5),
      ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n4\nbody\n", .damagedChunk, 6, 1),
      ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n4\nbodybody\n0\n\n", .damagedChunk, 5, 5),
      ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n4\nbody\nx\n\n", .damagedChunk, 6, 1),
      ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nFFFFFFFFFFFFFFF\nbody\n0\n\n", .damagedChunk, 5, 1),
      ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n4\nbody\n0\n\nmore", .damagedChunk, 8, 1),
    ]
  )
  func places(_ text: String, _ code: HTTPMessageError.Code, _ line: Int, _ column: Int) throws {
    let error = try Self.problem(text)
    #expect(error.code == code)
    #expect((error.place.line, error.place.column) == (line, column))
  }

  @Test(
    "a message that cannot be read says what happened, what was there and what to do",
    arguments: [
      ("no-start-line", "{ \"title\": \"Tea\" }\n"), ("space", "GET /search?q=brass tea HTTP/1.1\n\n"),
      ("field", "GET /items HTTP/1.1\nAccept text/html\n"), ("no-empty-line", "POST /items HTTP/1.1\nA: b\n{}\n"),
      ("length", "POST /items HTTP/1.1\nContent-Length: 3\n\n{\"title\": \"Tea\"}\n"),
      ("chunk", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n1A\nbody"),
    ]
  )
  func texts(_ name: String, _ text: String) throws {
    try expectGolden("\(try Self.problem(text, file: "messages/a.http"))", "Messages/http-\(name).txt")
  }

  @Test("a message that cannot be read or used says which one is needed")
  func unusable() throws {
    let response = HTTPMessage.response(200)
    let error = try #require(#expect(throws: HTTPMessageError.self) { try response.urlRequest() })
    try expectGolden("\(error)", "Messages/http-unusable.txt")
    #expect(throws: HTTPMessageError.self) { try HTTPMessage.request(.get, "/").httpResponse() }
    #expect(throws: HTTPMessageError.self) { try HTTPMessage.request(.get, "/").urlRequest() }
  }
}
