import NetworkStubs

extension Compression {
  /// Returns the bytes in a form that every reader accepts, without making them fewer.
  package func compressed(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .gzip:
      [0x1F, 0x8B, 0x08] + [0, 0, 0, 0, 0, 0, 255] + Self.stored(bytes)
        + Checksum.crc32(bytes).bytes + UInt32(truncatingIfNeeded: bytes.count).bytes
    case .zlib: [0x78, 0x01] + Self.stored(bytes) + Checksum.adler32(bytes).bytes.reversed()
    }
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
  /// The bytes, the least significant first.
  fileprivate var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
}
