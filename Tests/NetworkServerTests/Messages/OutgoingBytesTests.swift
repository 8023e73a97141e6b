import Foundation
import Testing

@testable import NetworkServer

@Suite("Bytes on their way to a client")
struct OutgoingBytesTests {
  /// Takes up to some bytes, and returns them and their place in memory.
  private func take(_ most: Int, from output: inout OutgoingBytes) -> (bytes: [UInt8], start: UInt) {
    var taken: (bytes: [UInt8], start: UInt) = ([], 0)
    output.consume { bytes in
      taken = (Array(bytes.prefix(most)), UInt(bitPattern: bytes.baseAddress))
      return taken.bytes.count
    }
    return taken
  }

  @Test("leave in the order in which they came, whatever their sizes and those of the writes")
  func order() {
    let large = OutgoingBytes.pieceSize
    let sizes = [0, 1, large, 17, large - 1, large + 1, large - 1, large - 1, 3, 0, 2 * large, 5]
    for most in [1_000, large - 1, large, 5 * large] {
      var output = OutgoingBytes()
      var expected: [UInt8] = []
      var left: [UInt8] = []
      for (index, size) in sizes.enumerated() {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &+ index) }
        expected += bytes
        if index.isMultiple(of: 2) {
          output.append(Data(bytes))
        } else {
          bytes.withUnsafeBufferPointer { output.append($0) }
        }
        // Some leave before the next ones come.
        left += take(most, from: &output).bytes
        #expect(output.count == expected.count - left.count)
      }
      while output.count > 0 { left += take(most, from: &output).bytes }
      #expect(left == expected)
    }
  }

  @Test("bytes on their way to a client are not moved while those before them leave")
  func unmoved() {
    var output = OutgoingBytes()
    output.append("head")
    output.append(Data(repeating: 1, count: 8 << 20))
    _ = take(4, from: &output)
    let first = take(0, from: &output).start
    var sent = 0
    while output.count > 0 {
      let (bytes, start) = take(1 << 20, from: &output)
      #expect(start == first + UInt(sent))
      sent += bytes.count
    }
    #expect(sent == 8 << 20)
  }

  @Test("share the memory of a large body")
  func shared() {
    let body = Data(repeating: 1, count: OutgoingBytes.pieceSize)
    var output = OutgoingBytes()
    output.append(body)
    let place = body.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    #expect(take(1, from: &output).start == place)
  }

  @Test("bytes on their way to a client are gathered if they are few, so that many answers leave in one write")
  func gathered() {
    var output = OutgoingBytes()
    for _ in 0..<10_000 {
      output.append("HTTP/1.1 200 OK\r\n\r\n")
      output.append(Data(repeating: 1, count: 81))
    }
    var writes = 0
    while output.count > 0 {
      _ = take(.max, from: &output)
      writes += 1
    }
    #expect(writes <= 1_000_000 / OutgoingBytes.pieceSize + 1)
  }
}
