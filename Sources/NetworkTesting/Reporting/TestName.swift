/// The name of a test, part by part: its module, its suites and its function.
///
/// Swift Testing keeps the parts of a test's identity private; its description is
/// `Module.Outer/Inner/loads(id:)/File.swift:12:4`, in which raw identifiers are in backticks.
package struct TestName: Sendable {
  package let module: String
  /// The suites and the function, such as `["Outer", "loads(id:)"]`.
  package let components: [String]

  package init(_ test: Test) { self.init(id: "\(test.id)", name: test.name) }

  package init(id: String, name: String) {
    var parts = Self.split(id, at: "/")
    // The place of a function.
    if parts.count > 1, parts.last?.split(separator: ":").count == 3 { parts.removeLast() }
    let first = Self.split(parts.first ?? "", at: ".")
    module = first.count > 1 ? first[0] : ""
    let components = (first.count > 1 ? [first.dropFirst().joined(separator: ".")] : first) + parts.dropFirst()
    self.components = components.isEmpty ? [name] : components
  }

  /// All parts, such as `AppTests.Outer/loads(id:)`.
  package var full: String { (module.isEmpty ? "" : module + ".") + components.joined(separator: "/") }

  /// The argument of `swift test --filter` that runs only this test, quoted for a shell.
  package var filter: String {
    let pattern = full.reduce(into: "") { text, character in
      if "\\.()[]{}*+?^$|".contains(character) { text.append("\\") }
      text.append(character)
    }
    return "'\(pattern.replacing("'", with: "'\\''"))'"
  }

  /// Splits at a mark outside backticks.
  private static func split(_ text: String, at mark: Character) -> [String] {
    var parts = [""]
    var isRaw = false
    for character in text {
      if character == "`" { isRaw.toggle() }
      if character == mark, !isRaw { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts
  }
}
