/// The head of a request as received: its first line and its fields.
package struct RequestHead: Sendable {
  /// The way in which a request marks the end of its body.
  package enum Framing: Equatable, Sendable {
    case counted(Int)
    case chunked
  }

  package internal(set) var method = ""
  /// The target as sent: a path, a whole URL, or `*`.
  package internal(set) var target = ""
  /// Whether the client speaks HTTP/1.0.
  package internal(set) var isOld = false
  /// The fields in order, except those that concern the connection and not the request.
  package internal(set) var fields: [HTTPHeaders.Field] = []
  package internal(set) var host: String?
  package internal(set) var framing: Framing?
  /// Whether the connection stays open after the answer.
  package internal(set) var keepsAlive = true
  /// Whether the client waits for permission to send its body.
  package internal(set) var expectsContinue = false
  /// Whether its body is received at the rate of its answer.
  package internal(set) var isPaced = false
  /// The protocols that the client would prefer.
  package internal(set) var upgrade: String?
  /// Whether `Connection` names the upgrade.
  package internal(set) var wantsUpgrade = false

  package init() {}

  /// The method and target, for texts.
  package var title: String { "\(method) \(target)" }

  package func value(of name: String) -> String? { HTTPHeaders(fields)[name] }
}

/// The limits of a server for requests.
package struct MessageLimits: Hashable, Sendable {
  /// The most bytes of a line.
  package var line = 16_384
  /// The most bytes of a head.
  package var head = 65_536
  /// The most fields.
  package var fields = 128
  /// The most bytes of a body in memory.
  package var body = 268_435_456
  /// The most bytes that wait for all clients together.
  package var unsent = 1_073_741_824
  /// The longest time in which a client neither sends nor receives.
  package var idle = Duration.seconds(60)

  package init() {}
}

/// The reason why a request is refused.
package struct Refusal: Error, Hashable, Sendable {
  /// The status for the client.
  package let status: Int
  /// The problem, as the end of a sentence, and its rule.
  package let reason: String
  /// The invalid bytes, or their beginning.
  package var bytes: [UInt8] = []
  /// The position of the first of them in the request.
  package var offset = 0
  /// The method and target, if they were read.
  package var title: String?
  /// Whether the client is told, which it is not after its last answer.
  package var isAnswered = true
}
