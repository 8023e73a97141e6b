import Foundation
import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

/// The grammar of event streams, against a model that reads the whole text as the standard says.
struct EventParserTests {
  /// HTML, section 9.2.6, of a text that is there as a whole.
  private struct Model {
    private(set) var events: [ServerSentEvent] = []
    private var (event, data, id, retry) = ("", "", "", Duration?.none)

    init(_ text: String) {
      var line = String.UnicodeScalarView()
      var scalars = Array(text.unicodeScalars)
      if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
      var index = 0
      while index < scalars.count {
        let isCRLF = scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
        if scalars[index] == "\r" || scalars[index] == "\n" {
          process(Array(line))
          line = String.UnicodeScalarView()
        } else {
          line.append(scalars[index])
        }
        index += isCRLF ? 2 : 1
      }
    }

    private mutating func process(_ line: [Unicode.Scalar]) {
      if line.isEmpty { return dispatch() }
      if line.first == ":" { return }
      let colon = line.firstIndex(of: ":") ?? line.count
      var value = Array(line[min(colon + 1, line.count)...])
      if value.first == " " { value.removeFirst() }
      let text = String(String.UnicodeScalarView(value))
      switch String(String.UnicodeScalarView(line[..<colon])) {
      case "event": event = text
      case "data": data += text + "\n"
      case "id": if !value.contains("\0") { id = text }
      case "retry":
        if !value.isEmpty, value.allSatisfy({ $0 >= "0" && $0 <= "9" }) { retry = .milliseconds(Int64(text) ?? 0) }
      default: break
      }
    }

    private mutating func dispatch() {
      defer { (event, data, retry) = ("", "", nil) }
      guard !data.isEmpty else { return }
      events.append(
        ServerSentEvent(
          String(data.unicodeScalars.dropLast()), event: event.isEmpty ? "message" : event, id: id.isEmpty ? nil : id,
          retry: retry))
    }
  }

  private static func text(_ generator: inout Dice) -> String {
    let fields = ["data", "data", "event", "id", "retry", "", "dat", "Data", "data ", "data\u{301}"]
    let values = [
      "", " ", "  x", "10", "x:y", ":", "\u{301}é", " \u{301}", "\0", "7\0", "1️⃣", "\u{FEFF}", "👩‍👩‍👧", "99x", " 25",
    ]
    let ends = ["\n", "\r", "\r\n"]
    var text = generator.index(below: 3) == 0 ? "\u{FEFF}" : ""
    for _ in 0..<(1 + generator.index(below: 14)) {
      if generator.index(below: 3) > 0 {
        text += fields[generator.index(below: fields.count)]
        if generator.index(below: 6) > 0 { text += ":" }
        text += values[generator.index(below: values.count)]
      }
      text += ends[generator.index(below: ends.count)]
    }
    // The end of a body may be anywhere.
    return generator.index(below: 2) == 0 ? text + "\n" : String(text.unicodeScalars.dropLast(2))
  }

  @Test("events are read as the standard says, wherever lines and chunks end") func grammar() async throws {
    for seed in 0..<Effort.count(300, full: 50_000) {
      var generator = Dice(seed: UInt64(seed))
      let text = Self.text(&generator)
      let bytes = Array(text.utf8)
      let cut = 1 + generator.index(below: 9)
      let (body, source) = AsyncStream.makeStream(of: Data.self)
      for start in stride(from: 0, to: bytes.count, by: cut) {
        source.yield(Data(bytes[start..<min(start + cut, bytes.count)]))
      }
      source.finish()
      var events: [ServerSentEvent] = []
      for try await event in HTTPStream(chunks: body).events { events.append(event) }
      let expected = Model(text).events
      try #require(events == expected, "seed \(seed): \(text.debugDescription)")
    }
  }
}
