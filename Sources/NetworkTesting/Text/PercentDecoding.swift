import Foundation

/// Bytes of a text that is being read, which must not outlive it.
typealias ByteSlice = Slice<UnsafeBufferPointer<UInt8>>

extension ByteSlice {
  /// The first place of a byte.
  ///
  /// The C library looks at many bytes at once, also in a debug build.
  func place(of byte: UInt8) -> Int? {
    guard let address = base.baseAddress else { return nil }
    let start = UnsafeRawPointer(address + startIndex)
    return memchr(start, Int32(byte), count).map { startIndex + (UnsafeRawPointer($0) - start) }
  }
}

/// Turning escapes into what they stand for ([RFC 3986, section 2.1](https://www.rfc-editor.org/rfc/rfc3986#section-2.1)).
///
/// An escape that is none stays as it is, and so does a text whose escapes are not UTF-8.
enum PercentDecoding {
  /// A segment of a path, in which `+` is itself.
  static func segment(_ bytes: ByteSlice) -> String {
    bytes.place(of: percent) != nil ? decoded(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  /// A name or value of a query or form, in which `+` is a space.
  static func queryComponent(_ bytes: ByteSlice) -> String {
    guard bytes.place(of: plus) != nil else { return segment(bytes) }
    let spaced = bytes.map { $0 == plus ? UInt8(ascii: " ") : $0 }
    return spaced.withUnsafeBufferPointer { segment($0[...]) }
  }

  private static func decoded(_ bytes: ByteSlice) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == percent, index + 2 < bytes.endIndex,
        let high = bytes[index + 1].hexValue, let low = bytes[index + 2].hexValue
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(bytes: result, encoding: .utf8) ?? String(decoding: bytes, as: UTF8.self)
  }

  private static let percent = UInt8(ascii: "%")
  private static let plus = UInt8(ascii: "+")
}

extension String {
  /// The text with its escapes decoded; an escape that is none, or not UTF-8, stays as it is.
  var percentDecoded: String {
    var text = self
    return text.withUTF8 { PercentDecoding.segment($0[...]) }
  }
}

extension UInt8 {
  /// What a hexadecimal digit stands for.
  var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
