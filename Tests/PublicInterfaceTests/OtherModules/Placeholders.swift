import NetworkTesting

/// The text of `OtherModules.swift`: an unavailable declaration for each public name of the modules that stay apart.
struct Placeholders {
  let names: [PublicName]

  /// The protocols that a placeholder conforms to, with the name that code beside `import NetworkTesting` has for them.
  private static let protocols = [
    "NetworkEndpoints.HTTPTransport": "HTTPTransport", "NetworkEndpoints.WebSocket": "WebSocket",
    "NetworkStubs.RememberingTransport": "RememberingTransport", "NetworkTesting.InheritedTrait": "InheritedTrait",
    "Swift.Error": "Error", "Swift.ExpressibleByArrayLiteral": "ExpressibleByArrayLiteral",
    "Swift.ExpressibleByDictionaryLiteral": "ExpressibleByDictionaryLiteral",
    "Swift.ExpressibleByStringLiteral": "ExpressibleByStringLiteral", "Swift.Hashable": "Hashable",
    "Swift.OptionSet": "OptionSet", "Swift.Sendable": "Sendable", "Testing.TestScoping": "TestScoping",
  ]
  /// What another one of them includes.
  private static let included = [
    "OptionSet": ["ExpressibleByArrayLiteral"], "RememberingTransport": ["HTTPTransport", "Sendable"],
    "Error": ["Sendable"], "WebSocket": ["Sendable"], "InheritedTrait": ["Sendable"],
  ]

  private static let start = """
    // swift-format-ignore-file
    // What needs another import: with `import NetworkTesting` alone, the compiler finds these names, and says which module has them.
    // Beside that import they are not in the way, as the compiler prefers what is available. They are not documented.
    //
    // OtherModulesTests writes this file from the public names of those modules. After a change of one, run
    // UPDATE_GOLDEN=1 swift test --filter OtherModulesTests


    """
  private static let end = """
    /// The value of a placeholder; nothing calls it, as nothing unavailable compiles.
    @usableFromInline func inOtherModule<Value>() -> Value { fatalError("This is in another module.") }

    """

  /// The whole file.
  var text: String {
    let types = names.filter { $0.isType && $0.path.count == 1 }.sorted { $0.baseName < $1.baseName }
    let free = names.filter { $0.kind == "func" }
      .sorted { ($0.baseName, $0.declaration) < ($1.baseName, $1.declaration) }
    let extensions = names.filter { !$0.isType && $0.path.count > 1 && !isOwn($0.owner) }
      .sorted { ($0.owner, $0.baseName, $0.declaration) < ($1.owner, $1.baseName, $1.declaration) }
    let parts =
      types.map { attribute(for: $0) + type($0, indent: "") }
      + free.map { attribute(for: $0) + function($0) }
      + extensions.map { attribute(for: $0) + memberOfOthers($0) }
    return Self.start + parts.joined(separator: "\n") + "\n" + Self.end
  }

  /// Returns whether a type is one of the names themselves.
  private func isOwn(_ type: String) -> Bool { names.contains { $0.isType && $0.path.joined(separator: ".") == type } }

  private func attribute(for name: PublicName) -> String {
    "@available(*, unavailable, message: \"\(name.remedy)\")\n"
  }

  /// Returns a type with all of its members.
  private func type(_ name: PublicName, indent: String) -> String {
    let all = Set(name.conformances.compactMap { Self.protocols[$0] })
    let conformances = all.subtracting(all.flatMap { Self.included[$0] ?? [] }).sorted()
    let path = name.path.joined(separator: ".")
    let members = names.filter { $0.owner == path && !$0.isOperator }
      .sorted { ($0.isType ? 0 : 1, $0.baseName, $0.declaration) < ($1.isType ? 0 : 1, $1.baseName, $1.declaration) }
    let lines = members.map { member in
      member.isType ? type(member, indent: indent + "  ") : "\(indent)  \(self.member(member, isInExtension: false))\n"
    }
    let inheritance = conformances.isEmpty ? "" : ": \(conformances.joined(separator: ", "))"
    let head = "\(indent)public \(name.declaration)\(inheritance)"
    return lines.isEmpty ? "\(head) {}\n" : "\(head) {\n\(lines.joined())\(indent)}\n"
  }

  private func function(_ name: PublicName) -> String { "\(member(name, isInExtension: false))\n" }

  /// Returns a member of a type of NetworkTesting or of what it exports.
  private func memberOfOthers(_ name: PublicName) -> String {
    var constraint = name.constraint
    // A trait of another module is found as this module's is.
    if name.owner == "Trait" { constraint = "Self == NetworkTrait" }
    let requirement = constraint.map { " where \($0)" } ?? ""
    return "extension \(name.owner)\(requirement) {\n  \(member(name, isInExtension: true))\n}\n"
  }

  private func member(_ name: PublicName, isInExtension: Bool) -> String {
    guard let parts = DeclarationText(name.declaration), name.kind != "property", name.kind != "type.property" else {
      return property(name.declaration)
    }
    let parameters = parts.parameters.map { parameter in
      let names = parameter.label == parameter.name ? parameter.name : "\(parameter.label ?? "_") \(parameter.name)"
      let value = parameter.defaultArgument.map { $0.hasPrefix("#") || $0 == "nil" ? " = \($0)" : " = inOtherModule()" }
      return "\(names): \(parameter.type)\(value ?? "")"
    }
    let isInit = name.kind == "init"
    let head = isInit && !isInExtension ? parts.head.replacingOccurrences(of: "convenience ", with: "") : parts.head
    let tail = parts.tail.isEmpty ? "" : " " + parts.tail
    let returnsNothing = !parts.tail.contains("->") && !(isInit && isInExtension)
    let body = returnsNothing ? "{}" : isInit ? "{ fatalError() }" : "{ inOtherModule() }"
    return "public \(head)\(parts.generics)(\(parameters.joined(separator: ", ")))\(tail) \(body)"
  }

  /// Returns a property that holds nothing.
  private func property(_ declaration: String) -> String {
    let isConstant = declaration.contains("let ")
    let isStored = !declaration.contains("{")
    let head = declaration.prefix { $0 != "{" }.trimmingCharacters(in: .whitespaces)
      .replacingOccurrences(of: "let ", with: "var ")
    if declaration.contains("get throws") { return "public \(head) { get throws { inOtherModule() } }" }
    let isSettable = !isConstant && isStored || declaration.contains("set }")
    return isSettable ? "public \(head) { get { inOtherModule() } set {} }" : "public \(head) { inOtherModule() }"
  }
}

extension PublicName {
  /// What the compiler says where its import is missing.
  var remedy: String {
    guard path.count > 1, !isType else { return "import \(module) to use \(baseName)" }
    return "import \(module) to use \(kind == "init" ? owner + (path.last ?? "").dropFirst(4) : "." + baseName)"
  }
}
