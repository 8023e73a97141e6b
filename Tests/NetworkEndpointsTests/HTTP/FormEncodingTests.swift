import NetworkTesting
import TestSupport

@Suite("A form body")
struct FormEncodingTests {
  @Test("a form body is serialised as the URL Standard says", arguments: examples)
  func encoding(name: String, value: String?, expected: String) throws {
    #expect(try body([URLQueryItem(name: name, value: value)]) == expected)
  }

  static let examples: [(String, String?, String)] = [
    ("a", "b", "a=b"), ("a", "", "a="), ("a", nil, "a="), ("", "", "="), ("a", "b c", "a=b+c"), ("a b", "c", "a+b=c"),
    ("a", "b+c", "a=b%2Bc"), ("a", "b&c=d", "a=b%26c%3Dd"), ("a", "~", "a=%7E"), ("a", "*-._", "a=*-._"),
    ("a", "!'()", "a=%21%27%28%29"), ("a", "/?:@", "a=%2F%3F%3A%40"), ("a", "\r\n", "a=%0D%0A"),
    ("a", "%41", "a=%2541"),
    ("a", "é🧮", "a=%C3%A9%F0%9F%A7%AE"), ("a", "\0", "a=%00"), ("azAZ09", "azAZ09", "azAZ09=azAZ09"),
  ]

  @Test("a form body keeps repeated items in their order")
  func order() throws {
    let items = [("b", "1"), ("a", "2"), ("b", "1")].map { URLQueryItem(name: $0.0, value: $0.1) }
    #expect(try body(items) == "b=1&a=2&b=1")
  }

  @Test("a form body of no items is empty, and still a form")
  func empty() throws {
    let request = try request(method: .post, body: .form([]))
    #expect(request.httpBody == Data())
    #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/x-www-form-urlencoded")
  }

  @Test("a form body reads back as it was written", arguments: 0..<8 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = Dice(seed: seed)
    for _ in 0..<50 {
      let items = (0..<Int.random(in: 1...5, using: &generator)).map { _ in
        URLQueryItem(name: generator.text(), value: generator.text())
      }
      #expect(try QueryDecoder.items(body(items)) == items.map { QueryDecoder.Item(name: $0.name, value: $0.value) })
    }
  }

  private func body(_ items: [URLQueryItem]) throws -> String {
    try String(decoding: #require(request(method: .post, body: .form(items)).httpBody), as: UTF8.self)
  }
}
