/// One-line JSON of a service, laid out for readers in a reversible form.
enum ReadableJSON: String {
  /// No spaces between the parts.
  case compact
  /// A space after each comma and colon, as in Python.
  case spaced

  /// Detects the layout of a body; nil if it is not JSON, or has line breaks or irregular spaces.
  init?(_ body: Data) {
    let bytes = Array(body)
    guard let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      JSONText(bytes, isUTF8: true).problem == nil
    else { return nil }
    let layout: Self = Self.rewritten(bytes, as: .compact) == bytes ? .compact : .spaced
    guard layout == .compact || Self.rewritten(bytes, as: .spaced) == bytes else { return nil }
    self = layout
  }

  /// Returns the body with one line for each member and element.
  static func laidOut(_ body: Data) -> Data { Data(rewritten(Array(body), as: nil)) }

  /// Returns the original body; one that has since been edited stays unchanged.
  func restored(_ file: Data) -> Data {
    let bytes = Array(file)
    return JSONText(bytes, isUTF8: true).problem == nil ? Data(Self.rewritten(bytes, as: self)) : file
  }

  /// Returns JSON with other spaces between its parts: those of a layout, or lines for readers.
  private static func rewritten(_ bytes: [UInt8], as layout: Self?) -> [UInt8] {
    var result: [UInt8] = []
    var depth = 0
    var index = 0
    result.reserveCapacity(bytes.count * (layout == nil ? 2 : 1))
    func breakLine() {
      result.append(0x0A)
      result.append(contentsOf: repeatElement(0x20, count: depth * 2))
    }
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D: break
      case 0x22:
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != 0x22 { index += bytes[index] == 0x5C ? 2 : 1 }
        result.append(contentsOf: bytes[start...min(index, bytes.count - 1)])
      case 0x7B, 0x5B:
        result.append(byte)
        depth += 1
        let next = bytes[(index + 1)...].first { $0 > 0x20 }
        if layout == nil, next != 0x7D, next != 0x5D { breakLine() }
      case 0x7D, 0x5D:
        depth -= 1
        if layout == nil, let last = result.last, last != 0x7B, last != 0x5B { breakLine() }
        result.append(byte)
      case 0x2C:
        result.append(byte)
        if layout == nil { breakLine() } else if layout == .spaced { result.append(0x20) }
      case 0x3A:
        result.append(byte)
        if layout != .compact { result.append(0x20) }
      default: result.append(byte)
      }
      index += 1
    }
    if layout == nil { result.append(0x0A) }
    return result
  }
}
