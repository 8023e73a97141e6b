import NetworkTesting

/// A promise of the first page or of the one on security names the test that proves it, in a comment that no reader sees.
@Suite("The proofs of promises")
struct PageProofsTests {
  private static let pages = ["README.md", ".github/SECURITY.md"]

  /// The names of all suites, and of the types and modules around them.
  private static let names = Set(DeclaredTest.all.flatMap { $0.name.split { $0 == "." || $0 == "/" }.map(String.init) })

  @Test("A sentence that says never, every, nothing or only names a proof", arguments: pages)
  func promises(_ page: String) throws {
    let unproved = try Self.parts(of: PackageManifest.text(page)).filter(Self.isUnproved)
    #expect(unproved.isEmpty, "\(page) promises without <!-- proof: SomeTests -->: \(unproved)")
  }

  @Test("A proof is a test that exists", arguments: pages)
  func proofs(_ page: String) throws {
    let proofs = try Self.proofs(in: PackageManifest.text(page))
    #expect(proofs.count > 2)
    let missing = proofs.filter { !Self.names.contains($0) }
    #expect(missing.isEmpty, "\(page) names as proofs what no test is: \(missing)")
  }

  @Test("A promise is told by its words, and not by code")
  func found() {
    let text = """
      Fine `.every(x)`.

      - It never fails.
      - Only so.
        <!-- proof: FooTests, BarTests -->

      | nothing | a |
      | b | c |
      """
    #expect(Self.parts(of: text).filter(Self.isUnproved) == ["- It never fails.", "| nothing | a |"])
    #expect(Self.proofs(in: text) == ["FooTests", "BarTests"])
  }

  /// The paragraphs, items and rows of a page, without its blocks.
  private static func parts(of text: String) -> [String] {
    text.replacing(#/(?ms)^```.*?^```$/#, with: "").replacing(#/\n(?=- |\|)/#, with: "\n\n").split(separator: "\n\n")
      .map { $0.trimmingCharacters(in: .newlines) }.filter { !$0.isEmpty }
  }

  private static func isUnproved(_ part: String) -> Bool {
    // Neither code nor the titles of other pages.
    let words = part.replacing(#/`[^`]*`|\[[^\]]*\]\([^)]*\)/#, with: "").lowercased()
    return words.contains(#/\b(never|every|nothing|only)\b/#) && !part.contains("<!-- proof: ")
  }

  private static func proofs(in text: String) -> [String] {
    text.matches(of: #/<!-- proof: ([^>]+) -->/#).flatMap { $0.1.components(separatedBy: ", ") }
  }
}
