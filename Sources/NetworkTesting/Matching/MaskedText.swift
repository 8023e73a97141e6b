/// Text of any kind in which what follows a sensitive name is masked: `password=•••`, `"token": •••`.
enum MaskedText {
  static func masked(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(where: { $0 == "=" || $0 == ":" }) {
      let afterMark = rest.index(after: mark)
      result += rest[..<afterMark]
      let isSecret = Secrets.isSensitive(name(before: rest[..<mark]))
      rest = rest[afterMark...]
      guard isSecret else { continue }
      let space = rest.prefix { $0 == " " }
      let value = value(rest[space.endIndex...])
      result += value.isEmpty ? space : space + Secrets.mask
      rest = rest[value.endIndex...]
    }
    return result + rest
  }

  /// The name that stands right before a mark, in quotation marks or not.
  private static func name(before text: Substring) -> String {
    let characters = text.reversed().drop { $0 == "\"" || $0 == "'" || $0 == " " }
      .prefix { $0.isLetter || $0.isNumber || "-_%.".contains($0) }
    return String(characters.prefix(64).reversed()).percentDecoded
  }

  /// A value up to what ends it: its quotation mark, or what stands between pairs.
  private static func value(_ text: Substring) -> Substring {
    guard text.first == "\"" else { return text.prefix { !"&,;}]\r\n\r\n".contains($0) } }
    var isEscaped = false
    var end = text.index(after: text.startIndex)
    while end < text.endIndex {
      let character = text[end]
      end = text.index(after: end)
      if character == "\"", !isEscaped { break }
      isEscaped = character == "\\" && !isEscaped
    }
    return text[..<end]
  }
}
