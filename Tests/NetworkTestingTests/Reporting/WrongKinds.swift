import NetworkTesting

private func localStatic() -> MockTransport {
  struct Kept { static let transport = MockTransport() }
  return Kept.transport
}

/// Doubles and sessions that are kept or lost in other ways.
@Suite(.enabled(if: isWrongSuite))
struct WrongKinds {
  private actor Client {
    static let shared = Client()
    private let session = URLSession.mocked(by: MockTransport())

    func ask() async { _ = try? await session.data(from: WrongShop.url("/a")) }
  }

  @TaskLocal private static var dependency = MockTransport()
  private static let stubTransport = StubTransport()
  private static let suspendedTransport = SuspendedTransport()
  @MainActor private static let session = URLSession.mocked(by: MockTransport())

  @Test func ofFunction() async { _ = try? await localStatic().send(URLRequest(url: WrongShop.url("/a"))) }

  @Test func ofActor() async { await Client.shared.ask() }

  @Test func ofMainActor() async { _ = try? await Self.session.data(from: WrongShop.url("/a")) }

  @Test func taskLocal() async { _ = try? await Self.dependency.send(URLRequest(url: WrongShop.url("/a"))) }

  @Test(arguments: [MockTransport()]) func argument(transport: MockTransport) async {
    _ = try? await transport.send(URLRequest(url: WrongShop.url("/a")))
  }

  @Test func handler() async {
    let session = URLSession.mocked(by: MockTransport(.get("/right").respond(status: 204)))
    await withCheckedContinuation { done in
      session.dataTask(with: WrongShop.url("/right")) { _, _, _ in
        Task {
          _ = try? await session.data(from: WrongShop.url("/a"))
          done.resume()
        }
      }.resume()
    }
  }

  @Test func stubbed() async {
    _ = try? await URLSession.stubbed(by: StubTransport()).data(from: WrongShop.url("/a"))
  }

  @Test func stubTransport() async { _ = try? await Self.stubTransport.send(URLRequest(url: WrongShop.url("/a"))) }

  @Test func suspended() async throws {
    let call = Task { _ = try? await Self.suspendedTransport.send(URLRequest(url: WrongShop.url("/a"))) }
    defer { call.cancel() }
    _ = try await Self.suspendedTransport.nextRequest()
    try await Self.suspendedTransport.verify()
  }

  @Test func copied() async {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = URLSessionConfiguration.mocked(by: MockTransport()).protocolClasses
    _ = try? await URLSession(configuration: configuration).data(from: WrongShop.url("/copied"))
  }

  @Test func released() async {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = URLSessionConfiguration.mocked(by: MockTransport()).protocolClasses
    configuration.urlCache = nil
    _ = try? await URLSession(configuration: configuration).data(from: WrongShop.url("/a"))
  }
}
