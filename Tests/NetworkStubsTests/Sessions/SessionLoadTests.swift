import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

// The loading system of Apple platforms follows redirects, and stops the protocol of a request that it leaves.
@Suite("A redirect that the loading system is told of")
struct SessionLoadTests {
  private static func told() -> SessionLoad {
    var load = SessionLoad()
    _ = load.begin()
    _ = load.wait()
    #expect(load.add(.redirect(HTTPResponse(status: 302), .test("/b"))).isAwaited)
    #expect(load.takeSteps().count == 1)
    return load
  }

  @Test("a redirect that the loading system is told of has no answer where it is followed: the protocol is stopped")
  func followed() {
    var load = Self.told()
    _ = load.stop()
    #expect(!load.add(.response(HTTPResponse(status: 302), nil)).isAwaited)
    #expect(load.takeSteps().isEmpty)
  }

  @Test("a redirect that the loading system is told of has its own answer where it is refused")
  func refused() {
    var load = Self.told()
    #expect(load.add(.response(HTTPResponse(status: 302), nil)).isAwaited)
    #expect(load.takeSteps().count == 1)
  }
}

@Suite("A request of a mocked session")
struct SessionEndTests {
  private static func waiting() -> SessionLoad {
    var load = SessionLoad()
    _ = load.begin()
    _ = load.wait()
    return load
  }

  @Test("a request of a mocked session ends once: what comes after its end, told or not, is not told")
  func once() {
    var load = Self.waiting()
    #expect(load.add(.failure(URLError(.timedOut))).isAwaited)
    #expect(!load.add(.response(HTTPResponse(status: 200), nil)).isAwaited)
    #expect(load.takeSteps().count == 1)
    #expect(!load.add(.response(HTTPResponse(status: 200), nil)).isAwaited)
    #expect(load.takeSteps().isEmpty)
  }

  @Test("a request that is stopped is told nothing, though its answer was there")
  func stopped() {
    var load = Self.waiting()
    _ = load.add(.response(HTTPResponse(status: 200), nil))
    _ = load.stop()
    #expect(load.takeSteps().isEmpty)
  }

  @Test("a request that is paused is told when it continues")
  func paused() {
    var load = Self.waiting()
    load.isPaused = true
    _ = load.add(.response(HTTPResponse(status: 200), nil))
    #expect(load.takeSteps().isEmpty)
    let (isStart, isEmpty) = (load.begin(), load.wait())
    #expect(!isStart && !isEmpty)
    #expect(load.takeSteps().count == 1)
  }

  @Test("a request that ends before its session begins keeps no step of a clock waiting")
  func released() {
    let step = ClockStep()
    var load = SessionLoad()
    _ = load.begin()
    let isAwaited = load.add(.response(HTTPResponse(status: 200), nil), step.beginWork("an answer")).isAwaited
    #expect(!isAwaited && step.contents.withLock { $0.works.count } == 1)
    _ = load.close()
    #expect(step.contents.withLock { $0.works.isEmpty })
  }
}
