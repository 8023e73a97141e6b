import NetworkStubs
import NetworkTesting

/// Lists that have to name every module stand in places that cannot read Package.swift, so tests compare them with it.
@Suite("Lists of modules")
struct ListsTests {
  private static let update = "UPDATE_GOLDEN=1 swift test --filter ListsTests"

  /// Compares the part of a file between two markers with a text, or writes it where `UPDATE_GOLDEN` is set.
  private func expect(_ text: String, between start: String, and end: String, in path: String) throws {
    let content = try PackageManifest.text(path)
    let before = try #require(content.range(of: start), "\(path) has no \(start)")
    let after = try #require(content[before.upperBound...].range(of: end), "\(path) has no \(end)")
    let wanted = String(content[..<before.upperBound]) + text + String(content[after.lowerBound...])
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try Data(wanted.utf8).write(to: PackageManifest.root.appendingPathComponent(path), options: .atomic)
    } else {
      #expect(content == wanted, "\(path) does not list the modules of Package.swift: write them by \(Self.update)")
    }
  }

  @Test("the names of functions tell the package's own modules")
  func functionNames() throws {
    let modules = try PackageManifest().libraries
    try #require(modules.count >= 8)
    try expect(
      modules.map { "    \"\($0)\",\n" }.joined(), between: "ownModules: Set<String> = [\n", and: "  ]",
      in: "Sources/NetworkStubs/Runtime/FunctionName.swift")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == nil { #expect(FunctionName.ownModules == Set(modules)) }
  }

  @Test("the documentation of all modules is built where packages are listed")
  func documentation() throws {
    try expect(
      PackageManifest().libraries.map { "        - \($0)\n" }.joined(), between: "documentation_targets:\n",
      and: "      # The pages", in: ".spi.yml")
  }

  @Test("README names all modules")
  func readme() throws {
    let text = try PackageManifest.text("README.md")
    let table = try #require(text.range(of: "## Modules\n").map { text[$0.upperBound...] })
    let rows = table.split(separator: "\n").prefix { $0.hasPrefix("|") }.dropFirst(2)
    let named = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([\w-]+)`/).map { String($0.1) }
    }
    #expect(try Set(named) == Set(PackageManifest().libraries + ["network-fixtures"]))
  }

  @Test("the page on the first Mac has the steps of its script")
  func firstMac() throws {
    let steps = try PackageManifest.text(".ci/first-mac").matches(of: /(?m)^prove "([^"]+)"/).map { String($0.1) }
    let page = try PackageManifest.text(".github/docs/FirstMac.md").matches(of: /(?m)^[0-9]+\. (.+)$/)
    try #require(steps.count > 20)
    #expect(page.map { String($0.1) } == steps)
  }
}
