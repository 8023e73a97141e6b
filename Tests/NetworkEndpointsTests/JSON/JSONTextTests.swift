import Foundation
import NetworkEndpoints
import Testing

@testable import NetworkHAR

@Suite("A place in JSON")
struct JSONTextTests {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(String(intValue)) }
  }

  private func place(_ path: String, in text: String) -> TextPlace {
    let text = JSONText(Data(text.utf8))
    return text.place(at: text.start(of: text.value(at: path.split(separator: "/").map { Key(String($0)) }).token))
  }

  private let text = """
    { "a": [ 1, "], {", { "b\\u0041": true } ],
      "1": { "ü": [ [ ], null ] } }
    """

  @Test(
    "a place in JSON is found by the coding path",
    arguments: [
      ("", 1, 1, #"{ "a": [ 1, "], {", { "b\u0041": true } ],"#), ("a/0", 1, 10, #"1, "], {", { "b\u0041": true } ],"#),
      ("a/2/bA", 1, 34, "true } ],"), ("1/ü/1", 2, 22, "null ] } }"), ("1/ü/0", 2, 17, "[ ], null ] } }"),
    ]
  )
  func found(_ path: String, _ line: Int, _ column: Int, _ excerpt: String) {
    let place = place(path, in: text)
    #expect((place.line, place.column) == (line, column))
    #expect(place.excerpt == excerpt)
  }

  @Test(
    "a place in JSON is as deep as the path leads", arguments: [("a/9", 8), ("a/2/x", 21), ("a/-1", 8), ("a/0/b", 10)])
  func partly(_ path: String, _ column: Int) {
    #expect(place(path, in: text).column == column)
  }

  @Test("a place in JSON knows the keys of its object")
  func keys() {
    let text = JSONText(Data(text.utf8))
    #expect(text.keys(of: 0) == ["a", "1"])
    #expect(text.keys(of: 2).isEmpty)
  }

  @Test("a place in JSON is found somewhere in text that ends anywhere")
  func truncated() {
    for length in 0...text.utf8.count {
      let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      for path in ["a/2/bA", "1/ü/1", "x"] { #expect(place(path, in: part).line <= 2) }
      for offset in 0...length { #expect(JSONText(Data(part.utf8)).path(to: offset).hasPrefix("$")) }
    }
  }

  @Test(
    "a place in JSON has a path",
    arguments: [
      (#"§{}"#, "$"), (#"{"a": §1}"#, "$.a"), (#"{"a": 1§}"#, "$.a"), (#"{"a": 1 , §"b": 2}"#, "$"),
      (#"{"a" §: 1}"#, "$"), (#"{"a": [1, §2]}"#, "$.a[1]"), (#"{"a": [1, 2§"#, "$.a[1]"), (#"{"a": [1, §"#, "$.a[1]"),
      (#"[[], §x"#, "$[1]"), (#"[§"#, "$[0]"), (#"[{"a b": {"c": §nul"#, #"$[0]["a b"].c"#), (#"{"a": {} §"#, "$"),
      (#"{"log": {"entries": []}§"#, "$"), (#"{"a\u0062": "\§x"#, "$.ab"), (#"{"§\x"#, "$"),
      (String(repeating: "[", count: 20) + "§1", "$" + String(repeating: "[0]", count: 15) + "…"),
    ])
  func path(_ marked: String, _ path: String) {
    let parts = marked.components(separatedBy: "§")
    #expect(JSONText(Data(parts.joined().utf8)).path(to: parts[0].utf8.count) == path)
  }

  @Test(
    "a place in JSON stays within the text where its escapes are damaged at the end",
    arguments: ["\\", "\\u", "\\u12", "\\ud83d\\u"])
  func escapes(_ text: String) {
    #expect(JSONText.unescaped(text.utf8).count <= text.utf8.count)
    #expect(JSONText(Data(("\"" + text).utf8)).problem != nil)
  }
}
