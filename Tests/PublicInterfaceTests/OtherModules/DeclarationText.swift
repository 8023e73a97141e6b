import NetworkTesting

/// The parts of the text of a function or an initialiser.
struct DeclarationText {
  struct Parameter {
    /// The label of its argument; nil if there is none.
    let label: String?
    let name: String
    let type: String
    /// The text of the default argument; nil if there is none.
    let defaultArgument: String?

    /// Whether only the compiler passes it: the place of a call, or the isolation of the caller.
    var isOfCompiler: Bool { defaultArgument?.hasPrefix("#") ?? false }
  }

  /// Everything before the parameters: `static func wire`.
  let head: String
  /// The generic parameters with their brackets; empty if there are none.
  let generics: String
  let parameters: [Parameter]
  /// Everything behind the parameters: effects, result and requirements.
  let tail: String

  /// The requirements of the generic parameters, from `where` on; empty if there are none.
  var requirements: String { tail.range(of: "where ").map { String(tail[$0.lowerBound...]) } ?? "" }

  /// Reads a declaration; nil for one that has no parameters, such as a property.
  init?(_ text: String) {
    guard let open = Self.index(of: "(", in: text), let close = Self.end(ofBracketAt: open, in: text) else {
      return nil
    }
    let name = text[..<open]
    let start = name.firstIndex(of: "<") ?? name.endIndex
    head = String(name[..<start])
    generics = String(name[start...])
    tail = text[close...].trimmingCharacters(in: .whitespaces)
    let list = text[text.index(after: open)..<text.index(before: close)]
    parameters = Self.parts(of: list, separatedBy: ",").map { part in
      let halves = Self.parts(of: part, separatedBy: ":", atMost: 2)
      let names = halves[0].split(separator: " ")
      let value = Self.parts(of: halves[1], separatedBy: " = ", atMost: 2)
      return Parameter(
        label: names[0] == "_" ? nil : String(names[0]), name: String(names[names.count - 1]),
        type: value[0].trimmingCharacters(in: .whitespaces),
        defaultArgument: value.count > 1 ? String(value[1]) : nil)
    }
  }

  /// Returns the place of a bracket outside of generic parameters.
  private static func index(of bracket: Character, in text: String) -> String.Index? {
    var depth = 0
    return text.indices.first { index in
      if text[index] == "<" { depth += 1 }
      if text[index] == ">" { depth -= 1 }
      return depth == 0 && text[index] == bracket
    }
  }

  private static func end(ofBracketAt open: String.Index, in text: String) -> String.Index? {
    var depth = 0
    return text[open...].indices.first { index in
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      return depth == 0
    }.map(text.index(after:))
  }

  /// Returns the parts of a text between separators that are outside of brackets.
  private static func parts(
    of text: Substring, separatedBy separator: String, atMost limit: Int = .max
  ) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    var index = text.startIndex
    while index < text.endIndex {
      let isArrow = text[index] == ">" && text[..<index].last == "-"
      if "([{<".contains(text[index]) { depth += 1 }
      if ")]}>".contains(text[index]), !isArrow { depth -= 1 }
      if depth == 0, parts.count < limit - 1, text[index...].hasPrefix(separator) {
        parts.append(text[start..<index])
        index = text.index(index, offsetBy: separator.count)
        start = index
      } else {
        index = text.index(after: index)
      }
    }
    let last = text[start...]
    return last.allSatisfy(\.isWhitespace) ? parts : parts + [last]
  }
}
