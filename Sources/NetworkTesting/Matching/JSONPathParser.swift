/// Takes the text of a JSON path apart.
struct JSONPathParser {
  private var rest: Substring

  /// The steps of a path, or nil if the text is none.
  static func parse(_ text: String) -> [JSONPath.Step]? {
    let start = text.first == "$" ? text.dropFirst() : text.first == "[" ? text[...] : Substring("." + text)
    var parser = Self(rest: start)
    var steps: [JSONPath.Step] = []
    while !parser.rest.isEmpty {
      guard let step = parser.step() else { return nil }
      steps.append(step)
    }
    return steps
  }

  private mutating func step() -> JSONPath.Step? {
    switch rest.popFirst() {
    case ".":
      let name = rest.prefix { $0 != "." && $0 != "[" }
      rest = rest[name.endIndex...]
      return name.isEmpty ? nil : name == "*" ? .each : .key(String(name))
    case "[":
      skipSpace()
      let step = rest.first == "'" || rest.first == "\"" ? quotedKey() : indexOrStar()
      skipSpace()
      return rest.popFirst() == "]" ? step : nil
    default:
      return nil
    }
  }

  private mutating func skipSpace() { rest = rest.drop { $0 == " " } }

  private mutating func indexOrStar() -> JSONPath.Step? {
    let text = rest.prefix { $0 != "]" && $0 != " " }
    rest = rest[text.endIndex...]
    return text == "*" ? .each : Int(text).map { .index($0) }
  }

  /// A key in quotation marks, in which a backslash takes the meaning from what follows.
  private mutating func quotedKey() -> JSONPath.Step? {
    let quote = rest.popFirst()
    var key = ""
    while let character = rest.popFirst() {
      if character == quote { return .key(key) }
      guard let literal = character == "\\" ? rest.popFirst() : character else { return nil }
      key.append(literal)
    }
    return nil
  }
}
