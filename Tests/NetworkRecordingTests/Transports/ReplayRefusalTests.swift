import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("A recorded request that a session refuses")
struct ReplayRefusalTests {
  /// A request that another client than a session may have recorded, and the session's error.
  struct Refused: CustomStringConvertible, Sendable {
    let description: String
    let request: URLRequest
    let code: URLError.Code
  }

  private static let refused: [Refused] = {
    var search = URLRequest(url: URL(string: "https://api.example.com/search") ?? URL(fileURLWithPath: ""))
    search.httpBody = Data("tea".utf8)
    let addresses: [(String, String, URLError.Code)] = [
      ("no scheme", "/ok", .unsupportedURL), ("no host", "http:///ok", .badURL),
      ("port 0", "https://api.example.com:0/ok", .cannotConnectToHost),
      ("a port too large", "https://api.example.com:70000/ok", .badURL),
      ("another scheme", "ftp://api.example.com/ok", .unsupportedURL),
    ]
    var all = [Refused(description: "a GET with a body", request: search, code: .dataLengthExceedsMaximum)]
    all += addresses.compactMap { name, address, code in
      URL(string: address).map { Refused(description: name, request: URLRequest(url: $0), code: code) }
    }
    #if canImport(FoundationNetworking)
      let upper = URL(string: "HTTP://api.example.com/ok").map { URLRequest(url: $0) }
      all += upper.map { [Refused(description: "HTTP://", request: $0, code: .unsupportedURL)] } ?? []
    #endif
    return all
  }()

  /// The way to the recording.
  enum Way: String, CaseIterable, Sendable { case sent, streamed, overSession, comparing }

  @Test(
    "a recorded request that a session refuses is refused by a replay too, which says so once", arguments: refused,
    Way.allCases)
  func refuses(refused: Refused, way: Way) async throws {
    let har = HAR([RecordedExchange(request: refused.request, response: HTTPResponse(status: 200), started: Date())])
    let code = Protected<URLError.Code?>(nil)
    let issues = await recordedIssues {
      let replay = ReplayTransport(har)
      do {
        switch way {
        case .sent: _ = try await replay.send(refused.request)
        case .streamed: _ = try await replay.stream(refused.request)
        case .overSession: _ = try await URLSession.mocked(by: replay).data(for: refused.request)
        case .comparing:
          let live = MockTransport(.any.respond(status: 200).optional())
          let source = RecordingSource(name: nil)
          let comparing = ComparingTransport(replay, live, sending: nil, source, at: CodePlace(#_sourceLocation))
          _ = try await comparing.send(refused.request)
        }
      } catch {
        code.withLock { $0 = (error as? URLError)?.code }
      }
      #expect(await replay.requests.isEmpty)
    }
    #expect(code.withLock { $0 } == refused.code)
    #expect(issues.count == 1 && issues.first?.text.contains("never leaves a URLSession: ") == true)
  }

  @Test("a recorded request that a session refuses is refused without an issue where the recording does not have it")
  func unrecorded() async {
    let replay = ReplayTransport(Recordings.numbered(.get("/a")))
    let error = await #expect(throws: URLError.self) { try await replay.send(Self.refused[0].request) }
    #expect(error?.code == .dataLengthExceedsMaximum)
  }

  @Test(
    "a recorded request that a session refuses is answered where the app's client is another one", .client(.other),
    arguments: refused)
  func otherClient(refused: Refused) async throws {
    let har = HAR([RecordedExchange(request: refused.request, response: HTTPResponse(status: 204), started: Date())])
    let answer = try await ReplayTransport(har).send(refused.request)
    #expect(answer.status == 204)
  }

  @Test("a recorded request that a session refuses says what happened, what has it and what to do")
  func text() async {
    let search = Self.refused[0].request
    let har = HAR([RecordedExchange(request: search, response: HTTPResponse(status: 200), started: Date())])
    let issues = await recordedIssues { _ = try? await ReplayTransport(har).send(search) }
    #expect(
      issues.first?.text == """
        GET https://api.example.com/search never leaves a URLSession: it is a GET with a body.
        The session throws URLError.dataLengthExceedsMaximum (-1103), and so does this replay. Exchange #1 of the recording would \
        have answered it.
        Send a POST, or put the values into the query. If the app does not send it through a URLSession, add the \
        trait .client(.other) to the test.
        """)
  }
}
