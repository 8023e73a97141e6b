/// The head of a request as it came: its first line and its fields.
package struct RequestHead: Sendable {
  /// How a request says where its body ends.
  package enum Framing: Equatable, Sendable {
    case counted(Int)
    case chunked
  }

  package internal(set) var method = ""
  /// The target as it was sent: a path, a whole URL, or `*`.
  package internal(set) var target = ""
  /// Whether the client speaks HTTP/1.0.
  package internal(set) var isOld = false
  /// The fields in their order, but for those that are about the connection and not about the request.
  package internal(set) var fields: [HTTPHeaders.Field] = []
  package internal(set) var host: String?
  package internal(set) var framing: Framing?
  /// Whether the connection stays open after the answer.
  package internal(set) var keepsAlive = true
  /// Whether the client waits for the word to send its body.
  package internal(set) var expectsContinue = false
  /// The protocols that the client would rather speak.
  package internal(set) var upgrade: String?
  /// Whether `Connection` names the upgrade.
  package internal(set) var wantsUpgrade = false

  package init() {}

  /// The method and target, for texts.
  package var title: String { "\(method) \(target)" }

  package func value(of name: String) -> String? { HTTPHeaders(fields)[name] }
}

/// How much a server takes from a client.
package struct MessageLimits: Hashable, Sendable {
  /// The most bytes of a line.
  package var line = 16_384
  /// The most bytes of a head.
  package var head = 65_536
  /// The most fields.
  package var fields = 128
  /// The most bytes of a body that is held in memory.
  package var body = 268_435_456
  /// How long a client may neither send nor take anything.
  package var idle = Duration.seconds(60)

  package init() {}
}

/// Why a request is refused.
package struct Refusal: Error, Hashable, Sendable {
  /// The status that the client gets.
  package let status: Int
  /// What is wrong, as the end of a sentence, and where the rule is.
  package let reason: String
  /// The bytes that are wrong, or their beginning.
  package var bytes: [UInt8] = []
  /// The first byte of them, counted from the beginning of the request.
  package var offset = 0
  /// The method and target, where they were read.
  package var title: String?
  /// Whether the client is told; not where it has had its last answer.
  package var isAnswered = true
}
