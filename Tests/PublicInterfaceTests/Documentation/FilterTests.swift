import NetworkTesting

/// A run whose filter matches nothing is green. So each filter on the pages for maintainers and in scripts is compared with the tests
/// that there are.
@Suite("The filters on pages and in scripts")
struct FilterTests {
  private static let files: [String: String] = {
    let urls = ArticleBlock.files(".ci", "") + ArticleBlock.files(".github", "")
    let paths = urls.compactMap { $0.path.components(separatedBy: PackageManifest.root.path + "/").last }
    return (paths + ["README.md", "CONTRIBUTING.md"]).reduce(into: [:]) { files, path in
      // A command may go on in the next line.
      files[path] = try? PackageManifest.text(path).replacing(#/\s*\\\n\s*/#, with: " ")
    }
  }()

  /// The filters of a text, without those that a script computes.
  private static func filters(in text: String) -> [String] {
    var filters: [String] = []
    for match in text.matches(of: #/swift test[^\n`]*? --filter (?:'([^']+)'|"([^"]+)"|([^\s`"']+))/#) {
      filters.append(String(match.1 ?? match.2 ?? match.3 ?? ""))
    }
    // What `.ci/first-mac` has for its functions, and `.ci/har-schema` for its tests.
    for match in text.matches(of: #/(?m)^suites "[^"]+" [\w-]+ \d+ '?([^'\n]+?)'?$/#) {
      filters.append("\\.(\(match.1))/")
    }
    for match in text.matches(of: #/(?m)^module "[^"]+" (\w+) /#) { filters.append("^\(match.1)\\.") }
    for match in text.matches(of: #/(?m)^call .* wrong (\S+)$/#) { filters.append(String(match.1)) }
    if let list = text.firstMatch(of: #/WRITERS = \[([^\]]+)\]/#) {
      filters += list.1.matches(of: #/"(\w+)"/#).map { String($0.1) }
    }
    return filters.filter { !$0.contains(#/\$|…|^[A-Z]+$/#) }
  }

  /// What a regular expression says of each of its alternatives: `a(b|c)|(d)?e` is `ab`, `ac`, `de` and `e`.
  private static func alternatives(of filter: String) -> [String] {
    if let optional = filter.firstMatch(of: #/\((\w+)\)\?/#) {
      return ["", optional.1].flatMap { alternatives(of: filter.replacingCharacters(in: optional.range, with: $0)) }
    }
    guard let group = filter.firstMatch(of: #/\(([^()]*\|[^()]*)\)/#) else {
      return filter.split(separator: "|").map { String($0) }
    }
    return group.1.split(separator: "|").flatMap {
      alternatives(of: filter.replacingCharacters(in: group.range, with: $0))
    }
  }

  /// The alternatives of a filter that match no test.
  private static func unmatched(in filter: String) throws -> [String] {
    try alternatives(of: filter).filter { alternative in
      let regex = try Regex(alternative)
      return !DeclaredTest.all.contains { $0.id.contains(regex) }
    }
  }

  @Test("A filter matches tests, with each of its alternatives", arguments: files.keys.sorted())
  func matched(_ path: String) throws {
    for filter in Self.filters(in: Self.files[path] ?? "") {
      let unmatched = try Self.unmatched(in: filter)
      #expect(unmatched.isEmpty, "\(path) runs tests that don't exist: \(unmatched), in \(filter)")
    }
  }

  @Test("Pages and scripts have filters")
  func count() { #expect(Self.files.values.reduce(0) { $0 + Self.filters(in: $1).count } > 40) }

  @Test(
    "A filter that matches nothing is reported, and so is one of its alternatives",
    arguments: [
      "ClientProgram", "FilterTests|GoneTests", #"\.(Filter|Gone)Tests/matched"#, "FilterTests/absent",
      "(Gone)?FilterTests",
    ])
  func gone(_ filter: String) throws { #expect(try Self.unmatched(in: filter).count == 1) }

  @Test(
    "A filter that matches tests isn't reported",
    arguments: [
      "FilterTests", #"^PublicInterfaceTests\."#, "FilterTests/gone", "/FilterTests.swift:",
    ])
  func there(_ filter: String) throws { #expect(try Self.unmatched(in: filter).isEmpty) }

  @Test("Each file that is run in full exists", arguments: files.keys.sorted())
  func full(_ path: String) {
    let names = (Self.files[path] ?? "").matches(of: #/NETWORK_TESTING_FULL=([\w,]+)/#).flatMap {
      $0.1.split(separator: ",")
    }
    let files = Set(DeclaredTest.all.map(\.file))
    let missing = names.filter { $0 != "1" && $0 != "alone" && !files.contains("\($0).swift") }
    #expect(missing.isEmpty, "\(path) runs files in full that have no tests: \(missing)")
  }

  @Test("All tests that run alone are run by the step for them")
  func alone() throws {
    let traits = try PackageManifest.text("Tests/TestSupport/AloneTrait.swift").matches(of: #/static var (\w+): Self/#)
    let step = try #require(Self.files[".ci/run"]?.firstMatch(of: #/\\\.\(([\w|]+)\)\\b/#))
    #expect(Set(step.1.split(separator: "|")) == Set(traits.map(\.1) + ["letsSessionsWait"]))
  }
}
