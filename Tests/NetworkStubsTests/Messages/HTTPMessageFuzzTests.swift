import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@Suite("A message damaged at random")
struct HTTPMessageFuzzTests {
  private static let words = [
    "\r", "\n", "\r\n", "\r\n\r\n", " ", "\t", ":", "\0", "HTTP/1.1", "GET ", "Content-Length: 5\n",
    "Content-Length: 99999999999\n",
    "Transfer-Encoding: chunked\n\n", "7fffffffffffffff\r\n", "FFFFFFFFFFFFFFF\n", "0\r\n\r\n", "5;a=b\r\n",
    "Host: a.example.com\n",
    "é", "%", "://", "http://[", "Content-Encoding: gzip\n", "--part\r\n", "Cookie: a=b\n", "\u{FEFF}", "200", "X",
  ]

  @Test(
    "a message damaged at random is read or refused with a place, and what is read can be written, used and redacted",
    .timeLimit(.minutes(30)), arguments: [UInt64(1), 2, 3, 4])
  func fuzz(_ seed: UInt64) throws {
    let files = try HTTPMessageWritingTests.names.map { try Fixture($0).data }
    var mutations = Mutations(of: files, words: Self.words, seed: seed)
    var (read, refused) = (0, 0)
    for round in 0..<(Effort.fuzz(600) / 4) {
      let data = mutations.next()
      do {
        let message = try HTTPMessage(data)
        read += 1
        let written = message.encoded(lineBreak: round % 2 == 0 ? "\n" : "\r\n")
        #expect(try HTTPMessage(written) == message)
        _ = try? message.urlRequest()
        _ = try? message.httpResponse()
        if round % 16 == 0 { _ = Redaction.standard.redacted(message) }
      } catch let error as HTTPMessageError {
        refused += 1
        #expect(error.place.line >= 1 && error.place.column >= 1 && !error.description.isEmpty)
      }
    }
    #expect(read > 0 && refused > 0)
  }
}
