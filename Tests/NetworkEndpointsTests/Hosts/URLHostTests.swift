import NetworkTesting
import TestSupport

@Suite("A host")
struct URLHostTests {
  @Test("a host becomes the start of a URL, with https unless it says otherwise", arguments: hosts)
  func valid(host: String, expected: String) throws {
    #expect(try URLHost(rawValue: host).text(path: "p") == expected)
  }

  static let hosts: [(String, String)] = [
    ("api.example.com", "https://api.example.com/p"), ("localhost", "https://localhost/p"), ("test", "https://test/p"),
    ("localhost:8080", "https://localhost:8080/p"), ("http://localhost:8080", "http://localhost:8080/p"),
    ("https://api.example.com", "https://api.example.com/p"), ("http://api.example.com", "http://api.example.com/p"),
    ("127.0.0.1", "https://127.0.0.1/p"), ("http://127.0.0.1:8080", "http://127.0.0.1:8080/p"),
    ("[::1]", "https://[::1]/p"), ("[::1]:8080", "https://[::1]:8080/p"),
    ("http://[2001:db8::7]:1", "http://[2001:db8::7]:1/p"),
    ("[::]", "https://[::]/p"), ("[1:2:3:4:5:6:7:8]", "https://[1:2:3:4:5:6:7:8]/p"),
    ("[::ffff:127.0.0.1]", "https://[::ffff:127.0.0.1]/p"), ("[FE80::AB]", "https://[FE80::AB]/p"),
    ("api.example.com/v1", "https://api.example.com/v1/p"), ("http://localhost:1/a/b/", "http://localhost:1/a/b/p"),
    ("h.example/a%20b", "https://h.example/a%20b/p"), ("h.example/~me/v=1,2", "https://h.example/~me/v=1,2/p"),
    ("HTTP://API.example.COM", "HTTP://API.example.COM/p"), ("API.EXAMPLE.COM", "https://API.EXAMPLE.COM/p"),
    ("my_service", "https://my_service/p"), ("xn--caf-dma.example", "https://xn--caf-dma.example/p"),
    ("example.com.", "https://example.com./p"), ("a-b.c-d", "https://a-b.c-d/p"), ("1.example", "https://1.example/p"),
    ("h:0", "https://h:0/p"), ("h:1", "https://h:1/p"), ("h:65535", "https://h:65535/p"),
    ("h:00080", "https://h:00080/p"),
    ("http.example", "https://http.example/p"), ("https", "https://https/p"),
  ]

  @Test(
    "a host that is not valid is reported when a request is made, with the endpoint and the reason", arguments: rejects)
  func invalid(host: String, reason: String) throws {
    let error = try #require(throws: InvalidEndpointError.self) {
      try request(path: "p", host: URLHost(rawValue: host))
    }
    #expect(error.code == .invalidHost)
    #expect(error.endpoint == "GET p")
    #expect(error.reason.contains(reason))
    #expect(!error.description.contains { $0.isNewline })
    #expect(!error.description.contains("s3cret"))
  }

  static let rejects: [(String, String)] = [
    ("", "it is empty"), (" ", "\" \""), ("a b", "\" \""), (" h", "\" \""), ("h ", "\" \""), ("\t", "\"\\t\""),
    ("h\n", "\"\\n\""), ("h\r\nX: y", "\"\\r\""), ("\u{2028}", "\\u{2028}"), ("h\0", "\"\\0\""),
    ("h\u{7F}", "\"\\u{7F}\""),
    ("user@h", "user name"), ("user:s3cret@h", "user name"), ("http://user:s3cret@h:80/v1", "user name"),
    ("@h", "user name"),
    ("h?a=s3cret", "query"), ("h/v1?a=s3cret", "query"), ("h?", "query"), ("h#s3cret", "fragment"),
    ("h/v1#s3cret", "fragment"),
    ("user:s3cret@h?key=s3cret#s3cret", "user name"), ("user:s3cret@é", "user name"), ("user:s3cret?@h", "query"),
    // A mark and the accent after it are one character of a string, and still a mark.
    ("h?\u{301}s3cret", "query"), ("user:s3cret@\u{301}h", "user name"), ("http://\u{301}user:s3cret@h", "user name"),
    ("é?key=s3cret", "query"), ("h?a=u@s3cret", "query"),
    ("h:65536", "port"), ("h:99999999999999999999", "port"), ("h:", "port"), ("h:x", "port"), ("h:-1", "port"),
    ("h:8 0", "port"),
    ("h:80:80", "port"), ("[::1]:", "port"), ("[::1]x", "port"), ("[::1]80", "port"), ("h:+80", "port"),
    ("h:0x50", "port"),
    ("café.example", "Punycode"), ("日本", "Punycode"), ("🧮", "Punycode"), ("ｈ", "Punycode"),
    ("%", "\"%\""), ("%41", "\"%\""), ("a%2Fb", "\"%\""), ("[fe80::1%25en0]", "address"),
    ("https://", "no name"), ("http://", "no name"), ("http:///v1", "no name"), ("/v1", "no name"), ("//h", "no name"),
    (":80", "no name"), ("http://:80", "no name"), ("://h", "scheme"), ("http:", "port"), ("http:/h", "port"),
    ("ftp://h", "scheme"), ("file:///etc", "scheme"), ("ws://h", "scheme"), ("httpss://h", "scheme"),
    ("http ://h", "scheme"),
    ("https://http://h", "port"), ("mailto:a", "port"),
    ("a..b", "two dots"), (".", "starts with a dot"), ("..", "starts with a dot"), (".h", "starts with a dot"),
    ("[", "address"), ("[]", "address"), ("]", "\"]\""), ("[::1", "address"), ("::1", "no name"), ("[:]", "address"),
    ("[1::2::3]", "address"), ("[1:2:3]", "address"), ("[12345::]", "address"), ("[g::1]", "address"),
    ("[127.0.0.1]", "address"),
    ("[1:2:3:4:5:6:7:8:9]", "address"), ("[::1.2.3]", "address"), ("[::1.2.3.256]", "address"), ("[:::]", "address"),
    ("[1.2.3.4::]", "address"), ("[v1.a]", "address"),
    ("a,b", "\",\""), ("a;b", "\";\""), ("a|b", "\"|\""), ("a\\b", "\"\\\\\""), ("<h>", "\"<\""), ("{h}", "\"{\""),
    ("*.h", "\"*\""),
    ("\"h\"", "\"\\\"\""), ("h/%", "\"%\""), ("h/%2", "\"%\""), ("h/%zz", "\"%\""), ("h/a b", "\" \""),
    ("h/[a]", "\"[\""),
    ("h/é", "\"é\""), ("h/\\", "\"\\\\\""),
  ]

  @Test("a host of any text whatever makes a request or an error, and never a trap", arguments: 0..<8 as Range<UInt64>)
  func anyText(seed: UInt64) throws {
    var generator = Dice(seed: seed)
    for _ in 0..<50 {
      let host = URLHost(rawValue: generator.text())
      do {
        let url = try #require(request(host: host).url)
        #expect(url.host?.isEmpty == false)
        #expect(url.user == nil && url.query == nil && url.fragment == nil)
      } catch let error as InvalidEndpointError {
        #expect(error.code == .invalidHost)
      }
    }
  }

  @Test("a host is written as a literal and shown as it was written")
  func literal() {
    let host: URLHost = "api.example.com"
    #expect(host == URLHost(rawValue: "api.example.com"))
    #expect("\(host)" == "api.example.com")
  }
}
