import NetworkTesting
import TestSupport

@Suite("The query of a request")
struct QueryEncodingTests {
  @Test("the query of a request is encoded so that no server reads it otherwise", arguments: examples)
  func encoding(items: [URLQueryItem], expected: String) throws {
    #expect(try URLHost("h.example").text(path: "p", queryItems: items) == "https://h.example/p" + expected)
  }

  static let examples: [([URLQueryItem], String)] = [
    ([], ""),
    ([URLQueryItem(name: "q", value: "swift")], "?q=swift"),
    ([URLQueryItem(name: "q", value: "a&b")], "?q=a%26b"),
    ([URLQueryItem(name: "q", value: "a=b")], "?q=a%3Db"),
    ([URLQueryItem(name: "q", value: "a+b")], "?q=a%2Bb"),
    ([URLQueryItem(name: "q", value: "a b")], "?q=a%20b"),
    ([URLQueryItem(name: "q", value: "a;b")], "?q=a%3Bb"),
    ([URLQueryItem(name: "q", value: "a#b")], "?q=a%23b"),
    ([URLQueryItem(name: "q", value: "%20")], "?q=%2520"),
    ([URLQueryItem(name: "q", value: "100%")], "?q=100%25"),
    ([URLQueryItem(name: "q", value: "🧮")], "?q=%F0%9F%A7%AE"),
    ([URLQueryItem(name: "q", value: "é")], "?q=%C3%A9"),
    ([URLQueryItem(name: "q", value: "a/b?c:d@e")], "?q=a/b?c:d@e"),
    ([URLQueryItem(name: "q", value: "\r\n\0")], "?q=%0D%0A%00"),
    ([URLQueryItem(name: "q", value: "\"<>|\\^`{}[]")], "?q=%22%3C%3E%7C%5C%5E%60%7B%7D%5B%5D"),
    ([URLQueryItem(name: "a&b=c+d e", value: "1")], "?a%26b%3Dc%2Bd%20e=1"),
    ([URLQueryItem(name: "filter[name]", value: "1")], "?filter%5Bname%5D=1"),
    ([URLQueryItem(name: "flag", value: nil)], "?flag"),
    ([URLQueryItem(name: "flag", value: "")], "?flag="),
    ([URLQueryItem(name: "", value: "")], "?="),
    ([URLQueryItem(name: "", value: nil)], "?"),
    ([URLQueryItem(name: "", value: "v")], "?=v"),
  ]

  @Test("the query of a request keeps repeated items, and those without a value, in their order")
  func order() throws {
    let items = [
      URLQueryItem(name: "b", value: "2"), URLQueryItem(name: "a", value: nil), URLQueryItem(name: "b", value: "1"),
      URLQueryItem(name: "a", value: ""), URLQueryItem(name: "b", value: "2"),
    ]
    #expect(try URLHost("h.example").text(path: "p", queryItems: items) == "https://h.example/p?b=2&a&b=1&a=&b=2")
  }

  @Test("the query of a request reads back as it was written", arguments: 0..<8 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = Dice(seed: seed)
    for _ in 0..<50 {
      let items = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        URLQueryItem(name: generator.text(), value: Bool.random(using: &generator) ? generator.text() : nil)
      }
      let url = try URLHost("h.example").text(path: "p", queryItems: items)
      let query = try #require(url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).last)
      #expect(QueryDecoder.items(query) == items.map { QueryDecoder.Item(name: $0.name, value: $0.value) })
    }
  }
}
