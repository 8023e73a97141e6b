import Foundation
import TestSupport
import Testing

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("The lines of a trait's stubs")
struct TraitSourceTests {
  private static let source = """
    @Suite(
      .network(.get("/a"))
    )
    struct Tests {
      @Test(
        "a case",
        .host("test"),
        .network(
          .get("/b"),
          .post("/c")
            .respond(status: 200)
        )
      )
      func b() {}

      let transport = MockTransport(.get())
    }
    """

  private func source(line: Int, count: Int, _ body: (TraitSource) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).swift")
    try Data(Self.source.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let location = CodePlace(fileID: "App/Tests.swift", filePath: file.path, line: line, column: 3)
    try body(TraitSource(filePath: file.path, location: location, name: "network", count: count))
  }

  @Test("a test's trait and its stubs")
  func test() throws {
    try source(line: 14, count: 2) { source in
      #expect(source.traitLocation.line == 8)
      #expect(source.argumentLocation(0).line == 9)
      #expect(source.argumentLocation(1).line == 10)
      #expect(source.argumentLocation(1).column == 7)
    }
  }

  @Test("the lines of a trait's stubs are looked up once: the cases of a test share a trait")
  func once() throws {
    try source(line: 14, count: 2) { source in
      #expect(source.traitLocation.line == 8)
      try FileManager.default.removeItem(atPath: source.filePath)
      #expect(source.traitLocation.line == 8)
      #expect(source.argumentLocation(1).line == 10)
    }
  }

  @Test("a suite's trait and its stubs")
  func suite() throws {
    try source(line: 4, count: 1) { source in
      #expect(source.traitLocation.line == 2)
      #expect(source.argumentLocation(0).line == 2)
    }
  }

  @Test("what cannot be found stays where the compiler says", arguments: [(14, 3), (1, 1), (900, 7)])
  func fallback(line: Int, count: Int) throws {
    try source(line: line, count: count) { source in
      #expect(source.traitLocation.line == line)
      #expect(source.argumentLocation(0).line == line)
    }
  }

  private func arguments(_ source: String) -> [[String]] {
    var scanner = CallScanner(source)
    return scanner.calls(of: "network").map { call in
      call.arguments.map { String(decoding: source.utf8.dropFirst($0).prefix(6), as: UTF8.self) }
    }
  }

  @Test(
    "the lines of a trait's stubs gives the calls of a function, and where their arguments start",
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

  @Test(
    "half a file does no harm",
    arguments: [
      "\"", "\"\"\"", "#\"", "\"\\(", "\"\\", "/*", "//", "##", "\"a\n\"b\"", "(((\"\\(\"\\(", "\"\\(/*\")\"",
    ])
  func halves(_ source: String) {
    var scanner = CallScanner(".network(" + source)
    #expect(scanner.calls(of: "network").map(\.start) == [0])
  }
}
