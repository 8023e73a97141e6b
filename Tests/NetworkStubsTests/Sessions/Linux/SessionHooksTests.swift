#if canImport(FoundationNetworking)
  import NetworkStubs
  import NetworkTesting
  import TestSupport

  @Suite("Foundation's methods that are replaced")
  struct SessionHooksTests {
    private struct Asked: SessionRouting {
      let count = Protected(0)

      let sender = SessionRoute.Sender()

      func route(_ asked: AskedRequest, from sender: SessionRoute.Sender?) -> SessionRoute {
        count.withLock { $0 += 1 }
        return .open
      }

      func report(_ refusal: SessionRoute.Refusal, of request: URLRequest) {}
    }

    // Another thread may be calling one of them, and would race with a store that puts it back. The process is one of its own, since
    // tests beside this one are asked where their requests go.
    @Test("stay replaced, and ask nobody when no test wants it")
    func stay() async {
      await #expect(processExitsWith: .success) {
        let asked = Asked()
        try SessionHooks.begin(asked)
        SessionHooks.end()
        #expect(SessionHooks.areInstalled)
        let session = URLSession(configuration: .ephemeral)
        let task = session.dataTask(with: .test("/a"))
        task.cancel()
        task.resume()
        #expect(asked.count.withLock { $0 } == 0)
        session.invalidateAndCancel()
      }
    }
  }
#endif
