/// A compression that can be undone and made again: what the content codings `gzip` and `deflate` name.
enum Compression {
  /// [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952).
  case gzip
  /// [RFC 1950](https://www.rfc-editor.org/rfc/rfc1950).
  case zlib

  /// The compression that bytes begin like; nil for other bytes.
  init?(of bytes: ArraySlice<UInt8>) {
    let start = Array(bytes.prefix(3))
    guard start.count == 3 else { return nil }
    if start == Self.gzipMark {
      self = .gzip
    } else if start[0] == 0x78, (Int(start[0]) << 8 | Int(start[1])).isMultiple(of: 31) {
      self = .zlib
    } else {
      return nil
    }
  }

  static let gzipMark: [UInt8] = [0x1F, 0x8B, 0x08]

  /// What was compressed; nil where the bytes are damaged or cut off.
  func decompressed(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    switch self {
    case .zlib:
      var inflater = Inflater(bytes.dropFirst(2))
      return inflater.inflate()
    case .gzip:
      // A file may be several, one after the other.
      var (result, rest) = ([UInt8](), bytes)
      repeat {
        guard rest.starts(with: Self.gzipMark), let start = Self.dataStart(of: rest) else { return nil }
        var inflater = Inflater(rest[start...])
        guard let part = inflater.inflate() else { return nil }
        result += part
        rest = rest[min(inflater.index + 8, rest.endIndex)...]
      } while !rest.isEmpty
      return result
    }
  }

  /// The bytes in a form that every reader takes, without making them fewer.
  func compressed(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .gzip:
      Self.gzipMark + [0, 0, 0, 0, 0, 0, 255] + Self.stored(bytes)
        + Checksum.crc32(bytes).bytes + UInt32(truncatingIfNeeded: bytes.count).bytes
    case .zlib: [0x78, 0x01] + Self.stored(bytes) + Checksum.adler32(bytes).bytes.reversed()
    }
  }

  /// The place behind a header with its optional parts.
  private static func dataStart(of bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 18 else { return nil }
    let flags = bytes[bytes.startIndex + 3]
    var rest = bytes.dropFirst(10)
    if flags & 4 != 0 {
      let length = rest.prefix(2).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(2 + length)
    }
    // The name and the comment end with a zero.
    for flag in [8, 16] as [UInt8] where flags & flag != 0 {
      rest = rest.drop { $0 != 0 }.dropFirst()
    }
    if flags & 2 != 0 { rest = rest.dropFirst(2) }
    return rest.isEmpty ? nil : rest.startIndex
  }

  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (result, rest) = ([UInt8](), bytes[...])
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      result += [
        rest.isEmpty ? 1 : 0, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8),
      ]
      result += block
    } while !rest.isEmpty
    return result
  }
}

/// The checksums that readers of compressed data compare.
enum Checksum {
  static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  static func adler32(_ bytes: [UInt8]) -> UInt32 {
    let (low, high) = bytes.reduce((1, 0) as (UInt32, UInt32)) { sums, byte in
      let low = (sums.0 + UInt32(byte)) % 65_521
      return (low, (sums.1 + low) % 65_521)
    }
    return high << 16 | low
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }
}

extension UInt32 {
  /// The bytes, the least first.
  fileprivate var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
}
