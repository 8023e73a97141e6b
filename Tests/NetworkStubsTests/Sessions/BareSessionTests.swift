import NetworkTesting
import TestSupport

#if os(Linux)
  /// What a mocked session works around, shown on a session without the workaround.
  @Suite("A session without the package")
  struct BareSessionTests {
    @Test("locks up when its calls are cancelled, as long as swift-corelibs-foundation #5417 is not there", .exitTest)
    func lockUp() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.protocolClasses = [LateProtocol.self]
        let session = URLSession(configuration: configuration)
        // A lock-up shows only by what does not happen: nothing ends from one look to the next, on a thread of its own, since
        // those that the calls need are locked up. A machine that is merely slow ends a call in that time.
        let ended = Ended()
        Thread.detachNewThread {
          var last = -1
          while case let now = ended.count, now != last {
            last = now
            Thread.sleep(forTimeInterval: 5)
          }
          print("locked up after \(last) calls")
          exit(0)
        }
        for number in 0..<20_000 {
          let call = Task { try await session.data(from: .test("/a")) }
          for _ in 0..<(number % 40) { await Task.yield() }
          call.cancel()
          _ = await call.result
          ended.add()
        }
        print("came to its end")
      }
      let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      if output.contains("came to its end") {
        #if compiler(>=6.3)
          try Test.cancel(
            "The lock-up is gone, so the detour of TaskCancellation in Sessions/Linux/TaskCancellation.swift is not needed with this compiler."
          )
        #endif
      } else {
        #expect(output.contains("locked up after"))
      }
    }
  }

  /// How many calls have ended; the lock guards the only property.
  private final class Ended: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    var count: Int { lock.withLock { number } }

    func add() { lock.withLock { number += 1 } }
  }

  /// Answers a moment later.
  private final class LateProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      guard let url = request.url,
        let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: nil)
      else { return }
      client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
      client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
  }
#endif
