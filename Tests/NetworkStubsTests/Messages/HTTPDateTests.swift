import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("The date of an answer")
struct HTTPDateTests {
  private static func seconds(of response: HTTPResponse) throws -> Double {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    let text = try #require(response.headers["Date"])
    return try #require(format.date(from: text)).timeIntervalSince1970
  }

  @Test("the date of an answer moves with the clock of the transport, injected or of a session")
  func virtual() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.get("/a").respond(with: .text("tea")).times(4), clock: clock)
    let session = URLSession.mocked(by: transport)
    let first = try await Self.seconds(of: transport.send(.test("/a")))
    let ofSession = try await Self.seconds(of: HTTPResponse(session.data(for: .test("/a"))))
    #expect(ofSession == first)
    clock.jump(by: .seconds(3_600))
    let second = try await Self.seconds(of: transport.send(.test("/a")))
    let secondOfSession = try await Self.seconds(of: HTTPResponse(session.data(for: .test("/a"))))
    #expect(second == first + 3_600)
    #expect(secondOfSession == second)
  }

  @Test("the date of an answer is later for an answer that takes time")
  func delayed() async throws {
    let clock = ImmediateClock()
    let transport = MockTransport(
      .get("/a").respond(with: .text("tea").delayed(by: .seconds(30))).times(2), clock: clock)
    let first = try await Self.seconds(of: transport.send(.test("/a")))
    let second = try await Self.seconds(of: transport.send(.test("/a")))
    #expect(second == first + 30)
  }

  @Test("the date of an answer moves with the clock of a suspended transport")
  func suspended() async throws {
    let clock = VirtualClock()
    let transport = SuspendedTransport(clock: clock)
    var dates: [Double] = []
    for _ in 0..<2 {
      async let answer = transport.send(.test("/a"))
      try await transport.nextCall().answer(status: 200)
      dates.append(try await Self.seconds(of: answer))
      clock.jump(by: .seconds(60))
    }
    #expect(dates[1] == dates[0] + 60)
  }

  @Test("the date of an answer is that of the stub, where it has one")
  func own() async throws {
    let text = "Sun, 06 Nov 1994 08:49:37 GMT"
    let transport = MockTransport(
      .get("/a").respond(with: .text("tea", headers: ["Date": text])), clock: VirtualClock())
    let answer = try await transport.send(.test("/a"))
    #expect(answer.headers["Date"] == text)
  }

  @Test(
    "the date of an answer has the form of the field, whatever a clock shows",
    arguments: [Duration.zero, .seconds(Int64.max), .seconds(Int64.min)])
  func bounds(_ offset: Duration) {
    let text = ServerDate.since(784_111_777, offset).text
    #expect(text.hasSuffix(" GMT"))
    if offset == .zero { #expect(text == "Sun, 06 Nov 1994 08:49:37 GMT") }
  }
}

extension HTTPResponse {
  fileprivate init(_ answer: (Data, URLResponse)) {
    let head = answer.1 as? HTTPURLResponse
    let fields = (head?.allHeaderFields ?? [:]).map { Field(name: "\($0.key)", value: "\($0.value)") }
    self.init(status: head?.statusCode ?? 0, headers: HTTPHeaders(fields), body: answer.0)
  }

  private typealias Field = HTTPHeaders.Field
}
