/// A reader that takes JSON in one pass, in the order it stands in, without recursion.
///
/// What a HAR type does not know is copied as text, so that keeping it costs no more than skipping it. A failure
/// carries only its offset; the line and the path are worked out when there is somebody to tell.
struct JSONReader {
  struct Failure: Error {
    let code: HARError.Code
    let offset: Int
    let reason: String
  }

  /// Containers in containers, which no real file has nearly as many of.
  static let deepest = 512

  let bytes: [UInt8]
  var index = 0

  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    index = start
  }

  var current: UInt8? {
    @inline(__always) get { index < bytes.count ? bytes[index] : nil }
  }

  /// What the value at the current place is, for a sentence.
  private var kind: String {
    switch current {
    case UInt8(ascii: "{"): "an object"
    case UInt8(ascii: "["): "a list"
    case UInt8(ascii: "\""): "a string"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "a boolean"
    case UInt8(ascii: "n"): "null"
    case nil: "the end"
    default: "a number"
    }
  }

  func failure(_ code: HARError.Code, _ reason: String, at offset: Int? = nil) -> Failure {
    Failure(code: code, offset: offset ?? index, reason: reason)
  }

  /// What is not JSON.
  func failure(_ reason: String) -> Failure {
    failure(.invalidJSON, index < bytes.count ? reason : "the text ends, \(reason)")
  }

  func mismatch(_ wanted: String) -> Failure {
    var rest = self
    let isValue = current.map { "{[\"".utf8.contains($0) } == true || (try? rest.skipWord()) == true
    // What is no value at all is damage, and no wrong type.
    return isValue ? failure(.wrongType, "expected \(wanted), found \(kind).") : failure("expected \(wanted).")
  }

  @inline(__always)
  mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 {
      guard bytes[index] == 0x20 || bytes[index] == 0x0A || bytes[index] == 0x0D || bytes[index] == 0x09 else { return }
      index += 1
    }
  }

  @inline(__always)
  mutating func take(_ mark: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == mark else { return false }
    index += 1
    return true
  }

  /// Takes a word such as `null` if it stands here.
  mutating func take(word: StaticString) -> Bool {
    let count = word.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    let isThere = word.withUTF8Buffer { $0.elementsEqual(bytes[index..<index + count]) }
    if isThere { index += count }
    return isThere
  }

  /// Takes the members of an object; the visitor takes each value.
  mutating func object(_ visit: (inout Self, String) throws -> Void) throws {
    skipSpace()
    guard take(UInt8(ascii: "{")) else { throw mismatch("an object") }
    skipSpace()
    if take(UInt8(ascii: "}")) { return }
    repeat {
      try visit(&self, try key())
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw failure(#"expected "," or "}"."#) }
  }

  /// Takes the elements of a list; `null` is an empty one.
  mutating func list<Element>(_ element: (inout Self) throws -> Element) throws -> [Element] {
    skipSpace()
    if take(word: "null") { return [] }
    guard take(UInt8(ascii: "[")) else { throw mismatch("a list") }
    skipSpace()
    if take(UInt8(ascii: "]")) { return [] }
    var elements: [Element] = []
    repeat {
      elements.append(try element(&self))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw failure(#"expected "," or "]"."#) }
    return elements
  }

  /// Takes a key and its colon.
  mutating func key() throws -> String {
    skipSpace()
    guard current == UInt8(ascii: "\"") else { throw failure("expected a key in quotation marks.") }
    let key = try readString()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw failure(#"expected ":"."#) }
    skipSpace()
    return key
  }
}
