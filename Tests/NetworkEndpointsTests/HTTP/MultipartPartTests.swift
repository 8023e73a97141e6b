import NetworkTesting
import TestSupport

@Suite("A multipart body")
struct MultipartPartTests {
  @Test("a multipart body has its parts in order, as RFC 7578 describes them")
  func parts() throws {
    let parts = try parse([
      MultipartPart(name: "title", text: "Tea bowl"),
      MultipartPart(name: "photo", data: Data([0, 13, 10, 255]), filename: "bowl.png", contentType: "image/png"),
      MultipartPart(name: "title", text: ""),
    ])
    #expect(
      parts.map(\.head) == [
        ["Content-Disposition: form-data; name=\"title\""],
        ["Content-Disposition: form-data; name=\"photo\"; filename=\"bowl.png\"", "Content-Type: image/png"],
        ["Content-Disposition: form-data; name=\"title\""],
      ])
    #expect(parts.map(\.content) == [Data("Tea bowl".utf8), Data([0, 13, 10, 255]), Data()])
  }

  @Test(
    "a multipart body escapes names as browsers do",
    arguments: [
      ("a b", "a b"), ("a\"b", "a%22b"), ("a\rb", "a%0Db"), ("a\nb", "a%0Ab"), ("a\r\nb", "a%0D%0Ab"), ("é", "é"),
      ("日本", "日本"),
      ("a\"\u{301}b", "a%22\u{301}b"), ("a\r\n\r\nb", "a%0D%0A%0D%0Ab"), ("100%22", "100%22"), ("a\\b", "a\\b"),
      ("", ""), ("🧮", "🧮"),
    ])
  func escapes(name: String, escaped: String) throws {
    let parts = try parse([MultipartPart(name: name, data: Data(), filename: name)])
    #expect(parts.map(\.head) == [["Content-Disposition: form-data; name=\"\(escaped)\"; filename=\"\(escaped)\""]])
  }

  @Test("a multipart body keeps a content type as it is")
  func contentType() throws {
    let type = "text/plain; charset=\"utf-8\""
    #expect(
      try parse([MultipartPart(name: "a", data: Data(), contentType: type)])[0].head.last == "Content-Type: \(type)")
  }

  @Test(
    "a multipart body refuses a content type that would start a header field of its own",
    arguments: ["a\r\nX: y", "a\n", "a\r", "a\r\n\u{301}"])
  func injectedContentType(type: String) throws {
    let error = try #require(throws: InvalidEndpointError.self) {
      try parse([MultipartPart(name: "a", data: Data(), contentType: type)])
    }
    #expect(error.code == .invalidBody)
    #expect(error.reason.contains("the content type of the part \"a\""))
  }

  @Test("a multipart body is the same for the same parts, so that requests can be compared")
  func stable() throws {
    let parts = [MultipartPart(name: "a", text: "b")]
    #expect(try body(parts) == body(parts))
  }

  @Test("a multipart body has a boundary that is in none of the parts")
  func boundary() throws {
    let first = try #require(body([MultipartPart(name: "a", text: "b")]).type.split(separator: "=").last)
    let parts = [MultipartPart(name: "a", text: "\r\n--\(first)--\r\n"), MultipartPart(name: "b", text: "--\(first)")]
    #expect(try parse(parts).map(\.content) == parts.map(\.data))
  }

  @Test("a multipart body reads back whatever bytes it has", arguments: 0..<8 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = Dice(seed: seed)
    for _ in 0..<20 {
      let parts = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        MultipartPart(name: generator.text(), text: "--\(generator.text())\r\n------part-boundary-\(generator.text())")
      }
      #expect(try parse(parts).map(\.content) == parts.map(\.data))
    }
  }

  private func parse(_ parts: [MultipartPart]) throws -> [MultipartParser.Part] {
    let (body, type) = try body(parts)
    return try MultipartParser.parts(of: body, contentType: type)
  }

  private func body(_ parts: [MultipartPart]) throws -> (body: Data, type: String) {
    let request = try request(method: .post, body: .multipart(parts))
    return (try #require(request.httpBody), try #require(request.value(forHTTPHeaderField: "Content-Type")))
  }
}
