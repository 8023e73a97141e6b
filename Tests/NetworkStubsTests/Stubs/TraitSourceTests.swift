import Foundation
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkStubs

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
}
