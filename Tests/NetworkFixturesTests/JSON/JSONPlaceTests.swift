import Testing

@testable import NetworkFixtures

@Suite("A place in JSON")
struct JSONPlaceTests {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(String(intValue)) }
  }

  private func scanner(_ path: String, in text: String) -> JSONScanner {
    var scanner = JSONScanner(Array(text.utf8))
    _ = scanner.follow(path.split(separator: "/").map { Key(String($0)) })
    return scanner
  }

  private func place(_ path: String, in text: String) -> JSONPlace {
    let scanner = scanner(path, in: text)
    return JSONPlace(at: scanner.index, in: scanner.bytes)
  }

  private let text = """
    { "a": [ 1, "], {", { "b\\u0041": true } ],
      "1": { "ü": [ [ ], null ] } }
    """

  @Test(
    "is found by the coding path",
    arguments: [
      ("", 1, 1, #"{ "a": [ 1, "], {", { "b\u0041": true } ],"#), ("a/0", 1, 10, #"1, "], {", { "b\u0041": true } ],"#),
      ("a/2/bA", 1, 34, "true } ],"), ("1/ü/1", 2, 22, "null ] } }"), ("1/ü/0", 2, 17, "[ ], null ] } }"),
    ]
  )
  func found(_ path: String, _ line: Int, _ column: Int, _ excerpt: String) {
    let place = place(path, in: text)
    #expect([place.line, place.column] == [line, column])
    #expect(place.excerpt == excerpt)
  }

  @Test("is as deep as the path leads", arguments: [("a/9", 8), ("a/2/x", 21), ("a/-1", 8), ("a/0/b", 10)])
  func partly(_ path: String, _ column: Int) {
    #expect(place(path, in: text).column == column)
  }

  @Test("knows the keys of its object")
  func keys() {
    #expect(scanner("", in: text).keys() == ["a", "1"])
    #expect(scanner("a", in: text).keys().isEmpty)
  }

  @Test("is found somewhere in text that ends anywhere")
  func truncated() {
    for length in 0...text.utf8.count {
      let part = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      for path in ["a/2/bA", "1/ü/1", "x"] { #expect(place(path, in: part).line <= 2) }
    }
  }

  @Test("is found behind nesting of any depth")
  func deep() {
    let nested = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
    #expect(place("1", in: "[\(nested),\n7]").line == 2)
  }
}
