/// The name of a function as written by its author, such as `SearchModel.textChanged(to:)`.
///
/// Source: [Swift's name mangling](https://github.com/swiftlang/swift/blob/main/docs/ABI/Mangling.rst).
package struct FunctionName: Hashable {
  /// The module that declares it.
  package let module: String
  /// The type and the function, with its labels but without types.
  package let text: String

  /// Whether it belongs to a user of this package, and neither to the package nor to Swift's libraries.
  package var isOfUser: Bool {
    !Self.others.contains(module) && !module.hasPrefix("_") && !module.hasPrefix("Foundation")
      // SwiftPM's own, which runs the tests.
      && !module.hasSuffix("PackageTests")
      // Macros name their functions in the linker's form.
      && !text.contains("$s")
  }

  private static let others: Set<String> = [
    "NetworkEndpoints", "NetworkFixtures", "NetworkStubs", "NetworkServer", "NetworkHAR", "NetworkTesting",
    "NetworkRecording", "NetworkSimulation", "NetworkLoopback", "NetworkRules", "NetworkTraffic", "Swift", "Testing",
    "XCTest", "Dispatch", "Synchronization",
  ]

  /// The known names, by the addresses of code: reading a name takes longer than most tests.
  private static let known = Guarded<[UInt: Self?]>([:])

  /// Returns the function at an address; nil for one without an author.
  package static func at(_ address: UInt) -> Self? {
    if let name = known.withLock({ $0[address] }) { return name }
    let name = Self(demangled: SymbolNames.name(of: address))
    known.withLock { $0[address] = .some(name) }
    return name
  }

  /// Returns the first of the functions at some addresses that belongs to a user.
  package static func author(of addresses: [UInt]) -> String? {
    addresses.lazy.compactMap(at).first(where: \.isOfUser)?.text
  }

  /// Returns whether one of the functions at some addresses is that of a sleep in real time.
  package static func isRealSleep(_ addresses: [UInt]) -> Bool {
    addresses.prefix(6).lazy.compactMap(at).contains { name in
      ["Swift", "_Concurrency"].contains(name.module) && name.text.contains("leep(")
    }
  }

  /// Reads a demangled name; nil for what has no author, such as a thunk.
  init?(demangled name: String) {
    guard !name.contains("thunk"), !name.contains(" + 0x"), !name.hasPrefix("partial apply") else { return nil }
    var rest = Substring(name)
    for marker in ["partial function for ", "> of "] {
      while let range = rest.firstRange(of: marker) { rest = rest[range.upperBound...] }
    }
    // The function around a closure comes last.
    guard var signature = Self.parts(of: Self.withoutDiscriminators(rest), separatedBy: " in ").last else { return nil }
    if signature.hasPrefix("(extension in "), let end = signature.firstRange(of: "):") {
      signature = signature[end.upperBound...]
    }
    if signature.hasPrefix("static ") { signature = signature.dropFirst(7) }
    var isRaw = false
    let path = signature.prefix { character in
      if character == "`" { isRaw.toggle() }
      return isRaw || !"(< ".contains(character)
    }
    guard let dot = path.firstIndex(of: "."), dot > path.startIndex else { return nil }
    module = String(path[..<dot])
    text = path[path.index(after: dot)...] + Self.labels(signature[path.endIndex...])
  }

  /// `(to:_:)` of a signature that begins with generic or other parameters; empty for a property.
  private static func labels(_ signature: Substring) -> String {
    let groups = parts(of: String(signature.replacing("->", with: "→")), separatedBy: "→")
    guard var list = groups.first, let open = list.hasPrefix("<") ? end(of: list) : list.startIndex else { return "" }
    list = list[open...]
    guard list.hasPrefix("("), let close = end(of: list) else { return "" }
    let inner = list[..<close].dropFirst().dropLast()
    if inner.isEmpty { return "()" }
    let labels = parts(of: String(inner), separatedBy: ",").map { part in
      let halves = parts(of: String(part), separatedBy: ":")
      return halves.count > 1 ? halves[0].filter { $0 != " " } + ":" : "_:"
    }
    return "(\(labels.joined()))"
  }

  /// Returns the end of the bracket with which a text begins.
  private static func end(of text: Substring) -> Substring.Index? {
    var depth = 0
    return text.indices.first { index in
      if "(<[".contains(text[index]) { depth += 1 } else if ")>]".contains(text[index]) { depth -= 1 }
      return depth == 0
    }.map(text.index(after:))
  }

  /// Returns the parts of a text between separators that are outside of brackets and raw names.
  private static func parts(of text: String, separatedBy separator: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex, index = start, depth = 0, isRaw = false
    while index < text.endIndex {
      let character = text[index]
      if character == "`" { isRaw.toggle() }
      if !isRaw, "(<[".contains(character) { depth += 1 }
      if !isRaw, ")]".contains(character) || character == ">" && text[..<index].last != "-" { depth -= 1 }
      if !isRaw, depth == 0, text[index...].hasPrefix(separator) {
        parts.append(text[start..<index])
        index = text.index(index, offsetBy: separator.count)
        start = index
      } else {
        index = text.index(after: index)
      }
    }
    return parts + [text[start...]]
  }

  /// Returns the text with `(name in _12BE0E)`, the discriminated form of a private name, as `name`.
  private static func withoutDiscriminators(_ text: Substring) -> String {
    var result = "", rest = text
    while let mark = rest.firstRange(of: " in _"), let open = rest[..<mark.lowerBound].lastIndex(of: "("),
      let close = rest[mark.upperBound...].firstIndex(of: ")")
    {
      result += rest[..<open] + rest[rest.index(after: open)..<mark.lowerBound]
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}
