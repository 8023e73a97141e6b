import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A multipart body")
struct MultipartBodyTests {
  private struct Sections: Equatable {
    var contents: [String] = []
    var outside: [String] = []
    var isCut = false
  }

  private static func read(_ body: String, boundary: String = "b") -> Sections {
    let bytes = Array("..\(body)".utf8).dropFirst(2)
    // The places are those of the body also where it is a slice.
    func text(_ part: ArraySlice<UInt8>) -> String { String(decoding: bytes[part.indices], as: UTF8.self) }
    let body = MultipartBody(bytes, boundary: boundary)
    return Sections(
      contents: body.parts.map { text($0.content) }, outside: body.outside.map(text), isCut: body.isCut)
  }

  @Test("a multipart body has parts, and text before and after them")
  func whole() {
    let body = "before\r\n--b\r\nA: 1\r\n\r\none\r\n--b \t\r\n\r\n\r\ntwo\r\n\r\n--b--\r\nafter"
    #expect(
      Self.read(body) == Sections(contents: ["one", "\r\ntwo\r\n"], outside: ["before\r\n", "\r\nafter"]))
  }

  @Test("a multipart body that ends before the closing boundary has what there is of its last part")
  func cut() {
    #expect(Self.read("--b\n\none\n--b\n\ntwo\n") == Sections(contents: ["one", "two"], outside: [""], isCut: true))
    #expect(Self.read("--b\n") == Sections(outside: [""], isCut: true))
  }

  @Test(
    "a multipart body without its boundary is outside of any part",
    arguments: ["", "--", "--bc\n\none", "x--b\n", "--b x\n"])
  func none(body: String) {
    #expect(Self.read(body) == Sections(outside: [body]))
  }

  @Test(
    "a multipart body hides a password wherever it is",
    arguments: [
      "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2hunter2\r\n--b--\r\n",
      "--b\r\nContent-Disposition: form-data; name=password\r\n\r\nhunter2hunter2\r\n--b--\r\n",
      "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhunter2hunter2\r\n",
      "password=hunter2hunter2\r\n--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n",
      "--b--\r\npassword=hunter2hunter2",
      "--b x\r\npassword=hunter2hunter2",
    ])
  func secrets(body: String) throws {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/")))
    request.httpMethod = "POST"
    request.setValue("multipart/form-data; boundary=b", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(body.utf8)
    let exchange = RecordedExchange(
      request: request, response: HTTPResponse(status: 200), started: Date(timeIntervalSince1970: 0))
    let redacted = try #require(Redaction.standard.redacted([exchange]).first?.request.httpBody)
    #expect(!String(decoding: redacted, as: UTF8.self).contains("hunter2"))
    #expect(String(decoding: redacted, as: UTF8.self).contains("REDACTED-password"))
  }
}
