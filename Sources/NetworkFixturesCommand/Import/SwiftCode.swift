import NetworkEndpoints

/// Values as Swift source.
enum SwiftCode {
  /// A string literal.
  static func literal(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default:
        scalar.isPrinting ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return "\"\(escaped.joined())\""
  }

  /// A literal of JSON, keys in order.
  static func literal(_ value: JSONValue) -> String {
    switch value {
    case .null: "nil"
    case .bool(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .number(let number): number.isFinite ? "\(number)" : "0"
    case .string(let text): literal(text)
    case .array(let list): "[\(list.map(literal).joined(separator: ", "))]"
    case .object(let members): literal(members.sorted { $0.key < $1.key }.map { ($0.key, literal($0.value)) })
    }
  }

  /// A dictionary literal.
  static func literal(_ members: [(name: String, code: String)]) -> String {
    members.isEmpty ? "[:]" : "[\(members.map { "\(literal($0.name)): \($0.code)" }.joined(separator: ", "))]"
  }
}
