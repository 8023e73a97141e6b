import NetworkTesting

/// Code that uses a public name, as a test would.
struct Spelling {
  /// The parameters of the function around the use, with its generic parameters; the values that the use needs.
  private let generics: String
  private let parameters: [String]
  private let requirements: String
  /// The use itself, on one line.
  let use: String

  /// Returns the lines of a function with a number.
  ///
  /// The use is on the last line but one.
  func lines(number: Int) -> [String] {
    [
      "func use\(number)\(generics)(\(parameters.joined(separator: ", "))) async throws \(requirements) {",
      "  \(use)",
      "}",
    ]
  }

  private init(_ use: String, parameters: [String] = [], generics: String = "", requirements: String = "") {
    self.use = use
    self.parameters = parameters
    self.generics = generics
    self.requirements = requirements
  }

  /// Returns the ways to use a name: with all of its arguments, and with those only that have no default.
  static func all(of name: PublicName) -> [Spelling] {
    let path = name.path.joined(separator: ".")
    if name.isType { return [Spelling("let _: [\(path)] = []"), Spelling("_ = \(path).self")] }
    guard let parts = DeclarationText(name.declaration), !name.kind.hasSuffix("property") else {
      return [spelling(of: name, arguments: "", parameters: [])]
    }
    let written = parts.parameters.filter { !$0.isOfCompiler }
    let needed = written.filter { $0.defaultArgument == nil }
    return (needed.count < written.count ? [written, needed] : [written]).map { list in
      let arguments = list.map { "\($0.label.map { "\($0): " } ?? "")\($0.name)" }.joined(separator: ", ")
      let parameters = list.map { "_ \($0.name): \(type(of: $0))" }
      return spelling(
        of: name, arguments: "(\(arguments))", parameters: parameters, generics: parts.generics,
        requirements: parts.requirements)
    }
  }

  private static func spelling(
    of name: PublicName, arguments: String, parameters: [String], generics: String = "", requirements: String = ""
  ) -> Spelling {
    func spelling(_ use: String) -> Spelling {
      Spelling(use, parameters: parameters, generics: generics, requirements: requirements)
    }
    if name.kind == "init" { return spelling("_ = try await \(name.owner)\(arguments)") }
    let call = name.baseName + arguments
    if name.isTrait { return spelling("let _: any TestTrait = try await .\(call)") }
    if name.isFreeFunction { return spelling("_ = try await \(call)") }
    if name.isStatic { return spelling("_ = try await \(name.owner).\(call)") }
    // Such a member is one of what a closure gets.
    return spelling("let _: (\(name.owner)) async throws -> Void = { _ = try await $0.\(call) }")
  }

  /// Returns the type of a parameter whose value is passed on as an argument.
  private static func type(of parameter: DeclarationText.Parameter) -> String {
    parameter.type.hasSuffix("...") ? String(parameter.type.dropLast(3)) : parameter.type
  }
}
