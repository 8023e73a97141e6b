import NetworkTesting

/// A public declaration, as the symbol graph of its module has it.
struct PublicName: Hashable {
  /// What it is in a symbol graph: `struct`, `class`, `func`, `init`, `method`, `property`, `type.method` or `type.property`.
  let kind: String
  /// Its own name and those of the types around it, from outside.
  let path: [String]
  /// The declaration without attributes: `static func wire(_ parts: WirePart...) -> Answer`.
  let declaration: String
  /// The types and protocols that it conforms to, each with its module.
  let conformances: Set<String>
  /// The module that a test imports for it.
  let module: String

  /// The name without labels of arguments.
  var baseName: String { String((path.last ?? "").prefix { $0 != "(" }) }
  /// The types around it.
  var owner: String { path.dropLast().joined(separator: ".") }
  var isType: Bool { ["struct", "class", "enum"].contains(kind) }
  var isStatic: Bool { kind.hasPrefix("type.") }
  /// Whether it is what stands in `@Test(…)`, as `.recording` does.
  var isTrait: Bool { owner == "Trait" && isStatic }
  /// Whether it is a function outside of types, as `withRecording` is.
  var isFreeFunction: Bool { kind == "func" }

  /// Returns whether an argument of a function or an initialiser has a type, or holds one.
  fileprivate func takes(_ type: PublicName) -> Bool {
    DeclarationText(declaration)?.parameters.contains { type.stands(in: $0.type) } ?? false
  }

  /// Returns whether a closure among its arguments gets a type.
  fileprivate func hands(_ type: PublicName) -> Bool {
    DeclarationText(declaration)?.parameters.contains { parameter in
      parameter.type.components(separatedBy: "->").dropLast().contains { type.stands(in: $0) }
    } ?? false
  }

  /// Returns whether the text of a type names this one.
  private func stands(in text: String) -> Bool {
    let path = path.joined(separator: ".")
    return text.split { !$0.isLetter && !$0.isNumber && $0 != "." }
      .contains { $0.trimmingCharacters(in: ["."]) == path }
  }
}

extension [PublicName] {
  /// Those that lead a file to the import that it lacks: types, their initialisers, traits and free functions.
  ///
  /// So do the values that these take, as `.missing` in `@Test(.recording(mode: .missing))`, and the members of what they hand to
  /// a closure, as `server.host` in that of `withLoopbackServer`: where the compiler does not find one, it speaks of that alone.
  /// Other members do not, as whoever uses one has its type from a place that does.
  var leadingHome: [PublicName] {
    let types = filter { $0.isType && $0.path.count == 1 }
    let names = Set(types.map(\.baseName))
    let entrances = filter { $0.isTrait || $0.isFreeFunction || $0.kind == "init" && names.contains($0.owner) }
    let taken = filter { type in type.isType && entrances.contains { $0.takes(type) } }
    let owners = Set(taken.map { $0.path.joined(separator: ".") })
    let values = filter { ($0.isStatic || $0.kind == "init") && owners.contains($0.owner) }
    let handed = Set(types.filter { type in entrances.contains { $0.hands(type) } }.map(\.baseName))
    let members = filter { ["method", "property"].contains($0.kind) && handed.contains($0.owner) }
    let all = Set(types + entrances + taken + values + members)
    return filter(all.contains)
  }
}

extension PublicName {
  private struct Graph: Decodable {
    let symbols: [Symbol]
    let relationships: [Relationship]
  }

  private struct Symbol: Decodable {
    struct Text: Decodable { let identifier: String }
    struct Identifier: Decodable { let precise: String }
    struct Fragment: Decodable { let spelling: String }
    let kind: Text
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
  }

  private struct Relationship: Decodable {
    let kind, source: String
    let targetFallback: String?
  }

  /// Reads the graphs of one module.
  ///
  /// - Parameters:
  ///   - files: What the compiler's tool wrote for the module.
  ///   - importing: The module that a test imports for the names.
  /// - Throws: An error if a file is no symbol graph.
  static func all(in files: [Data], importing: String) throws -> [PublicName] {
    try files.flatMap { file in
      let graph = try JSONDecoder().decode(Graph.self, from: file)
      var conformances: [String: Set<String>] = [:]
      for relationship in graph.relationships where relationship.kind == "conformsTo" {
        if let target = relationship.targetFallback { conformances[relationship.source, default: []].insert(target) }
      }
      return graph.symbols.map { symbol in
        PublicName(
          kind: symbol.kind.identifier.replacingOccurrences(of: "swift.", with: ""),
          path: symbol.pathComponents,
          declaration: symbol.declarationFragments.map(\.spelling).joined(),
          conformances: conformances[symbol.identifier.precise] ?? [],
          module: importing)
      }
    }
  }
}
