import Foundation
import NetworkEndpoints

/// A streamed answer as it was written down.
struct StreamScript: Sendable {
  /// The answer without its body.
  let head: HTTPResponse
  let parts: [StreamPart]
  /// Whether it is a fault, which does not wait where time is real.
  var isFault = false

  /// All of its body.
  var body: Data {
    parts.reduce(into: Data()) { body, part in
      if case .chunk(let data) = part.storage { body.append(data) }
    }
  }
}
