/// A search for calls in Swift source, which passes over literals and comments. Half a file does no harm.
struct CallScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ source: String) { bytes = Array(source.utf8) }

  /// Returns the calls `.name(…)`: the places of the dot and of each argument without a label, in bytes.
  mutating func calls(of name: String) -> [(start: Int, arguments: [Int])] {
    var calls: [(start: Int, arguments: [Int])] = []
    while index < bytes.count {
      guard starts(".\(name)(") else {
        skip(isFlat: true)
        continue
      }
      let start = index
      index += name.utf8.count + 2
      calls.append((start, arguments()))
    }
    return calls
  }

  private mutating func arguments() -> [Int] {
    var places = [Int]()
    var isAtStart = true
    while index < bytes.count, bytes[index] != UInt8(ascii: ")") {
      if isAtStart, bytes[index] > 0x20, !starts("//"), !starts("/*") {
        if !isLabel { places.append(index) }
        isAtStart = false
      }
      isAtStart = isAtStart || bytes[index] == UInt8(ascii: ",")
      skip()
    }
    return places
  }

  /// Whether a label such as `sourceLocation:` starts here.
  private var isLabel: Bool {
    let name = bytes[index...].prefix { $0 == UInt8(ascii: "_") || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) }
    return !name.isEmpty && bytes[name.endIndex...].first == UInt8(ascii: ":")
  }

  /// Passes over a comment, a literal, one byte or, unless each is to be seen, a bracket and its content.
  private mutating func skip(isFlat: Bool = false) {
    if starts("//") {
      index = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
    } else if starts("/*") {
      index += 2
      while index < bytes.count, !starts("*/") { if starts("/*") { skip() } else { index += 1 } }
      index += 2
    } else if let hashes = bytes[index...].firstIndex(where: { $0 != UInt8(ascii: "#") }),
      bytes[hashes] == UInt8(ascii: "\"")
    {
      skipLiteral(fence: String(repeating: "#", count: hashes - index))
    } else if !isFlat, "([{".utf8.contains(bytes[index]) {
      skipBracket()
    } else {
      index += 1
    }
  }

  private mutating func skipBracket() {
    index += 1
    while index < bytes.count, !")]}".utf8.contains(bytes[index]) { skip() }
    index += 1
  }

  private mutating func skipLiteral(fence: String) {
    let quote = starts(fence + "\"\"\"") ? "\"\"\"" : "\""
    index += (fence + quote).utf8.count
    while index < bytes.count, !starts(quote + fence) {
      // A one-line literal that ends with its line is not Swift.
      if bytes[index] == 0x0A, quote.utf8.count == 1 { return }
      if starts("\\\(fence)(") {
        index += fence.utf8.count + 1
        skipBracket()
      } else {
        index += starts("\\" + fence) ? fence.utf8.count + 2 : 1
      }
    }
    index += (quote + fence).utf8.count
  }

  private func starts(_ text: String) -> Bool { bytes[min(index, bytes.count)...].starts(with: text.utf8) }
}
