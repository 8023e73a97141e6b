import Foundation
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("The error of a request whose task was cancelled")
struct CallTests {
  private let call = Call(request: .test("GET", "https://api.example.com/a"), number: 1, log: StubTransport().log)

  @Test("the error of a request whose task was cancelled names the request")
  func cancelled() async {
    let error = await Self.inCancelledTask { [call] in call.cancelled(URLError(.cancelled)) }
    #expect(error?.code == .cancelled)
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("/a was cancelled"), "\(text)")
  }

  @Test("the error of a request whose task was cancelled is no other error") func other() async {
    let error = await Self.inCancelledTask { [call] in call.cancelled(URLError(.timedOut)) }
    #expect(error == nil)
  }

  @Test(
    "the error of a request whose task was cancelled is none while the task goes on: a session may have been invalidated"
  ) func current() {
    let error = call.cancelled(URLError(.cancelled))
    #expect(error == nil)
  }

  /// Runs a body in a task that is cancelled.
  private static func inCancelledTask<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return body()
    }
    return await task.value
  }
}
