/// The parameters of a field value such as `form-data; name="a"`, with case-insensitive names.
///
/// See [RFC 9110, section 5.6.6](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.6). An extended parameter
/// (`filename*=UTF-8''caf%C3%A9`, [RFC 8187](https://www.rfc-editor.org/rfc/rfc8187)) comes before a plain one.
package struct HeaderParameters {
  private var values: [String: String] = [:]

  package init(_ text: String) {
    var rest = text.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest[name.endIndex...]
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
      let key = name.trimmingCharacters(in: .whitespaces).lowercased()
      let value = rest.first == "\"" ? Self.quoted(&rest) : Self.token(&rest)
      // The first of several equal parameters counts.
      if values[key] == nil { values[key] = value }
      rest = rest.drop { $0 != ";" }
    }
  }

  package subscript(name: String) -> String? { values["\(name)*"].flatMap(Self.extended) ?? values[name] }

  private static func token(_ rest: inout Substring) -> String {
    let token = rest.prefix { $0 != ";" }
    rest = rest[token.endIndex...]
    return token.trimmingCharacters(in: .whitespaces)
  }

  private static func quoted(_ rest: inout Substring) -> String {
    rest.removeFirst()
    var value = ""
    while let character = rest.popFirst(), character != "\"" {
      // Browsers leave a lone backslash unchanged; only an escaped quotation mark or backslash is an escape.
      if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
        value.append(rest.removeFirst())
      } else {
        value.append(character)
      }
    }
    // All escapes of browsers: https://html.spec.whatwg.org/#multipart-form-data
    return value.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
  }

  /// Character set, language and escaped text, with an apostrophe after each of the first two.
  private static func extended(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[2]).percentDecoded : nil
  }
}
