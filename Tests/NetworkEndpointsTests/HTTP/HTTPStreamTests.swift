import Foundation
import NetworkEndpoints
import Testing

@Suite("A stream")
struct HTTPStreamTests {
  private static func stream(_ text: String, cutting cut: Int) -> HTTPStream {
    let bytes = Array(text.utf8)
    let chunks = stride(from: 0, to: bytes.count, by: cut).map { Data(bytes[$0..<min($0 + cut, bytes.count)]) }
    let (stream, continuation) = AsyncStream.makeStream(of: Data.self)
    for chunk in chunks { continuation.yield(chunk) }
    continuation.finish()
    return HTTPStream(headers: ["X": "1"], chunks: stream)
  }

  private static func read<S: AsyncSequence>(_ sequence: S) async throws -> [S.Element] {
    var elements: [S.Element] = []
    for try await element in sequence { elements.append(element) }
    return elements
  }

  @Test("a stream is an answer in the end, however it is cut", arguments: 1...9)
  func response(cut: Int) async throws {
    let response = try await Self.stream("Grüße ☕", cutting: cut).response()
    #expect(response == HTTPResponse(headers: ["X": "1"], body: Data("Grüße ☕".utf8)))
  }

  @Test("a stream of an answer that is there has its head and body")
  func ready() async throws {
    let response = HTTPResponse(status: 201, headers: ["A": "b"], body: Data("x".utf8), url: URL(string: "https://a"))
    #expect(try await HTTPStream(response).response() == response)
    #expect(try await Self.read(HTTPStream(HTTPResponse())).isEmpty)
  }

  @Test("a stream gives out its bytes", arguments: [1, 2, 100])
  func bytes(cut: Int) async throws {
    #expect(try await Self.read(Self.stream("☕!", cutting: cut)).flatMap { Array($0) } == Array("☕!".utf8))
  }

  @Test("a stream gives out its lines, whatever ends them and wherever it is cut", arguments: 1...20)
  func lines(cut: Int) async throws {
    let text = "one\ntwo\r\n\r\nthrée\rfour\r\r\nlast"
    #expect(
      try await Self.read(Self.stream(text, cutting: cut).lines) == ["one", "two", "", "thrée", "four", "", "last"])
    #expect(try await Self.read(Self.stream("end\n", cutting: cut).lines) == ["end"])
  }

  @Test("a stream gives out its events as the standard reads them", arguments: [1, 3, 7, 1000])
  func events(cut: Int) async throws {
    let text = """
      \u{FEFF}: a comment
      data: YHOO
      data:+2
      data:  10

      event: add
      id: 7
      retry: 1500
      data

      data: same id
      retry: soon
      other: field

      event: nothing to say

      id
      data: no id

      data: cut off
      """
    let events = try await Self.read(Self.stream(text, cutting: cut).events)
    #expect(
      events == [
        ServerSentEvent("YHOO\n+2\n 10"),
        ServerSentEvent("", event: "add", id: "7", retry: .milliseconds(1500)),
        ServerSentEvent("same id", id: "7"),
        ServerSentEvent("no id"),
      ])
  }

  @Test(
    "a stream reads the events that were written",
    arguments: [
      "plain", "", "two\nlines", ServerSentEvent("x", event: "add", id: "é", retry: .seconds(3)), " spaced : out",
    ] as [ServerSentEvent])
  func roundTrip(_ event: ServerSentEvent) async throws {
    #expect(try await Self.read(Self.stream(event.description, cutting: 4).events) == [event])
  }

  @Test("a stream hands on what breaks it off, after what came before")
  func broken() async throws {
    struct Broken: Error {}
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Data.self)
    continuation.yield(Data("a\nb".utf8))
    continuation.finish(throwing: Broken())
    var lines = HTTPStream(chunks: stream).lines.makeAsyncIterator()
    #expect(try await lines.next() == "a")
    await #expect(throws: Broken.self) { try await lines.next() }
  }
}
