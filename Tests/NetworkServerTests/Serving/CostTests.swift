import NetworkLoopback
import NetworkServer
import TestSupport

/// What many clients, and many bytes, cost.
struct CostTests {
  @Test("the log keeps large bodies in part, after the first of them, and says so") func bodiesInLog() async throws {
    let body = Data(count: 67_108_864)
    let transport = MockTransport(
      .put("/").respond { HTTPResponse(body: Data("\($0.body.count)".utf8)) }.repeatingLast())
    var request = URLRequest(url: try #require(URL(string: "https://test/")))
    request.httpMethod = "PUT"
    request.httpBody = body
    for _ in 0..<6 { #expect(try await transport.send(request).body == Data("67108864".utf8)) }
    let kept = await transport.requests
    // The answers need some room as well.
    #expect(kept.map(\.body.count) == [body.count, body.count, body.count, 65_536, 65_536, 65_536])
    #expect("\(kept[5])" == "PUT https://test/ (65536 of its 67108864 bytes are kept)")
    #expect(!"\(kept[0])".contains("kept"))
    await transport.reset()
    #expect(try await transport.send(request).status == 200)
    #expect(await transport.requests.first?.body.count == body.count)
  }

  /// A transport without a log.
  private struct Large: HTTPTransport {
    let count = Protected(0)

    func send(_ request: URLRequest) async throws -> HTTPResponse {
      count.withLock { $0 += 1 }
      return HTTPResponse(body: Data(count: 20_000_000))
    }
  }

  @Test("clients that do not read have a limit together, beyond which the slowest is reset, and that is an issue")
  func unread() async throws {
    var limits = LoopbackServer.Limits()
    limits.unsent = 30_000_000
    let issues = await recordedIssues {
      let transport = Large()
      try await withLoopbackServer(answering: transport, limits: limits) { server in
        let leave = DispatchSemaphore(value: 0)
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<4 {
            group.addTask {
              _ = await RawClient(port: server.port).send("GET / HTTP/1.1\r\nHost: a\r\n\r\n") { _ in
                leave.wait()
                return true
              }
            }
          }
          try? await eventually(timeout: .seconds(60)) { transport.count.withLock { $0 } == 4 }
          // A client that reads still gets all of its answer.
          let answer = await RawClient(port: server.port).send("GET / HTTP/1.0\r\n\r\n")
          #expect(answer.bytes.count > 20_000_000)
          for _ in 0..<8 { leave.signal() }
        }
      }
    }
    #expect(issues.count >= 1)
    #expect(issues.allSatisfy { $0.text.contains("its client does not read: ") }, "\(issues)")
  }
}
