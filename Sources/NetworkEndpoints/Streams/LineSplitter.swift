import Foundation

/// Cuts chunks of a text into lines, wherever the chunks end.
struct LineSplitter {
  private var rest: [UInt8] = []
  /// An LF after a CR at the end of a chunk belongs to that CR.
  private var endedWithCR = false

  /// The lines that a chunk completes.
  mutating func lines(in chunk: Data) -> [String] {
    var lines: [String] = []
    for byte in chunk {
      switch byte {
      case 0x0A where endedWithCR: endedWithCR = false
      case 0x0A, 0x0D:
        lines.append(String(decoding: rest, as: UTF8.self))
        rest.removeAll(keepingCapacity: true)
        endedWithCR = byte == 0x0D
      default:
        rest.append(byte)
        endedWithCR = false
      }
    }
    return lines
  }

  /// What comes after the last line's end; nil if there is nothing.
  var lastLine: String? {
    rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
  }
}
