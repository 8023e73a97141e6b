import Foundation
import NetworkEndpoints

/// A chunked body decoded: [RFC 9112, section 7.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1).
struct ChunkedBody {
  var body = Data()
  var trailer = HTTPHeaders()
}

extension MessageReader {
  /// Takes a chunked body to the end of the text; nil where it does not begin with a chunk.
  mutating func chunkedBody() throws -> ChunkedBody? {
    var result = ChunkedBody()
    let start = index
    guard start < bytes.count else { return nil }
    while true {
      let lineStart = index
      guard let line = self.line() else { throw damaged("the text ends, expected a chunk.", at: lineStart) }
      guard let size = Self.size(line) else {
        if lineStart == start { return nil }
        throw damaged("expected the size of a chunk in hexadecimal digits.", at: lineStart)
      }
      if size == 0 { break }
      let dataStart = index
      let data = take(size)
      guard data.count == size else {
        throw damaged("expected a chunk of \(size) bytes, found \(data.count).", at: dataStart)
      }
      result.body.append(contentsOf: data)
      let end = index
      guard self.line()?.isEmpty == true else { throw damaged("expected a line break after \(size) bytes.", at: end) }
    }
    result.trailer = try fields()
    let end = index
    guard take(bytes.count).allSatisfy({ $0 == 0x0A || $0 == 0x0D }) else {
      throw damaged("expected nothing after the last chunk.", at: end)
    }
    return result
  }

  private func damaged(_ reason: String, at offset: Int) -> Failure {
    failure(.damagedChunk, reason, at: offset)
  }

  /// The size that a line such as `1A;name=value` begins with.
  private static func size(_ line: ArraySlice<UInt8>) -> Int? {
    let digits = line.prefix { $0.hexadecimalValue != nil }
    let rest = line.dropFirst(digits.count).drop { $0 == 0x20 || $0 == 0x09 }
    // Fifteen digits are more than any file has bytes.
    guard (1...15).contains(digits.count), rest.isEmpty || rest.first == UInt8(ascii: ";") else { return nil }
    return digits.reduce(0) { $0 << 4 | Int($1.hexadecimalValue ?? 0) }
  }
}
