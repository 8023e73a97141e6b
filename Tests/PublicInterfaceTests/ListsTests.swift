import NetworkStubs
import NetworkTesting

/// Lists that have to name every module stand in places that cannot read Package.swift, so tests compare them with it. So do counts
/// that stand on pages.
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

  /// Compares the counts between two markers with those of now, or writes them where `UPDATE_GOLDEN` is set.
  ///
  /// Between two updates they may be wrong by 5 %, so that not every change has to touch a page.
  private func expect(_ counts: [Int], between start: String, and end: String, in path: String) throws {
    guard ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == nil else {
      return try expect(counts.map(Self.shown).joined(separator: ", "), between: start, and: end, in: path)
    }
    let content = try PackageManifest.text(path)
    let before = try #require(content.range(of: start), "\(path) has no \(start)")
    let after = try #require(content[before.upperBound...].range(of: end), "\(path) has no \(end)")
    let text = String(content[before.upperBound..<after.lowerBound])
    let shown = text.components(separatedBy: ", ").map { Int($0.filter(\.isNumber)) ?? 0 }
    let areRight =
      shown.count == counts.count && zip(shown, counts).allSatisfy { abs($0 - $1) * 20 <= $1 }
    #expect(areRight, "\(path) has \(text) after \(start), and now it is \(counts): write it by \(Self.update)")
  }

  /// A count as a page shows it, in hundreds from a thousand on.
  private static func shown(_ count: Int) -> String {
    guard count >= 1_000 else { return "\(count)" }
    let hundreds = (count + 50) / 100
    return "\(hundreds / 10),\(hundreds % 10)00"
  }

  @Test("the names of functions tell the package's own modules")
  func functionNames() throws {
    let modules = try PackageManifest().libraries
    try #require(modules.count >= 8)
    try expect(
      modules.map { "    \"\($0)\",\n" }.joined(), between: "ownModules: Set<String> = [\n", and: "  ]",
      in: "Sources/NetworkStubs/Internals/FunctionName.swift")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == nil { #expect(FunctionName.ownModules == Set(modules)) }
  }

  @Test("the documentation of all modules is built where packages are listed")
  func documentation() throws {
    try expect(
      PackageManifest().libraries.map { "        - \($0)\n" }.joined(), between: "documentation_targets:\n",
      and: "      # The pages", in: ".spi.yml")
  }

  @Test("the first page of the documentation names all modules")
  func modules() throws {
    let text = try PackageManifest.text("Sources/NetworkTesting/NetworkTesting.docc/NetworkTesting.md")
    let table = try #require(text.range(of: "### Modules\n").map { text[$0.upperBound...] })
    let rows = table.split(separator: "\n").drop { !$0.hasPrefix("|") }.prefix { $0.hasPrefix("|") }.dropFirst(2)
    let named = rows.flatMap { row in
      row.split(separator: "|")[0].matches(of: /`([\w-]+)`/).map { String($0.1) }
    }
    #expect(try Set(named) == Set(PackageManifest().libraries + ["network-fixtures"]))
  }

  @Test("the page on performance has the lines of each product")
  func lines() throws {
    let manifest = try PackageManifest()
    var lines: [String: Int] = [:]
    for module in manifest.libraries {
      lines[module] = try ArticleBlock.files("Sources/\(module)", ".swift").reduce(0) { sum, file in
        try sum + String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n").count - 1
      }
    }
    let path = ".github/docs/Performance.md"
    let rows = try PackageManifest.text(path).matches(of: #/(?m)^\| ((?:`\w+`(?:, )?)+) \| [\d, ]+ \|/#)
    let products = rows.map { row in row.1.matches(of: /`(\w+)`/).map { String($0.1) } }
    #expect(Set(products.joined()) == Set(manifest.libraries))
    for (row, names) in zip(rows, products) {
      let counts = names.map { name in manifest.standing(under: name).reduce(0) { $0 + (lines[$1] ?? 0) } }
      try expect(counts, between: "\n| \(row.1) | ", and: " |", in: path)
    }
  }

  @Test("the page on testing has the numbers of golden files and of accepted mutants")
  func testing() throws {
    let path = ".github/docs/Testing.md"
    let golden = ArticleBlock.files("Fixtures/Golden", "").filter { !$0.hasDirectoryPath }
    try expect([golden.count], between: "| whole texts | ", and: " golden files", in: path)
    let mutants = try PackageManifest.text(".ci/mutants-accepted").split(separator: "\n").filter { !$0.hasPrefix("#") }
    try expect([mutants.count], between: "it is listed with a reason: ", and: " are listed", in: path)
  }

  @Test("the page on the first Mac has the steps of its script")
  func firstMac() throws {
    let steps = try PackageManifest.text(".ci/first-mac")
      .matches(of: /(?m)^ *(?:prove|call|suites|module|platform|in_xcode) "([^"$]+)"/).map { String($0.1) }
    let page = try PackageManifest.text(".github/docs/FirstMac.md").matches(of: /(?m)^[0-9]+\. (.+)$/)
    try #require(steps.count > 20)
    #expect(page.map { String($0.1) } == steps)
  }
}
