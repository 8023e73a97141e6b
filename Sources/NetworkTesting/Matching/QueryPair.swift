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
    bytes.split(separator: UInt8(ascii: "&")).map(QueryPair.init)
  }

  private init(_ bytes: ByteSlice) {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
      self.init(name: PercentDecoding.queryComponent(bytes), value: nil)
      return
    }
    self.init(
      name: PercentDecoding.queryComponent(bytes[..<equals]),
      value: PercentDecoding.queryComponent(bytes[(equals + 1)...]))
  }
}
