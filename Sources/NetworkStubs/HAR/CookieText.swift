/// Cookies in the syntax of header fields: [RFC 6265, section 4](https://www.rfc-editor.org/rfc/rfc6265#section-4).
enum CookieText {
  /// Returns the cookies of a `Cookie` field.
  static func sent(_ field: String) -> [HARObject] {
    parts(of: field).filter { !$0.name.isEmpty }.map { .pair($0.name, $0.value ?? "") }
  }

  /// Returns the cookie of a `Set-Cookie` field.
  static func set(_ field: String) -> HARObject? {
    let parts = parts(of: field)
    guard let first = parts.first, let value = first.value else { return nil }
    var path: String?
    var domain: String?
    var expires: Date?
    var isHTTPOnly = false
    var isSecure = false
    for attribute in parts.dropFirst() {
      switch attribute.name.lowercased() {
      case "path": path = attribute.value
      case "domain": domain = attribute.value
      case "expires": expires = attribute.value.flatMap(date)
      case "httponly": isHTTPOnly = true
      case "secure": isSecure = true
      default: break
      }
    }
    return [
      "name": .string(first.name),
      "value": .string(value),
      "path": path.map(HARValue.string),
      "domain": domain.map(HARValue.string),
      "expires": expires.map { .string(HARDate.format($0)) },
      "httpOnly": .bool(isHTTPOnly),
      "secure": .bool(isSecure),
    ]
  }

  private static func parts(of field: String) -> [(name: String, value: String?)] {
    field.split(separator: ";").map { part in
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      return (pair.first ?? "", pair.count > 1 ? pair[1] : nil)
    }
  }

  /// Parses a date such as `Wed, 11 Jun 2025 17:42:08 GMT`, also with dashes.
  private static func date(_ text: String) -> Date? {
    let words = text.split { " ,-".contains($0) }
    guard words.count >= 5, let month = months.firstIndex(of: words[2].prefix(3).lowercased()) else { return nil }
    let day = words[1].count == 1 ? "0" + words[1] : String(words[1])
    return HARDate.parse("\(words[3])-\(month < 9 ? "0" : "")\(month + 1)-\(day)T\(words[4])Z")
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
}
