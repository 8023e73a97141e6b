import Foundation
import NetworkEndpoints
import NetworkStubs
import Testing

@Suite("A message is written")
struct HTTPMessageWritingTests {
  static let names = ((try? FixtureFolder.nearest().fileNames()) ?? []).filter { $0.hasSuffix(".http") }

  @Test("a message is written so that reading gives the same value, and writing that the same bytes", arguments: names)
  func roundTrip(_ name: String) throws {
    let message = try Fixture(name).message
    for lineBreak in ["\n", "\r\n"] {
      let written = message.encoded(lineBreak: lineBreak)
      #expect(try HTTPMessage(written) == message)
      #expect(try HTTPMessage(written).encoded(lineBreak: lineBreak) == written)
    }
  }

  @Test("byte for byte as a person wrote it in the plain form", arguments: ["search", "not-found", "redirect"])
  func bytes(_ name: String) throws {
    let fixture = Fixture("messages/\(name).http")
    #expect(try fixture.message.encoded() == fixture.data)
  }

  @Test("byte for byte as it is on the wire")
  func wire() throws {
    let fixture = Fixture("messages/upload.http")
    #expect(try fixture.message.encoded(lineBreak: "\r\n") == fixture.data)
  }

  @Test("a message is written with a length that is right, and none where there was none")
  func length() throws {
    let body = Data("body".utf8)
    let message = HTTPMessage.request(.put, "/a", headers: ["Content-Length": "9"], body: body)
    #expect(try HTTPMessage(message.encoded()).headers["Content-Length"] == "4")
    #expect(try HTTPMessage(HTTPMessage.request(.put, "/a", body: body).encoded()).headers.isEmpty)
    let head = HTTPMessage.response(200, headers: ["Content-Length": "4096"])
    #expect(try HTTPMessage(head.encoded()) == head)
  }

  @Test("a message is written so that no value can begin a field of its own")
  func injection() throws {
    let message = HTTPMessage.response(200, headers: ["A": "b\r\nSet-Cookie: c=d\n\nbody"])
    let again = try HTTPMessage(message.encoded())
    #expect(again.headers.map(\.name) == ["A"])
    #expect(again.body.isEmpty)
  }
}
