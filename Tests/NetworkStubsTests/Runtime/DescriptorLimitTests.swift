import NetworkStubs
import NetworkTesting
import TestSupport

#if os(Linux)
  @Suite("The limit of open descriptors")
  struct DescriptorLimitTests {
    private static func limit() -> rlimit {
      var limit = rlimit()
      _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      return limit
    }

    @Test("the limit of open descriptors is raised by a mocked session, as far as the system allows")
    func raised() async throws {
      let session = URLSession.mocked(by: MockTransport(.get("/a").respond(status: 204)))
      _ = try await session.data(from: .test("/a"))
      #expect(Self.limit().rlim_cur >= min(Self.limit().rlim_max, 10_240))
    }

    @Test(
      "the limit of open descriptors stops no test, though a hundred sessions are open where the system allows 64 descriptors",
      .exitTest)
    func hundredSessions() async {
      await #expect(processExitsWith: .success) {
        // Without descriptors a session may wait for ever.
        alarm(120)
        var limit = Self.limit()
        limit.rlim_cur = 64
        #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let transport = MockTransport(.get("/a").respond(status: 204).times(100))
        let sessions = (0..<100).map { _ in URLSession.mocked(by: transport) }
        for session in sessions { _ = try await session.data(from: .test("/a")) }
        #expect(Self.limit().rlim_cur > 64)
      }
    }
  }
#endif
