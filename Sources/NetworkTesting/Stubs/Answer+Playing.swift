import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Answer {
  /// An answer, all at once or bit by bit.
  enum Reply {
    case whole(HTTPResponse)
    case stream(HTTPStream)
  }

  /// When an answer comes, and how long its caller waits.
  struct Timing {
    let timeline: Timeline
    let delay: Duration
    let timeout: Duration?
    /// Whether faults take time.
    let faultsWait: Bool
  }

  /// Whether an error is a fault of the test and not an answer.
  var mustNotFail: Bool {
    switch storage {
    case .file: true
    case .fault(_, of: let answer): answer.mustNotFail
    default: false
    }
  }

  /// The answer to a request, as soon as its head is there.
  func reply(to request: ReceivedRequest, _ timing: Timing) async throws -> Reply {
    let timeline = timing.timeline
    if let timeout = timing.timeout, timing.delay >= timeout {
      try await timeline.stall(after: .zero, timeout: timeout, waits: true)
    } else if timing.delay > .zero {
      try await timeline.sleep(until: timing.delay)
    }
    switch storage {
    case .response(let response):
      return .whole(response)
    case .error(let error):
      throw error
    case .file(let read):
      return .whole(try read())
    case .closure(let closure):
      return .whole(try await timeline.limit(to: timing.timeout) { try await closure(request) })
    case .stream(let script):
      let waits = !script.isFault || timing.faultsWait
      let player = StreamPlayer(script, on: timeline, timeout: timing.timeout, waits: waits)
      let head = script.head
      return .stream(HTTPStream(status: head.status, headers: head.headers, url: head.url, chunks: player))
    case .live(let stream):
      return .stream(stream)
    case .silence(let isFault):
      try await timeline.stall(after: timing.delay, timeout: timing.timeout, waits: !isFault || timing.faultsWait)
      throw URLError(.timedOut)
    case .fault(let fault, of: let answer):
      let spoiled = fault.spoiled(try await answer.whole(to: request, timing))
      return try await spoiled.reply(to: request, timing.withoutDelay)
    }
  }

  /// All of the answer, without its pauses, for a fault to spoil.
  private func whole(to request: ReceivedRequest, _ timing: Timing) async throws -> HTTPResponse {
    guard case .stream(let script) = storage else {
      switch try await reply(to: request, timing.withoutDelay) {
      case .whole(let response): return response
      case .stream(let stream): return try await stream.response()
      }
    }
    var response = script.head
    response.body = script.body
    return response
  }
}

extension Answer.Timing {
  fileprivate var withoutDelay: Self {
    Self(timeline: timeline, delay: .zero, timeout: timeout, faultsWait: faultsWait)
  }
}

extension URLRequest {
  /// How long the request waits for its answer to go on; nil for ever.
  var timeLimit: Duration? { timeoutInterval.timeLimit }
}

extension TimeInterval {
  /// How long a time-out lets somebody wait; nil for ever.
  ///
  /// A century or more is for ever, and would not fit into every clock.
  var timeLimit: Duration? {
    self > 0 && self < 3_155_760_000 ? .seconds(self) : nil
  }
}
