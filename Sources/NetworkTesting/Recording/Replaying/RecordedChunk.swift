import Foundation
import NetworkEndpoints
import NetworkFixtures

/// A piece of a body, and when it came: milliseconds after the request was started.
///
/// HAR has no field for these; one of one's own begins with an underscore: `"_chunks": [{ "size": 12, "time": 3.5 }]`.
struct RecordedChunk: Hashable, Sendable {
  let data: Data
  let time: Duration

  init(_ data: Data, at time: Duration) {
    self.data = data
    self.time = time
  }

  /// The chunks of an entry's answer; none where it was not recorded in chunks, or somebody changed the body since.
  static func all(of entry: HAR.Entry, body: Data) -> [RecordedChunk] {
    guard case .array(let values) = entry.extras["_chunks"] else { return [] }
    var rest = body[...]
    var chunks: [RecordedChunk] = []
    for value in values {
      guard case .integer(let size) = value["size"], size >= 0, size <= rest.count else { return [] }
      chunks.append(RecordedChunk(Data(rest.prefix(size)), at: .milliseconds(value["time"]?.double ?? 0)))
      rest = rest.dropFirst(size)
    }
    return rest.isEmpty ? chunks : []
  }

  /// The field of chunks.
  static func field(_ chunks: [RecordedChunk]) -> JSONValue {
    .array(
      chunks.map { chunk in
        let (seconds, attoseconds) = chunk.time.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        return ["size": .integer(chunk.data.count), "time": .number(Double(microseconds) / 1_000)]
      })
  }
}

extension Duration {
  fileprivate static func milliseconds(_ milliseconds: Double) -> Duration {
    .microseconds(Int64((min(max(milliseconds, 0), 1e12) * 1_000).rounded()))
  }
}

extension JSONValue {
  fileprivate var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value) where value.isFinite: value
    default: nil
    }
  }
}
