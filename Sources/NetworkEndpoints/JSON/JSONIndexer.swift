/// An indexer that finds the places of the values of JSON text, or the place and cause of a syntax error.
///
/// This loop reads every byte of every recording and of every compared body, in test suites that are built without optimisation.
/// It therefore works on memory directly, without closures, generics or reference counting, and keeps the open containers in
/// their own tokens, so that depth costs no stack.
struct JSONIndexer {
  private let bytes: UnsafePointer<UInt8>
  private let length: Int
  private var position = 0
  private(set) var tokens: UnsafeMutablePointer<JSONText.Token>
  private(set) var count = 0
  private var capacity: Int
  private(set) var loneSurrogate: Int?
  private var problem: JSONProblem?
  /// The innermost open container and the number of open ones; `next` of an open container is the one around it.
  private var open = -1
  private var depth = 0

  /// The deepest nesting of containers; no real text comes close.
  private static let deepest = 512

  /// Creates an indexer for a text with a NUL after its last byte.
  init(_ bytes: UnsafePointer<UInt8>, length: Int) {
    self.bytes = bytes
    self.length = length
    capacity = length / 24 + 16
    tokens = .allocate(capacity: capacity)
  }

  private enum Expectation { case value, valueOrEnd, key, keyOrEnd, colon, next }

  /// Indexes the text as far as it is JSON.
  mutating func run(isUTF8: Bool) -> JSONProblem? {
    let text = UnsafeBufferPointer(start: bytes, count: length)
    if length >= UInt32.max { return JSONProblem(kind: .notJSON, offset: 0, reason: "expected at most 4 GB") }
    // Foundation is fast to confirm that a text is UTF-8, but cannot locate the first byte that is not.
    if isUTF8, String(bytes: text, encoding: .utf8) == nil, let offset = text.firstOffsetThatIsNotUTF8 {
      return JSONProblem(kind: .notUTF8, offset: offset, reason: "expected UTF-8")
    }
    if length >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
    var expectation = Expectation.value
    while problem == nil {
      skipSpace()
      if expectation == .next, depth == 0 {
        if position < length { expect("nothing more") }
        break
      }
      expectation = step(expectation)
    }
    while open >= 0 {
      let outer = Int(Int32(bitPattern: tokens[open].next))
      tokens[open].end = UInt32(length + 1)
      tokens[open].next = UInt32(count)
      open = outer
    }
    return problem
  }

  /// Moves past one mark or scalar, and returns the next expectation.
  private mutating func step(_ expectation: Expectation) -> Expectation {
    let byte = bytes[position]
    switch expectation {
    case .value: return value("a value")
    case .valueOrEnd: return byte == UInt8(ascii: "]") ? close() : value(#"a value or "]""#)
    case .keyOrEnd where byte == UInt8(ascii: "}"): return close()
    case .key, .keyOrEnd:
      if byte == UInt8(ascii: "\"") { return string(before: .colon) }
      expect("a key in quotation marks" + (expectation == .key ? "" : #" or "}""#))
    case .colon:
      if byte == UInt8(ascii: ":") {
        position += 1
        return .value
      }
      expect(#"":""#)
    case .next:
      let isObject = bytes[Int(tokens[open].start)] == UInt8(ascii: "{")
      if byte == UInt8(ascii: ",") {
        position += 1
        return isObject ? .key : .value
      }
      if byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return close() }
      expect(isObject ? #""," or "}""# : #""," or "]""#)
    }
    return .next
  }

  private mutating func value(_ expectation: String) -> Expectation {
    switch bytes[position] {
    case UInt8(ascii: "\""): return string(before: .next)
    case UInt8(ascii: "{"): return begin(.keyOrEnd)
    case UInt8(ascii: "["): return begin(.valueOrEnd)
    case UInt8(ascii: "t"): word("true", expectation)
    case UInt8(ascii: "f"): word("false", expectation)
    case UInt8(ascii: "n"): word("null", expectation)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): number()
    default: expect(expectation)
    }
    return .next
  }

  private mutating func begin(_ expectation: Expectation) -> Expectation {
    if depth == Self.deepest {
      problem = JSONProblem(
        kind: .tooDeep, offset: position, reason: "expected at most \(Self.deepest) nested containers")
      return expectation
    }
    let outer = UInt32(bitPattern: Int32(truncatingIfNeeded: open))
    open = count
    depth += 1
    add(from: position, to: position)
    tokens[open].next = outer
    position += 1
    return expectation
  }

  private mutating func close() -> Expectation {
    let outer = Int(Int32(bitPattern: tokens[open].next))
    position += 1
    tokens[open].end = UInt32(position)
    tokens[open].next = UInt32(count)
    open = outer
    depth -= 1
    return .next
  }

  private mutating func add(from start: Int, to end: Int, hasEscapes: Bool = false) {
    if count == capacity { grow() }
    let token = JSONText.Token(
      start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end),
      next: UInt32(truncatingIfNeeded: count + 1), hasEscapes: hasEscapes)
    (tokens + count).initialize(to: token)
    count += 1
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<JSONText.Token>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: tokens, count: count)
    tokens.deallocate()
    tokens = larger
    capacity *= 2
  }

  private mutating func expect(_ expectation: String) {
    let reason = (position < length ? "expected " : "the text ends, expected ") + expectation
    problem = JSONProblem(kind: .notJSON, offset: position, reason: reason)
  }

  private mutating func skipSpace() {
    var index = position
    while bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09 { index &+= 1 }
    position = index
  }

  private mutating func word(_ word: StaticString, _ expectation: String) {
    // A text that ends earlier differs by its NUL.
    guard strncmp(bytes + position, word.utf8Start, word.utf8CodeUnitCount) == 0 else { return expect(expectation) }
    position += word.utf8CodeUnitCount
    add(from: position - word.utf8CodeUnitCount, to: position)
  }

  private mutating func number() {
    let start = position
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    if bytes[position] == UInt8(ascii: "0") { position += 1 } else { digits() }
    if problem == nil, bytes[position] == UInt8(ascii: ".") {
      position += 1
      digits()
    }
    if problem == nil, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
      digits()
    }
    if problem == nil { add(from: start, to: position) }
  }

  private mutating func digits() {
    var index = position
    while bytes[index] >= 0x30, bytes[index] <= 0x39 { index &+= 1 }
    if index == position { expect("a digit") }
    position = index
  }

  private mutating func string(before expectation: Expectation) -> Expectation {
    let start = position
    let bytes = bytes
    var hasEscapes = false
    var index = position + 1
    // A string that the end of the text cuts is there as far as it goes, like a container.
    defer { if problem != nil, position == length { add(from: start, to: length + 1, hasEscapes: hasEscapes) } }
    while true {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { break }
      if byte < 0x20 {
        position = index
        expect(index < length ? "no control character in a string" : "the end of a string")
        return expectation
      }
      index &+= 1
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        let mark = bytes[index]
        if mark == UInt8(ascii: "u") {
          guard let end = unicodeEscape(at: index) else { return expectation }
          index = end
        } else if mark == UInt8(ascii: "\"") || Self.isEscapable(mark) {
          index &+= 1
        } else {
          position = index
          expect(#"one of "\/bfnrtu after a backslash"#)
          return expectation
        }
      }
    }
    position = index + 1
    add(from: start, to: position, hasEscapes: hasEscapes)
    return expectation
  }

  private static func isEscapable(_ mark: UInt8) -> Bool {
    switch mark {
    case UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
      UInt8(ascii: "r"), UInt8(ascii: "t"):
      true
    default: false
    }
  }

  /// Returns the end of an escape such as `u00e9`, or of two that are a surrogate pair.
  private mutating func unicodeEscape(at mark: Int) -> Int? {
    var index = mark + 1
    while index < mark + 5 {
      guard bytes[index].hexadecimalValue != nil else {
        position = index
        expect("four hexadecimal digits")
        return nil
      }
      index += 1
    }
    let escape = JSONText.UnicodeEscape(at: bytes + mark)
    if escape.isHalf, loneSurrogate == nil { loneSurrogate = mark - 1 }
    return mark + escape.length
  }
}
