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

  @Test("has no answer where it is followed: the protocol is stopped")
  func followed() {
    var load = Self.told()
    _ = load.stop()
    #expect(!load.add(.response(HTTPResponse(status: 302), nil)).isAwaited)
    #expect(load.takeSteps().isEmpty)
  }

  @Test("has its own answer where it is refused")
  func refused() {
    var load = Self.told()
    #expect(load.add(.response(HTTPResponse(status: 302), nil)).isAwaited)
    #expect(load.takeSteps().count == 1)
  }
}
