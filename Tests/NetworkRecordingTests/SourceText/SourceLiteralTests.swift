import Foundation
import Testing

@testable import NetworkRecording

@Suite("Literals in a source file")
struct SourceLiteralTests {
  /// A call with an argument `curl`, and the value of the argument.
  struct Written: Sendable, CustomTestStringConvertible {
    let call: String
    let value: String
    var testDescription: String { call }
  }

  private static let calls: [Written] = [
    Written(call: #"(request, curl: "")"#, value: ""),
    Written(call: #"(request, curl: "a b")"#, value: "a b"),
    Written(call: ##"(request, curl: #"a \ "b""#)"##, value: #"a \ "b""#),
    Written(call: #"(request, curl: "a\\n\"\u{e9}\t")"#, value: "a\\n\"é\t"),
    Written(call: #"(a(1, [2]), curl: "x")"#, value: "x"),
    Written(call: #"(a(curl: "no"), curl: "x")"#, value: "x"),
    Written(call: #"(a("curl: )"), curl: "x")"#, value: "x"),
    Written(call: #"(a.first, /* curl: "no" ) */ curl: "x")"#, value: "x"),
    Written(call: "(a, // curl: \"no\" )\n  curl:\n    \"x\")", value: "x"),
    Written(call: "(a, curl: \"\"\"\n    curl a \\\n      b\n\n    c\n    \"\"\")", value: "curl a   b\n\nc"),
    Written(call: "(a, curl: #\"\"\"\n\tcurl a \\\n\t  b\n\t\"\"\"#)", value: "curl a \\\n  b"),
    Written(call: "(a, curl: \"\"\"\r\n  x\r\n  \"\"\")", value: "x"),
    Written(call: #"(a.first { $0.b }, curl: "x", mode: .all)"#, value: "x"),
  ]

  @Test("a literal is found among the arguments, and read as the compiler reads it", arguments: calls)
  func reads(_ written: Written) throws {
    let start = "func a() { expect"
    let source = Array((start + written.call + " }").utf8)
    let literal = try SourceLiteral(after: "curl", in: source, callAt: start.utf8.count)
    #expect(literal.value == written.value)
  }

  @Test(
    "what is no literal, or not the same in every run, is refused",
    arguments: [
      (#"(a, curl: text)"#, SourceLiteral.Failure.notFound), (#"(a)"#, .notFound), (#"a, curl: "x")"#, .notFound),
      (#"(a, curl: "x \(y)")"#, .interpolation), (#"(a, curl: "x"#, .notFound), (#"(a, xcurl: "x")"#, .notFound),
    ])
  func refuses(_ call: String, _ failure: SourceLiteral.Failure) {
    #expect(throws: failure) { try SourceLiteral(after: "curl", in: Array(call.utf8), callAt: 0) }
  }

  @Test(
    "what is written is read as the same text",
    arguments: [
      "curl a", "curl a \\\n  -H 'b: c'", #"a "b" \ c"#, #"\#n"#, "\"\"\" ", "\"\"\"# \\#(x) \"##", "é 'ü'", "a\n\nb",
      #"\\ \#\ "#,
    ], ["", "    ", "\t"])
  func roundTrip(_ text: String, _ indentation: String) throws {
    let source = "(curl: \(SourceLiteral.literal(of: text, indentation: indentation)))"
    let literal = try SourceLiteral(after: "curl", in: Array(source.utf8), callAt: 0)
    #expect(literal.value == text)
    #expect(literal.indentation == indentation)
    #expect(literal.range == 7..<source.utf8.count - 1)
  }

  @Test("the place of a call is its parenthesis, in every shape of a call")
  func places() throws {
    let source = try Array(Data(contentsOf: URL(fileURLWithPath: #filePath)))
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let shapes = [
      at(1, curl: "a"),
      at(
        2,
        curl: """
          b
          """),
      self.at(3, curl: "c"), (self).at(4, curl: #"d"#),
    ]
    for (shape, value) in zip(shapes, ["a", "b", "c", "d"]) {
      let offset = lines[..<(shape.line - 1)].reduce(0) { $0 + $1.count + 1 } + shape.column - 1
      let literal = try SourceLiteral(after: "curl", in: source, callAt: offset)
      #expect(literal.value == value)
    }
  }

  private func at(_ number: Int, curl: String, sourceLocation: SourceLocation = #_sourceLocation) -> SourceLocation {
    sourceLocation
  }
}
