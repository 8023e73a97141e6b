import NetworkTesting

/// The text of `OtherModules.swift`: an unavailable declaration for each name that leads to the import of a module that stays apart.
struct Placeholders {
  /// All public names of those modules.
  private let names: [PublicName]
  private let leadingHome: Set<PublicName>

  init(names: [PublicName]) {
    self.names = names
    leadingHome = Set(names.leadingHome)
  }

  /// The protocols that a placeholder conforms to, with the name that code beside `import NetworkTesting` has for them.
  private static let protocols = [
    "NetworkEndpoints.HTTPTransport": "HTTPTransport", "NetworkStubs.RememberingTransport": "RememberingTransport",
    "Swift.Error": "Error", "Swift.ExpressibleByArrayLiteral": "ExpressibleByArrayLiteral",
    "Swift.ExpressibleByDictionaryLiteral": "ExpressibleByDictionaryLiteral",
    "Swift.ExpressibleByStringLiteral": "ExpressibleByStringLiteral", "Swift.Hashable": "Hashable",
    "Swift.OptionSet": "OptionSet", "Swift.Sendable": "Sendable",
  ]
  /// What another one of them includes.
  private static let included = [
    "OptionSet": ["ExpressibleByArrayLiteral"], "RememberingTransport": ["HTTPTransport", "Sendable"],
    "Error": ["Sendable"],
  ]
  /// The members that one of them requires.
  private static let required = [
    "HTTPTransport": ["send"], "OptionSet": ["rawValue"], "RememberingTransport": ["log", "send", "verify"],
  ]

  private static let start = """
    // swift-format-ignore-file
    // What needs another import: with `import NetworkTesting` alone, the compiler finds these names, and says which module has them.
    // Beside that import they are not in the way, as the compiler prefers what is available. They are not documented.
    //
    // They are types, their initialisers, traits and functions, with the values that these take, and the members of what these hand
    // to a closure. OtherModulesTests writes this file from the public names of those modules. After a change of one, run
    // UPDATE_GOLDEN=1 swift test --filter OtherModulesTests


    """
  private static let end = """
    /// The value of a placeholder; nothing calls it, as nothing unavailable compiles.
    @usableFromInline func inOtherModule<Value>() -> Value { fatalError("This is in another module.") }

    """

  /// The whole file.
  var text: String {
    let sorted = leadingHome.sorted { ($0.baseName, $0.declaration) < ($1.baseName, $1.declaration) }
    let parts =
      sorted.filter { $0.isType && $0.path.count == 1 }.map { attribute(for: $0) + type($0, indent: "") }
      + sorted.filter(\.isFreeFunction).map { attribute(for: $0) + "\(member($0))\n" }
      + sorted.filter(\.isTrait).map { attribute(for: $0) + trait($0) }
    return Self.start + parts.joined(separator: "\n") + "\n" + Self.end
  }

  private func attribute(for name: PublicName) -> String {
    "@available(*, unavailable, message: \"\(name.remedy)\")\n"
  }

  /// Returns a type with those of its members that lead home, and those that its protocols require.
  private func type(_ name: PublicName, indent: String) -> String {
    let all = Set(name.conformances.compactMap { Self.protocols[$0] })
    let conformances = all.subtracting(all.flatMap { Self.included[$0] ?? [] }).sorted()
    let path = name.path.joined(separator: ".")
    let required = conformances.flatMap { Self.required[$0] ?? [] }
    let members = names.filter { $0.owner == path && (leadingHome.contains($0) || required.contains($0.baseName)) }
      .sorted { ($0.isType ? 0 : 1, $0.baseName, $0.declaration) < ($1.isType ? 0 : 1, $1.baseName, $1.declaration) }
    let lines = members.map { member in
      member.isType ? type(member, indent: indent + "  ") : "\(indent)  \(self.member(member))\n"
    }
    let inheritance = conformances.isEmpty ? "" : ": \(conformances.joined(separator: ", "))"
    let head = "\(indent)public \(name.declaration)\(inheritance)"
    return lines.isEmpty ? "\(head) {}\n" : "\(head) {\n\(lines.joined())\(indent)}\n"
  }

  /// Returns a trait, which is found as this module's are.
  private func trait(_ name: PublicName) -> String {
    "extension Trait where Self == NetworkTrait {\n  \(member(name))\n}\n"
  }

  private func member(_ name: PublicName) -> String {
    guard let parts = DeclarationText(name.declaration), name.kind != "property", name.kind != "type.property" else {
      return property(name.declaration)
    }
    let parameters = parts.parameters.map { parameter in
      let names = parameter.label == parameter.name ? parameter.name : "\(parameter.label ?? "_") \(parameter.name)"
      let value = parameter.defaultArgument.map { $0.hasPrefix("#") || $0 == "nil" ? " = \($0)" : " = inOtherModule()" }
      return "\(names): \(parameter.type)\(value ?? "")"
    }
    let head = parts.head.replacingOccurrences(of: "convenience ", with: "")
    let tail = parts.tail.isEmpty ? "" : " " + parts.tail
    let body = parts.tail.contains("->") ? "{ inOtherModule() }" : "{}"
    return "public \(head)\(parts.generics)(\(parameters.joined(separator: ", ")))\(tail) \(body)"
  }

  /// Returns a property that holds nothing.
  private func property(_ declaration: String) -> String {
    let head = declaration.prefix { $0 != "{" }.trimmingCharacters(in: .whitespaces)
      .replacingOccurrences(of: "let ", with: "var ")
    if declaration.contains("get throws") { return "public \(head) { get throws { inOtherModule() } }" }
    return "public \(head) { inOtherModule() }"
  }
}

extension PublicName {
  /// What the compiler says where its import is missing.
  var remedy: String { "import \(module) to use \(isTrait ? "." : "")\(baseName)" }
}
