import Testing

@testable import network_fixtures

@Suite("Swift source")
struct SwiftSourceTests {
  @Test("Swift source gives its literals, with their lines and what is before them")
  func literals() {
    let literals = SwiftSource(
      """
      import A // "no"
      let a = f( "one", "t\\\\w\\"o" )
      let b = g("pre\\(h("inner") + ")")post", #"raw \\(x) "quoted" "#)
      let c = \"\"\"
        many "lines"
        \"\"\"; d("last")
      """
    ).literals
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
    "Swift source does no harm where it is half a file",
    arguments: [
      "\"", "\"\"\"", "#\"", "\"\\(", "\"\\", "/*", "//", "##", "\"a\n\"b\"", "(((\"\\(\"\\(", "\"\\(/*\")\"",
    ])
  func halves(_ source: String) {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).count
    #expect(SwiftSource(source).literals.allSatisfy { (1...lines).contains($0.line) })
  }
}
