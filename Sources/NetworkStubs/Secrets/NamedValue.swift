/// A name before an equals sign or a colon, and the value after it: `a=1`, `"a": "1"`, `A: 1`, `a = "1"`, `'a' => '1'`.
struct NamedValue {
  let name: String
  /// Whether it has the form `Name: value`, which may be a sentence.
  private let isProse: Bool
  private let mark: Int
  private let isColon: Bool
  private let isArrow: Bool
  /// Whether there are spaces around an equals sign, as in settings and programs.
  private let isSpaced: Bool
  private let preceding: UInt8?
  private var isLine: Bool { preceding == nil || preceding == 0x0A }

  /// Takes the name, or nil.
  init?(in text: ArraySlice<UInt8>, at mark: Int) {
    isColon = text[mark] == UInt8(ascii: ":")
    let next = mark + 1 < text.endIndex ? text[mark + 1] : 0
    isArrow = !isColon && next == UInt8(ascii: ">")
    var before = text[max(text.startIndex, mark - 80)..<mark]
    isSpaced = !isColon && !isArrow && (before.last == 0x20 || before.last == 0x09 || next == 0x20)
    if isColon || isArrow || isSpaced {
      while before.last == 0x20 || before.last == 0x09 { before = before.dropLast() }
    }
    var isQuoted = false
    if let quote = before.last, quote.isQuote {
      before = before.dropLast()
      if before.last == UInt8(ascii: "\\") { before = before.dropLast() }
      isQuoted = true
    }
    let name = before.suffix(before.count(atEnd: .name))
    guard !name.isEmpty, name.count <= 64, isColon || isArrow || !isQuoted else { return nil }
    // Brackets in the name of an item are encoded in a URL.
    let decoded = String(decoding: name, as: UTF8.self)
    self.name = name.place(of: UInt8(ascii: "%")) == nil ? decoded : decoded.percentDecoded
    self.mark = mark
    isProse = (isColon || isSpaced) && !isQuoted
    preceding = name.startIndex > text.startIndex ? text[name.startIndex - 1] : nil
  }

  /// Takes the value, which may be as long as the text: use it only if the name matters.
  func value(in text: ArraySlice<UInt8>) -> (range: Range<Int>, isQuoted: Bool)? {
    var rest = text[(mark + (isArrow ? 2 : 1))...]
    if isColon || isArrow || isSpaced { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }
    if rest.first == UInt8(ascii: "\\"), rest.dropFirst().first?.isQuote == true { rest = rest.dropFirst() }
    if let quote = rest.first, quote.isQuote {
      let content = rest[(rest.startIndex + 1)..<(rest.place(of: quote, from: rest.startIndex + 1) ?? rest.endIndex)]
      return ((content.last == UInt8(ascii: "\\") ? content.dropLast() : content).indices, true)
    }
    // Two equals signs compare.
    guard rest.first != UInt8(ascii: "=") else { return nil }
    // The members of an object have names of their own.
    if !isProse, isColon, rest.first == UInt8(ascii: "{") || rest.first == UInt8(ascii: "[") { return nil }
    if isSpaced { return setting(rest).map { ($0.indices, false) } }
    if isProse { return (proseValue(rest).indices, false) }
    let isQuery = preceding.map { "?&#".utf8.contains($0) } ?? true
    let ends: ByteKinds =
      isQuery ? .valueEnd : isInPath(of: text) ? [.valueEnd, .listMark, .pathEnd] : [.valueEnd, .listMark]
    return (rest.startIndex..<text.first(of: ends, from: rest.startIndex), false)
  }

  /// Returns whether an unquoted value may be code or prose, and not an item of a query; nil if it is one.
  func looseness(upTo end: Int, in text: ArraySlice<UInt8>) -> SecretDecision.Looseness? {
    guard isProse || isSpaced || preceding.map({ !"?&#\n;".utf8.contains($0) }) ?? false else { return nil }
    return isLine && (end == text.endIndex || text[end] == 0x0A || text[end] == 0x0D) ? .line : .word
  }

  /// Returns whether it is a parameter of a URL's path: `https://example.com/a;name=value/b`.
  ///
  /// In a connection string, an address is a value itself.
  private func isInPath(of text: ArraySlice<UInt8>) -> Bool {
    guard preceding == UInt8(ascii: ";") || preceding == UInt8(ascii: "/") else { return false }
    let before = text[max(text.startIndex, mark - 2_048)..<mark]
    let end = before.lastIndex { $0 <= 0x20 || "\"'`<>?#".utf8.contains($0) }
    let start = if let end { end + 1 } else { before.startIndex }
    let address = before[start...]
    guard let scheme = address.firstRange(of: Array("://".utf8)[...]) else {
      let isInQuery = start > text.startIndex && "?#".utf8.contains(text[start - 1])
      return !isInQuery && address.first == UInt8(ascii: "/")
    }
    let name = String(decoding: address[..<scheme.lowerBound], as: UTF8.self).lowercased()
    guard name.hasSuffix("http") || name.hasSuffix("https") else { return false }
    // What follows an address without a path is no part of one: `jdbc:sqlserver://db.example.com;password=…`. Nor is what follows
    // that of a connection string, `Endpoint=https://example.com/;AccessKey=…`, unlike `url=https://example.com/a;sid=…`.
    let path = address[scheme.upperBound...].prefix { $0 != UInt8(ascii: ";") }.drop { $0 != UInt8(ascii: "/") }
    return path.count > (name.contains("=") ? 1 : 0)
  }

  /// Returns the rest of a line without its comment; nil for a call, whose result is the value.
  private func setting(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
    if !isLine { line = line.prefix { $0 > 0x20 && !"\"'`<>,;)}]&".utf8.contains($0) } }
    for mark in [" #", " ;"] {
      if let comment = line.firstRange(of: Array(mark.utf8)[...]) { line = line[..<comment.lowerBound] }
    }
    while let last = line.last, last <= 0x20 { line = line.dropLast() }
    return line.isEmpty || line.contains(UInt8(ascii: "(")) ? nil : line
  }

  /// Returns a line of a header, or one word.
  private func proseValue(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if isLine, AuthorizationScheme.end(in: rest.prefix(64)) != nil || name.lowercased().hasSuffix("cookie") {
      return rest.prefix { $0 != 0x0A && $0 != 0x0D }
    }
    return rest.prefix { $0 > 0x20 && !"\"'`<>,;)}]".utf8.contains($0) }
  }
}

extension UInt8 { fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") } }
