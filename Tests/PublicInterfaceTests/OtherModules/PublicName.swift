import NetworkTesting

/// A public declaration, as the symbol graph of its module has it.
struct PublicName: Hashable {
  /// What it is in a symbol graph: `struct`, `class`, `func`, `init`, `method`, `property`, `type.method` or `type.property`.
  let kind: String
  /// Its own name and those of the types around it, from outside.
  let path: [String]
  /// The declaration without attributes: `static func wire(_ parts: WirePart...) -> Answer`.
  let declaration: String
  /// The module whose type it extends; nil if it stands in the type's own declaration, or in none.
  let extendedModule: String?
  /// What its extension requires: `Self == RecordingTrait`.
  let constraint: String?
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
  var isOperator: Bool { kind == "func.op" }
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
    struct Extension: Decodable {
      struct Constraint: Decodable { let kind, lhs, rhs: String }
      let extendedModule: String
      let constraints: [Constraint]?
    }
    let kind: Text
    let identifier: Identifier
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let swiftExtension: Extension?
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
          extendedModule: symbol.swiftExtension?.extendedModule,
          constraint: symbol.swiftExtension?.constraints?.first { $0.kind == "sameType" }
            .map { "\($0.lhs) == \($0.rhs)" },
          conformances: conformances[symbol.identifier.precise] ?? [],
          module: importing)
      }
    }
  }
}
