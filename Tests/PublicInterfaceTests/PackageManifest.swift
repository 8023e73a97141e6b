import NetworkTesting

/// What Package.swift says of the library modules, read as text.
struct PackageManifest {
  /// The folder of the package.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The library modules, in the order of the products.
  let libraries: [String]
  /// The modules that each target names as its dependencies.
  private let dependencies: [String: [String]]

  init() throws {
    let text = try Self.text("Package.swift")
    libraries = text.matches(of: /\.library\(name: "(\w+)"/).map { String($0.1) }
    var dependencies: [String: [String]] = [:]
    for target in text.matches(of: /\.target\(\s*name: "(\w+)", dependencies: \[([^\]]*)\]/) {
      dependencies[String(target.1)] = target.2.matches(of: /"(\w+)"/).map { String($0.1) }
    }
    self.dependencies = dependencies
  }

  /// The text of a file of the package.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns a module and all modules that it stands on.
  func standing(under module: String) -> Set<String> {
    (dependencies[module] ?? []).reduce(into: [module]) { $0.formUnion(standing(under: $1)) }
  }

  /// The modules that `import NetworkTesting` does not bring, each with the module that a test imports in its place.
  ///
  /// That is the module itself if it brings NetworkTesting, or else the module above it that does.
  var otherModules: [(module: String, importing: String)] {
    let brought = standing(under: "NetworkTesting")
    let imports = libraries.filter { $0 != "NetworkTesting" && standing(under: $0).contains("NetworkTesting") }
    return libraries.filter { !brought.contains($0) }.compactMap { module in
      imports.first { standing(under: $0).contains(module) }.map { (module, $0) }
    }
  }
}
