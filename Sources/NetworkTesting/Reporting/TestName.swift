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

/// Texts as parts of a path that every system can check out, always distinct.
package enum FileSlug {
  /// Returns the name of a suite or a function: unchanged if it is a plain identifier, with its labels, as in `loads-id`.
  package static func name(_ text: String) -> String {
    let parts = text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    let labels = parts.count == 2 && parts[1].hasSuffix(")") ? parts[1].dropLast().split(separator: ":") : []
    let isWhole = parts.count == 1 || parts[1] == labels.map { "\($0):" }.joined() + ")"
    let words = [parts[0]] + labels
    // No identifier has a dash, so labels cannot be mistaken for a part of the name.
    let isPlain = isWhole && words.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isWordByte) }
    let name = words.joined(separator: "-")
    return isPlain && name.utf8.count <= 100 ? name : hashed(text, as: text)
  }

  /// Returns a readable start and a distinguishing hash: file systems may treat `A` and `a` as equal.
  package static func hashed(_ text: String, as identity: String) -> String {
    let words = text.lowercased().utf8.split { !$0.isWordByte }.map { String(decoding: $0, as: UTF8.self) }
    let start = words.joined(separator: "-").prefix(40)
    return (start.isEmpty ? "" : start + "-") + hash(identity)
  }

  /// Ten digits of a fingerprint, with both its halves mixed.
  private static func hash(_ text: String) -> String {
    let value = Fingerprint(of: text.utf8).value
    return String(Fingerprint.digits(value ^ (value >> 29)).suffix(10))
  }
}

extension UInt8 {
  fileprivate var isWordByte: Bool {
    self >= 0x61 && self <= 0x7A || self >= 0x41 && self <= 0x5A || self >= 0x30 && self <= 0x39 || self == 0x5F
  }
}
