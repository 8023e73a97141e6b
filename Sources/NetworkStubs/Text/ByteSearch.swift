// Written with indices, and on the C library: a closure for each byte is slow in a debug build.
extension ArraySlice<UInt8> {
  /// Returns the first place of a byte; the C library searches many at once, even in a debug build.
  package func place(of byte: UInt8, from start: Int? = nil) -> Int? {
    let start = start ?? startIndex
    guard start < endIndex else { return nil }
    return withUnsafeBytes { bytes -> Int? in
      guard let address = bytes.baseAddress else { return nil }
      let offset = start - startIndex
      let found = memchr(address + offset, Int32(byte), bytes.count - offset)
      return found.map { startIndex + (UnsafeRawPointer($0) - address) }
    }
  }

  /// Returns all places of a byte.
  package func places(of byte: UInt8) -> [Int] {
    var places: [Int] = []
    var next = place(of: byte)
    while let place = next {
      places.append(place)
      next = self.place(of: byte, from: place + 1)
    }
    return places
  }

  /// Returns whether other bytes are at a place.
  package func has(_ other: [UInt8], at start: Int) -> Bool {
    guard endIndex - start >= other.count else { return false }
    var index = 0
    while index < other.count {
      if self[start + index] != other[index] { return false }
      index += 1
    }
    return true
  }

  /// Returns the first place of other bytes.
  package func firstRange(of other: ArraySlice<UInt8>, from start: Int? = nil) -> Range<Int>? {
    let start = start ?? startIndex
    guard let first = other.first else { return start..<start }
    let pattern = Array(other)
    var place = place(of: first, from: start)
    while let found = place, endIndex - found >= pattern.count {
      if has(pattern, at: found) { return found..<(found + pattern.count) }
      place = self.place(of: first, from: found + 1)
    }
    return nil
  }

  package var isText: Bool {
    if place(of: 0) != nil { return false }
    let isASCII = withUnsafeBytes { bytes -> Bool in
      var index = 0
      var bits = UInt64(0)
      while index + 8 <= bytes.count {
        bits |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        index += 8
      }
      while index < bytes.count {
        bits |= UInt64(bytes[index])
        index += 1
      }
      return bits & 0x8080_8080_8080_8080 == 0
    }
    return isASCII || Array(self).firstOffsetThatIsNotUTF8 == nil
  }
}
