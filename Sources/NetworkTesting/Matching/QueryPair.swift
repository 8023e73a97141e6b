/// A name and value of a query or a form; no value is not the same as an empty one.
struct QueryPair: Hashable, Sendable {
  var name: String
  var value: String?

  init(name: String, value: String?) {
    self.name = name
    self.value = value
  }

  /// Reads `name=value&…`, where both `+` and `%20` are a space.
  static func parse(_ text: String) -> [QueryPair] {
    var text = text
    return text.withUTF8 { parse($0[...]) }
  }

  static func parse(_ bytes: ByteSlice) -> [QueryPair] {
    var pairs: [QueryPair] = []
    var rest = bytes
    if !rest.isEmpty { pairs.reserveCapacity(4) }
    while !rest.isEmpty {
      let end = rest.place(of: UInt8(ascii: "&")) ?? rest.endIndex
      if end > rest.startIndex { pairs.append(QueryPair(rest[..<end])) }
      rest = rest[end...].dropFirst()
    }
    return pairs
  }

  private init(_ bytes: ByteSlice) {
    guard let equals = bytes.place(of: UInt8(ascii: "=")) else {
      self.init(name: PercentDecoding.queryComponent(bytes), value: nil)
      return
    }
    self.init(
      name: PercentDecoding.queryComponent(bytes[..<equals]),
      value: PercentDecoding.queryComponent(bytes[(equals + 1)...]))
  }
}
