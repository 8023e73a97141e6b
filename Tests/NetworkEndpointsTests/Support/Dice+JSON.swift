import NetworkEndpoints
import NetworkTesting
import TestSupport

extension Dice {
  /// Text of up to twelve scalars, rich in those that mean something in URLs, headers and JSON.
  mutating func text() -> String {
    let length = Int.random(in: 0...12, using: &self)
    return (0..<length).reduce(into: "") { text, _ in
      text.unicodeScalars.append(Self.scalars.randomElement(using: &self) ?? "x")
    }
  }

  private static let scalars = Array(
    "aZ09 %+&=?#/;:@[]{}\"'\\\n\r\t\0-._~*!$(),|^`<>é\u{301}日🧮\u{7F}\u{200B}".unicodeScalars)

  /// Any JSON value, at most four levels deep.
  mutating func jsonValue(depth: Int = 0) -> JSONValue {
    switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &self) {
    case 0: .null
    case 1: .bool(Bool.random(using: &self))
    case 2: .integer(Int.random(in: -9...9, using: &self))
    case 3: .integer(Int.random(in: .min ... .max, using: &self))
    case 4: .number(Double.random(in: -1e6...1e6, using: &self) * 0.5)
    case 5: .string(text())
    case 6: .array((0..<Int.random(in: 0...3, using: &self)).map { _ in jsonValue(depth: depth + 1) })
    default:
      .object(
        (0..<Int.random(in: 0...3, using: &self)).reduce(into: [:]) { members, _ in
          members[text()] = jsonValue(depth: depth + 1)
        })
    }
  }
}
