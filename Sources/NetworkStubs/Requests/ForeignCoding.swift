/// A content coding that sessions and servers undo, and this package does not.
package enum ForeignCoding: Sendable {
  /// Brotli ([RFC 7932](https://www.rfc-editor.org/rfc/rfc7932)), whose bytes do not show it.
  case brotli
  /// Zstandard ([RFC 8878](https://www.rfc-editor.org/rfc/rfc8878)).
  case zstandard

  /// The first bytes of a body in Zstandard.
  package static let zstandardMark: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  /// Finds the coding in a `Content-Encoding` field, the last one first; nil if there is none of them.
  package init?(saidAs codings: String) {
    let names = codings.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    switch names.last(where: { $0 != "identity" }) {
    case "br": self = .brotli
    case "zstd": self = .zstandard
    default: return nil
    }
  }

  /// Returns whether a body is text as it is, so that it is in none of these codings: their first or last bytes are none of a text.
  static func isPlain(_ body: Data) -> Bool {
    let controls: (UInt8) -> Bool = { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    guard !body.prefix(16).contains(where: controls), !body.suffix(16).contains(where: controls) else { return false }
    return String(data: body, encoding: .utf8) != nil
  }

  /// The name as the field has it.
  var field: String {
    switch self {
    case .brotli: "br"
    case .zstandard: "zstd"
    }
  }

  /// The name in a sentence.
  var name: String {
    switch self {
    case .brotli: "Brotli"
    case .zstandard: "Zstandard"
    }
  }
}
