import NetworkTesting
import TestSupport

@Suite("The path of a request")
struct PathEncodingTests {
  @Test("the path of a request is encoded where it must be and left alone where it may be", arguments: examples)
  func encoding(path: String, expected: String) throws {
    #expect(try URLHost("api.example.com").text(path: path) == "https://api.example.com" + expected)
  }

  @Test("the path of a request with its query keeps the escapes that were sent, and escapes what no URL has")
  func target() {
    #expect(PercentCoding.target("/a%2fb c/é?x=1|2&y=%7e#") == "/a%2fb%20c/%C3%A9?x=1%7C2&y=%7e%23")
  }

  static let examples: [(String, String)] = [
    ("", "/"), ("/", "/"), ("items", "/items"), ("/items", "/items"), ("items/", "/items/"), ("a//b", "/a//b"),
    ("//items", "//items"), ("items/latest", "/items/latest"),
    ("two words", "/two%20words"), (" ", "/%20"), ("tab\tline\nreturn\r", "/tab%09line%0Areturn%0D"),
    ("nul\0", "/nul%00"),
    ("a%2Fb", "/a%2Fb"), ("a%2fb", "/a%2fb"), ("%20", "/%20"), ("caf%C3%A9", "/caf%C3%A9"),
    ("100%", "/100%25"), ("%", "/%25"), ("%%", "/%25%25"), ("%2", "/%252"), ("%zz", "/%25zz"), ("%2%46", "/%252%46"),
    ("50%off", "/50%25off"), ("%é", "/%25%C3%A9"),
    ("a+b", "/a+b"), ("c#", "/c%23"), ("a&b=c", "/a&b=c"),
    ("user@home", "/user@home"), ("item:1", "/item:1"), ("a;v=1", "/a;v=1"), ("a,b", "/a,b"), ("~user", "/~user"),
    ("*", "/*"), ("(a)", "/(a)"), ("it's", "/it's"), ("$a!", "/$a!"), ("-._", "/-._"),
    ("[1]", "/%5B1%5D"), ("{id}", "/%7Bid%7D"), ("a|b", "/a%7Cb"), ("a\\b", "/a%5Cb"), ("<a>", "/%3Ca%3E"),
    ("\"q\"", "/%22q%22"), ("^`", "/%5E%60"), ("\u{7F}", "/%7F"),
    ("café", "/caf%C3%A9"), ("cafe\u{301}", "/cafe%CC%81"), ("日本", "/%E6%97%A5%E6%9C%AC"), ("🧮", "/%F0%9F%A7%AE"),
    ("👩‍👩‍👧", "/%F0%9F%91%A9%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7"), ("عمّان", "/%D8%B9%D9%85%D9%91%D8%A7%D9%86"),
    (".", "/."), ("..", "/.."), ("a/../b", "/a/../b"), ("a/./b", "/a/./b"), (".well-known", "/.well-known"),
    ("mailto:a", "/mailto:a"), ("ftp://x", "/ftp://x"), ("localhost:80", "/localhost:80"),
  ]

  @Test("the path of a request joins a host's base path with one slash", arguments: joins)
  func joining(host: String, path: String, expected: String) throws {
    #expect(try URLHost(rawValue: host).text(path: path) == expected)
  }

  static let joins: [(String, String, String)] = [
    ("h.example", "", "https://h.example/"), ("h.example/", "", "https://h.example/"),
    ("h.example", "/", "https://h.example/"), ("h.example/", "/", "https://h.example/"),
    ("h.example", "a", "https://h.example/a"), ("h.example", "/a", "https://h.example/a"),
    ("h.example/", "a", "https://h.example/a"), ("h.example/", "/a", "https://h.example/a"),
    ("h.example/v1", "", "https://h.example/v1"), ("h.example/v1/", "", "https://h.example/v1/"),
    ("h.example/v1", "/", "https://h.example/v1/"), ("h.example/v1/", "/", "https://h.example/v1/"),
    ("h.example/v1", "a", "https://h.example/v1/a"), ("h.example/v1", "/a", "https://h.example/v1/a"),
    ("h.example/v1/", "a", "https://h.example/v1/a"), ("h.example/v1/", "/a", "https://h.example/v1/a"),
    ("http://h.example/a%20b/c", "d", "http://h.example/a%20b/c/d"),
    ("http://h.example:8080", "", "http://h.example:8080/"),
  ]

  @Test("the path of a request reads back as it was written", arguments: 0..<8 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = Dice(seed: seed)
    for _ in 0..<50 {
      // A percent sign that is followed by two digits is meant as an escape, so it does not come back.
      let path = "p" + generator.text().replacing("%", with: "/")
      let url = try URLHost("h.example").text(path: path.replacing("?", with: "%3F"))
      #expect(QueryDecoder.decode(url.utf8, plusIsSpace: false) == "https://h.example/" + path)
    }
  }

  @Test(
    "the path of a request that is a whole URL is refused, as the host would be lost",
    arguments: ["http://a.example/b", "HTTPS://a.example"])
  func wholeURL(path: String) throws {
    let error = try #require(throws: InvalidEndpointError.self) { try request(path: path) }
    #expect(error.code == .invalidPath)
  }
}
