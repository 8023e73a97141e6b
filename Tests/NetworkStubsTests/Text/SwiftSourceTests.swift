import NetworkStubs
import Testing

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
        ["many \"lines\""], ["last"],
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
    #expect(SwiftSource(".network(" + source).calls(of: "network").map(\.start) == [0])
  }

  @Test("Swift source reads each piece of a long literal as the compiler does")
  func pieces() {
    let source = #"""
      let a = """
        one \(x) two
          three\t\(y)
        \(z)
        """
      """#
    #expect(SwiftSource(source).literals.map(\.pieces) == [["one ", " two\n  three\t", "\n", ""]])
  }

  private func arguments(_ source: String) -> [[String]] {
    SwiftSource(source).calls(of: "network").map { call in
      call.arguments.filter { $0.label == nil }.map {
        String(decoding: source.utf8.dropFirst($0.start).prefix(6), as: UTF8.self)
      }
    }
  }

  @Test(
    "Swift source gives the calls of a function, and where their arguments start",
    arguments: [
      (".network()", [[]]),
      (".network(.get1, .get2)", [[".get1,", ".get2)"]]),
      (
        ".network(\n  .get1(\"a, (\"),\n  // .no(,\n  .get2(#\"\"),\"#), /* , */ .get3([1, 2], {,})\n)",
        [[".get1(", ".get2(", ".get3("]]
      ),
      (".network(.get1(\"\\\",\"), sourceLocation: here)", [[".get1("]]),
      (".network(.get1(\"\"\"\n , ) \"\n\"\"\"), .get2)", [[".get1(", ".get2)"]]),
      ("// .network(.no)\n\".network(.no)\" .network(.get1)", [[".get1)"]]),
      (".network(.get1, ", [[".get1,"]]),
      (".network(.get1(\"", [[".get1("]]),
      (".network(.get1(\"\\(f(\"), (\"))\"), .get2)", [[".get1(", ".get2)"]]),
      (".network(.get1 /* , /* */ .no, */, .get2)", [[".get1 ", ".get2)"]]),
    ] as [(String, [[String]])])
  func calls(source: String, expected: [[String]]) {
    #expect(arguments(source) == expected)
  }
}
