import NetworkEndpoints

/// The first place where a text is not JSON, by the grammar of RFC 8259.
///
/// The decoders of the platforms name the place differently or not at all.
struct JSONFlaw: Hashable {
  /// How many bytes are before the place.
  let offset: Int

  /// What is expected there.
  let reason: String

  /// Looks for a flaw.
  ///
  /// - Parameter bytes: The text; any bytes will do.
  init?(in bytes: [UInt8]) {
    var parser = Parser(bytes: bytes)
    guard let reason = parser.run() else { return nil }
    self.reason = parser.index < bytes.count ? "expected \(reason)." : "the text ends, expected \(reason)."
    offset = parser.index
  }
}

extension JSONFlaw {
  private struct Parser {
    enum Expectation: String {
      case value = "a value"
      case elementOrEnd = #"a value or "]""#
      case keyOrEnd = #"a key in quotation marks or "}""#
      case key = "a key in quotation marks"
      case colon = #"":""#
      case next = "end"
    }

    let bytes: [UInt8]
    var index = 0
    /// The marks that close the open containers: a list of its own, so that depth costs no stack.
    private var closing: [Unicode.Scalar] = []
    private var expected = Expectation.value

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Reads to the end or to a flaw, and says what is expected there.
    mutating func run() -> String? {
      while true {
        while let byte = current, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
        if expected == .next, closing.isEmpty { return current == nil ? nil : "nothing more" }
        if let flaw = step() { return flaw }
      }
    }

    private mutating func step() -> String? {
      switch expected {
      case .elementOrEnd where take("]"), .keyOrEnd where take("}"): close()
      case .value, .elementOrEnd: return readValue()
      case .key, .keyOrEnd: return readString(else: expected.rawValue, then: .colon)
      case .colon:
        guard take(":") else { return expected.rawValue }
        expected = .value
      case .next:
        let end = closing.last ?? "]"
        if take(",") {
          expected = end == "}" ? .key : .value
        } else if take(end) {
          close()
        } else {
          return #""," or "\#(end)""#
        }
      }
      return nil
    }

    private mutating func close() {
      closing.removeLast()
      expected = .next
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
      guard current == UInt8(ascii: mark) else { return false }
      index += 1
      return true
    }

    private mutating func readValue() -> String? {
      let wanted = expected.rawValue
      if take("[") {
        closing.append("]")
        expected = .elementOrEnd
      } else if take("{") {
        closing.append("}")
        expected = .keyOrEnd
      } else if current == UInt8(ascii: "\"") {
        return readString(else: wanted, then: .next)
      } else {
        return readWord(else: wanted)
      }
      return nil
    }

    private mutating func readWord(else wanted: String) -> String? {
      let word = bytes[index...].prefix { UInt8(ascii: "+")...UInt8(ascii: "z") ~= $0 && !",:[]\\^`".utf8.contains($0) }
      let text = String(decoding: word, as: UTF8.self)
      guard ["true", "false", "null"].contains(text) || isNumber(text) else { return wanted }
      index += word.count
      expected = .next
      return nil
    }

    private mutating func readString(else wanted: String, then next: Expectation) -> String? {
      guard take("\"") else { return wanted }
      while let byte = current, byte != UInt8(ascii: "\"") {
        if byte < 0x20 { return "no control character in a string" }
        index += 1
        if byte == UInt8(ascii: "\\"), let flaw = readEscape() { return flaw }
      }
      expected = next
      return take("\"") ? nil : "the end of a string"
    }

    private mutating func readEscape() -> String? {
      guard let escaped = current, "\"\\/bfnrtu".utf8.contains(escaped) else { return "one of \"\\/bfnrtu" }
      index += 1
      if escaped == UInt8(ascii: "u") {
        let digits = bytes[index...].prefix(4).prefix { Character(Unicode.Scalar($0)).isHexDigit }
        guard digits.count == 4 else { return "four hexadecimal digits" }
        index += 4
      }
      return nil
    }
  }
}

/// Whether a word is a number of RFC 8259, section 6: no sign but minus, no leading zero, digits around the point.
private func isNumber(_ word: String) -> Bool {
  var rest = Substring(word)
  func digits() -> Substring {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits
  }
  if rest.first == "-" { rest.removeFirst() }
  let whole = digits()
  guard !whole.isEmpty, whole.count == 1 || whole.first != "0" else { return false }
  if rest.first == "." {
    rest.removeFirst()
    guard !digits().isEmpty else { return false }
  }
  if rest.first == "e" || rest.first == "E" {
    rest.removeFirst()
    if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
    guard !digits().isEmpty else { return false }
  }
  return rest.isEmpty
}

/// Where a value stands in the text of a JSON document.
struct JSONPlace: Hashable {
  let line: Int
  let column: Int

  /// The text from there on, to the end of the line, shortened.
  let excerpt: String

  /// Finds the line and the column of a byte.
  ///
  /// - Parameters:
  ///   - offset: How many bytes are before the place.
  ///   - bytes: The document.
  init(at offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
    let rest = String(decoding: bytes.dropFirst(offset).prefix(400), as: UTF8.self).prefix { !$0.isNewline }
    excerpt = (rest.count > 60 ? rest.prefix(59) + "…" : String(rest)).printable
  }
}
