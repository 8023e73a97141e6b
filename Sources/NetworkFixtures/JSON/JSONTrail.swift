import NetworkEndpoints

/// The way to a place in JSON text, worked out from the text before it.
enum JSONTrail {
  private struct Step {
    let isObject: Bool
    var key: Range<Int>?
    var position = 0
  }

  /// Names the place of a value or of damage as a JSON path.
  ///
  /// - Parameters:
  ///   - offset: How many bytes are before the place.
  ///   - bytes: The text, which may be damaged after that place.
  static func path(to offset: Int, in bytes: [UInt8]) -> String {
    var steps: [Step] = []
    var string: Range<Int>?
    var index = 0
    while index < min(offset, bytes.count) {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index = min(index + (bytes[index] == UInt8(ascii: "\\") ? 2 : 1), bytes.count)
        }
        string = start..<index
        index += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): steps.append(Step(isObject: byte == UInt8(ascii: "{")))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        _ = steps.popLast()
        // What follows a container belongs to the one around it.
        if let last = steps.indices.last { steps[last].key = nil }
      case UInt8(ascii: ":"): if let last = steps.indices.last { steps[last].key = string }
      case UInt8(ascii: ","):
        if let last = steps.indices.last {
          steps[last].key = nil
          steps[last].position += 1
        }
      default: break
      }
    }
    return text(of: steps, in: bytes)
  }

  private static func text(of steps: [Step], in bytes: [UInt8]) -> String {
    let names = steps.compactMap { step -> String? in
      guard step.isObject else { return "[\(step.position)]" }
      return step.key.map { key in
        let name = String(decoding: bytes[key], as: UTF8.self)
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? ".\(name)" : "[\(name.quoted)]"
      }
    }
    return "$" + (names.count > 16 ? names.prefix(15).joined() + "…" : names.joined())
  }
}
