/// A service that several stubs of a transport belong to, with a memory of its own in each transport.
package final class StubService: Sendable {
  /// A request to the service.
  package struct Call {
    package let request: ReceivedRequest
    package let number: Int
    /// The time on the transport's clock: on a virtual one since its start.
    package let now: Duration
    package let isVirtual: Bool
    /// The settings of the stub that has them; nil if none does.
    package let settings: (any Sendable)?
  }

  /// From the memory, a call and the answer of the stub, under the engine's lock: the answer, and a problem to report.
  package typealias Reply = @Sendable (inout (any Sendable)?, Call, Answer) -> (Answer, problem: String?)

  /// Its name, by which stubs belong to the same.
  let name: String
  let settings: (any Sendable)?
  let reply: Reply

  package init(name: String, settings: (any Sendable)? = nil, reply: @escaping Reply) {
    self.name = name
    self.settings = settings
    self.reply = reply
  }
}

/// A condition by which the answers of a stub come from a service.
package protocol ServiceCondition: Condition { var service: StubService { get } }

extension Answer {
  /// Returns the answer as one of a service, which may decide on another.
  package func served(by service: StubService?) -> Self {
    var copy = self
    copy.service = service ?? self.service
    return copy
  }
}

extension RequestMatcher {
  var service: StubService? { conditions.lazy.compactMap { ($0 as? any ServiceCondition)?.service }.first }
}
