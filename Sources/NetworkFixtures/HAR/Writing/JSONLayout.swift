/// The layout of JSON text that was kept without space: short values on one line, others on several.
enum JSONLayout {
  /// Values in deeper containers stay on one line, so that indentation cannot outgrow the text.
  private static let deepest = 8
  private static let longest = 100

  /// Lays out JSON.
  ///
  /// - Parameters:
  ///   - json: JSON without space between its tokens.
  ///   - depth: The level of what surrounds it.
  ///   - inline: Whether it has to stay on one line.
  static func text(of json: String, depth: Int, inline: Bool) -> String {
    let bytes = Array(json.utf8)
    guard let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return json }
    if inline { return spaced(bytes[...]) }
    var result = ""
    write(bytes[...], depth: depth, level: 0, to: &result)
    return result
  }

  private static func write(_ bytes: ArraySlice<UInt8>, depth: Int, level: Int, to result: inout String) {
    let isContainer = bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[")
    guard isContainer, level < deepest, bytes.count > longest || holdsContainers(bytes), bytes.count > 2 else {
      result += spaced(bytes)
      return
    }
    let indentation = "\n" + String(repeating: "  ", count: depth + 1)
    result += bytes.first == UInt8(ascii: "{") ? "{" : "["
    var separator = ""
    for element in elements(of: bytes) {
      result += separator + indentation
      separator = ","
      let value = bytes.first == UInt8(ascii: "{") ? valueStart(element) : element.startIndex
      result += value > element.startIndex ? String(decoding: element[..<value], as: UTF8.self) + " " : ""
      write(element[value...], depth: depth + 1, level: level + 1, to: &result)
    }
    result += String(indentation.dropLast(2)) + (bytes.first == UInt8(ascii: "{") ? "}" : "]")
  }

  private static func holdsContainers(_ bytes: ArraySlice<UInt8>) -> Bool {
    var found = false
    scan(bytes.dropFirst()) { byte, _ in
      found = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      return !found
    }
    return found
  }

  /// The members or elements of a container.
  private static func elements(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var (elements, start, depth) = ([ArraySlice<UInt8>](), bytes.startIndex + 1, 0)
    let inside = bytes.dropFirst().dropLast()
    scan(inside) { byte, index in
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        elements.append(bytes[start..<index])
        start = index + 1
      default: break
      }
      return true
    }
    return elements + [bytes[start..<inside.endIndex]]
  }

  /// The place after a member's colon.
  private static func valueStart(_ member: ArraySlice<UInt8>) -> Int {
    var place = member.startIndex
    scan(member) { byte, index in
      place = index + 1
      return byte != UInt8(ascii: ":")
    }
    return place
  }

  /// JSON on one line, with a space after each mark.
  private static func spaced(_ bytes: ArraySlice<UInt8>) -> String {
    var (result, start) = ([UInt8](), bytes.startIndex)
    let space = UInt8(ascii: " ")
    scan(bytes) { byte, index in
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : 0
      let isOpening = byte == UInt8(ascii: "{") && next != UInt8(ascii: "}")
      let isClosing = byte == UInt8(ascii: "}") && index > bytes.startIndex && bytes[index - 1] != UInt8(ascii: "{")
      guard isOpening || isClosing || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") else { return true }
      result.append(contentsOf: bytes[start..<index])
      result.append(contentsOf: isClosing ? [space, byte] : [byte, space])
      start = index + 1
      return true
    }
    return String(decoding: result + bytes[start...], as: UTF8.self)
  }

  /// Visits the bytes outside of strings until the visitor has seen enough.
  private static func scan(_ bytes: ArraySlice<UInt8>, _ visit: (UInt8, Int) -> Bool) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "\"") {
        index += 1
        while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
      } else if !visit(bytes[index], index) {
        return
      }
      index += 1
    }
  }
}
