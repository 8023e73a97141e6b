/// Reads queries and forms back, byte by byte and without Foundation, so that encoder and decoder share no mistake.
enum QueryDecoder {
  struct Item: Equatable {
    var name: String
    var value: String?
  }

  /// The items of an encoded query, as a server reads them: `+` is a space.
  static func items(_ query: some StringProtocol) -> [Item] {
    query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
      guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return Item(name: decode(pair), value: nil) }
      return Item(name: decode(pair[..<equals]), value: decode(pair[pair.index(after: equals)...]))
    }
  }

  /// The text behind percent-encoding.
  static func decode(_ encoded: some Sequence<UInt8>, plusIsSpace: Bool = true) -> String {
    var (bytes, rest) = ([UInt8](), Array(encoded)[...])
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
