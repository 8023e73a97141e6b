/// The places of a body at which readers of pieces go wrong.
struct BodyPlaces {
  /// A kind of place, in the order of the cases, and its words; a character speaks for itself.
  enum Kind: String, CaseIterable {
    case mark1, mark2, wide21, wide31, wide32, wide41, wide42, wide43
    case insideLineEnd = "between CR and LF"
    case name = "inside the name of a field", colon = "after the colon of a field"
    case lineEnd = "before the end of a line", betweenLines = "between the lines of an event", line = "after a line"
    case emptyLine = "before an empty line", event = "after an event"
    case escape = "inside an escape", surrogates = "between the halves of an escaped character"
    case number = "inside a number", first = "the first", middle = "in the middle", last = "before the last"
  }

  private let body: [UInt8]
  private var found: [Kind: (first: Int, last: Int)] = [:]
  private(set) var lineEnds: [Int] = [], eventEnds: [Int] = []
  private let isEvents: Bool, isJSON: Bool

  init(_ data: Data) {
    body = Array(data)
    let start = body.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    isEvents = body[start...].split(separator: 0x0A, maxSplits: 20).contains { line in
      ["data:", "event:", "id:", "retry:", ":"].contains { line.starts(with: $0.utf8) }
    }
    isJSON = !isEvents && body[start...].first { $0 > 0x20 }.map { $0 | 0x20 == 0x7B } ?? false
    findCharacters()
    findLines(from: start)
    for (kind, place) in [(Kind.first, 1), (.middle, body.count / 2), (.last, body.count - 1)] { note(kind, place) }
  }

  private mutating func note(_ kind: Kind, _ place: Int) {
    if place > 0, place < body.count { found[kind] = (found[kind]?.first ?? place, place) }
  }

  /// The first and the last place of each kind, each place once.
  var cuts: [(place: Int, kind: Kind)] {
    var seen: Set<Int> = []
    return Kind.allCases.flatMap { kind in
      (found[kind].map { [$0.first, $0.last] } ?? []).filter { seen.insert($0).inserted }.map { ($0, kind) }
    }
  }

  var hasWideCharacters: Bool { found.keys.contains { $0.rawValue.hasPrefix("wide") } }

  /// Whether the format says where it ends.
  var hasMark: Bool { isEvents || isJSON }

  /// The ends of all parts but the last, after which a body is incomplete, and the name of a part.
  var parts: (unit: String, ends: [Int]) {
    if isEvents, eventEnds.count > 1 { return ("event", eventEnds.dropLast()) }
    let ends = lineEnds.filter { $0 < body.count }
    let isLines = ends.first.map { !isJSON || JSONText(Array(body[..<$0])).problem == nil } ?? false
    if isLines, !isEvents { return ("line", ends) }
    // Without its last character, whatever space follows.
    let last = body.lastIndex { $0 > 0x20 } ?? 0
    return ("byte", Set([1, last / 2, last]).filter { $0 > 0 && $0 <= last }.sorted())
  }

  private mutating func findCharacters() {
    let kinds: [[Kind]] = [[.wide21], [.wide31, .wide32], [.wide41, .wide42, .wide43]]
    var start = 0
    var width = 1
    for (index, byte) in body.enumerated() {
      if byte & 0xC0 != 0x80 {
        start = index
        width = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      } else if index - start < width {
        let isMark = start == 0 && body.starts(with: [0xEF, 0xBB, 0xBF])
        note(isMark ? (index == 1 ? .mark1 : .mark2) : kinds[width - 2][index - start - 1], index)
      }
    }
  }

  private mutating func findLines(from start: Int) {
    var start = start
    var isInEvent = false
    while start < body.count {
      let end = body[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? body.count
      var next = min(end + 1, body.count)
      if next < body.count, body[end] == 0x0D, body[next] == 0x0A {
        note(.insideLineEnd, next)
        next += 1
      }
      if end < body.count { lineEnds.append(next) }
      if end > start {
        if isInEvent { note(isEvents ? .betweenLines : .line, start) }
        if end < body.count { note(.lineEnd, end) }
        look(at: start..<end)
      } else {
        note(.emptyLine, start)
        if isInEvent, isEvents {
          eventEnds.append(next)
          note(.event, next)
        }
      }
      isInEvent = end > start
      start = next
    }
  }

  /// Finds the places inside a line.
  private mutating func look(at line: Range<Int>) {
    var index = line.lowerBound
    if isEvents {
      guard let colon = body[line].firstIndex(of: 0x3A) else { return }
      if colon > index + 1 { note(.name, index + 2) }
      note(.colon, colon + 1)
      index = body[(colon + 1)..<line.upperBound].firstIndex { $0 > 0x20 } ?? line.upperBound
    }
    guard isJSON || index < line.upperBound && body[index] | 0x20 == 0x7B else { return }
    var isInString = false
    var wasDigit = false
    while index < line.upperBound {
      let byte = body[index]
      let isDigit = byte >= 0x30 && byte <= 0x39
      var length = 1
      if byte == 0x5C, isInString {
        let rest = body[index..<line.upperBound]
        let isUnit = rest.dropFirst().first == 0x75
        length = isUnit ? 6 : 2
        note(.escape, index + length / 2)
        // The first half of a pair is D8 to DB.
        let digits = isUnit ? rest.dropFirst(2).prefix(2).map { $0 | 0x20 } : []
        if digits.first == 0x64, let second = digits.last,
          second == 0x38 || second == 0x39 || second == 0x61 || second == 0x62
        {
          note(.surrogates, index + 6)
        }
      } else if byte == 0x22 {
        isInString.toggle()
      } else if !isInString, isDigit, wasDigit {
        note(.number, index)
      }
      wasDigit = isDigit
      index += length
    }
  }

  /// Returns the kind of a cut, the text around it and what it parts, and the number of its event.
  func words(_ kind: Kind, at place: Int) -> (name: String, context: String) {
    var start = place
    var end = place
    while start > 0, start < body.count, body[start] & 0xC0 == 0x80 { start -= 1 }
    while end < body.count, body[end] & 0xC0 == 0x80 { end += 1 }
    let shown = { (range: Range<Int>) in
      String(decoding: body[range], as: UTF8.self).filter { $0 != "\u{FFFD}" }.printable
    }
    let hex = { (range: Range<Int>) in body[range].map { String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
    let around = (shown(max(0, start - 12)..<start), shown(end..<min(body.count, end + 12)))
    let inside = start < end ? "┆\(shown(start..<end))┆" : "┆"
    var context = "…\(around.0)\(inside)\(around.1)…"
    if start < end { context += ", \(hex(start..<place)) | \(hex(place..<end))" }
    if let event = eventEnds.firstIndex(where: { $0 > place }) { context += ", event \(event + 1)" }
    let isMark = kind == .mark1 || kind == .mark2
    return (start < end ? "inside \(isMark ? "the byte order mark" : shown(start..<end))" : kind.rawValue, context)
  }
}
