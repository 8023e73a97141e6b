import Testing

@testable import network_fixtures

@Suite("The literals of a Swift file")
struct SourceScannerTests {
  @Test("are found with their lines and what is before them")
  func literals() {
    let literals = SourceScanner.literals(
      in: """
        import A // "no"
        let a = f( "one", "t\\\\w\\"o" )
        let b = g("pre\\(h("inner") + ")")post", #"raw \\(x) "quoted" "#)
        let c = \"\"\"
          many "lines"
          \"\"\"; d("last")
        """)
    #expect(
      literals.map(\.pieces) == [
        ["one"], ["t\\w\"o"], ["inner"], [")"], ["pre", "post"], ["raw \\(x) \"quoted\" "],
        ["\n  many \"lines\"\n  "], ["last"],
      ])
    #expect(literals.map(\.line) == [2, 2, 3, 3, 3, 3, 4, 6])
    #expect(literals.first?.before.hasSuffix("leta=f(") == true)
    #expect(literals.last?.before == ";d(")
  }

  @Test(
    "of half a file do no harm",
    arguments: [
      "\"", "\"\"\"", "#\"", "\"\\(", "\"\\", "/*", "//", "##", "\"a\n\"b\"", "(((\"\\(\"\\(", "\"\\(/*\")\"",
    ])
  func halves(_ source: String) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(SourceScanner.literals(in: source).allSatisfy { (1...lines).contains($0.line) })
  }

  @Test(
    "with interpolations can be some names",
    arguments: [
      (["a/", ".json"], "a/1.json", true), (["a/", ".json"], "b/1.json", false),
      (["", "-", ".json"], "x-y.json", true),
      (["", "-", ".json"], "xy.json", false), (["ab", "b"], "ab", false), (["", ""], "anything", true),
    ])
  func canBe(pieces: [String], name: String, expected: Bool) {
    #expect(SourceLiteral(pieces: pieces, line: 1, before: "").canBe(name) == expected)
  }
}
