#if os(macOS) || os(Linux)
  import NetworkTesting
  import TestSupport

  /// What the servers of the probes have to say, in a form that a stub and a server in Python both answer from.
  enum ProbeSite {
    struct Page: Codable {
      var status = 200
      var fields = [["Content-Type", "text/plain; charset=utf-8"]]
      var body = "tea"
      /// How often the body is repeated.
      var times = 1
      /// The body where it is no text.
      var bytes: Data?
      /// Whether the fields say how long the body is, or nothing does; the connection ends after it.
      var saysOwnLength = false

      var data: Data { bytes ?? Data(String(repeating: body, count: times).utf8) }

      static func coded(_ coding: String, _ bytes: [UInt8]) -> Self {
        Self(
          fields: [["Content-Type", "text/plain; charset=utf-8"], ["Content-Encoding", coding]], bytes: Data(bytes))
      }

      static func moved(_ status: Int, _ location: String?, _ fields: [[String]] = []) -> Self {
        Self(status: status, fields: (location.map { [["Location", $0]] } ?? []) + fields, body: "moved")
      }

      static func with(_ fields: [[String]], status: Int = 200, body: String = "tea") -> Self {
        Self(status: status, fields: [["Content-Type", "text/plain; charset=utf-8"]] + fields, body: body)
      }
    }

    /// The place of the server's own address, and of the same server under another name, in a `Location`.
    static let here = "{here}"
    static let other = "{other}"

    static let pages: [String: Page] = {
      var pages: [String: Page] = [
        "/plain": Page(),
        "/large": Page(body: "0123456789", times: 20_000),
        "/empty": Page(status: 204, fields: [], body: ""),
        "/bodiless": Page(body: ""),
        "/json": Page(fields: [["Content-Type", "application/json"]], body: "{}"),
        "/typeless": Page(fields: []),
        "/twice": .with([["X-Twice", "a"], ["X-Twice", "b"]]),
        "/cases": .with([["x-lower", "1"], ["X-UPPER", "2"]]),
        "/cookies": .with([["Set-Cookie", "a=b; Path=/"]]),
        "/cookies/two": .with([
          ["Set-Cookie", "a=b; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT"], ["Set-Cookie", "c=d; Path=/"],
        ]),
        "/cookies/lower": .with([["set-cookie", "a=b; Path=/"]]),
        "/basic": .with([["WWW-Authenticate", "Basic realm=\"tea\""]], status: 401, body: "who?"),
        "/bearer": .with([["WWW-Authenticate", "Bearer"]], status: 401, body: "who?"),
        "/unasked": .with([], status: 401, body: "who?"),
        "/proxy": .with([["Proxy-Authenticate", "Basic realm=\"tea\""]], status: 407, body: "who?"),
        "/kept": .with([["Cache-Control", "max-age=600"], ["ETag", "\"1\""]]),
        "/stored": Page(body: "not stored"),
        "/loop": .moved(302, "/loop"),
        "/moved/nowhere": .moved(302, nil),
        "/moved/empty": .moved(302, ""),
        "/moved/lower": Page(status: 302, fields: [["location", "/plain"]], body: "moved"),
        "/moved/mail": .moved(302, "mailto:ada@example.com"),
        "/moved/files": .moved(302, "ftp://127.0.0.1/x"),
        "/moved/fragment": .moved(302, "/plain#there"),
        "/moved/query": .moved(302, "?q=1"),
        "/moved/spaces": .moved(302, "/plain?q=a b"),
        "/moved/full": .moved(302, here + "/plain"),
        "/moved/double": .moved(302, "//{host}/plain"),
        "/moved/chain": .moved(301, "/moved/301"),
        "/moved/cookie": .moved(302, "/plain", [["Set-Cookie", "step=1; Path=/"]]),
        "/deep/moved": .moved(302, "echo"),
        "/deep/up": .moved(302, "../plain"),
        "/moved/basic": .moved(302, "/basic"),
        "/moved/cut": .moved(302, "/cut"),
        "/moved/far": .moved(302, "/moved/files"),
        "/moved/hostless": .moved(302, "http:///plain"),
        "/moved/port": .moved(302, "http://127.0.0.1:99999/plain"),
        "/other": .moved(302, other + "/plain"),
        "/other/307": .moved(307, other + "/plain"),
        "/other/cookie": .moved(302, other + "/plain", [["Set-Cookie", "step=1; Path=/"]]),
      ]
      for (name, page) in coded { pages["/coded/\(name)"] = page }
      if Probe.areRowsWanted {
        for (name, page) in heads { pages["/heads/\(name)"] = page }
        for (name, page) in challenges { pages["/asks/\(name)"] = page }
      }
      for status in [200, 300, 301, 302, 303, 304, 305, 307, 308] {
        pages["/moved/\(status)"] = .moved(status, "/plain")
      }
      for status in [201, 203, 205, 206, 304, 400, 404, 408, 410, 429, 500, 503] {
        pages["/status/\(status)"] = .with([], status: status)
      }
      return pages
    }()

    /// Bodies in content codings, whole and damaged.
    private static let coded: [String: Page] = {
      let text = Array(String(repeating: "0123456789", count: 30).utf8)
      let gzip = Compression.gzip.compressed(text)
      let zlib = Compression.zlib.compressed(text)
      return [
        "gzip": .coded("gzip", gzip),
        "GZIP": .coded("GZIP", gzip),
        "x-gzip": .coded("x-gzip", gzip),
        "gzip-gzip": .coded("gzip, gzip", Compression.gzip.compressed(gzip)),
        "deflate": .coded("deflate", zlib),
        // The same without the header and the checksum.
        "raw-deflate": .coded("deflate", Array(zlib.dropFirst(2).dropLast(4))),
        "small-deflate": .coded("deflate", smallDeflate),
        "gzip-cut": .coded("gzip", Array(gzip.dropLast(100))),
        "gzip-unchecked": .coded("gzip", Array(gzip.dropLast(8))),
        "gzip-longer": .coded("gzip", gzip + Array("and more bytes".utf8)),
        "gzip-damaged": .coded("gzip", Array(gzip.prefix(10)) + [6, 6, 6, 6] + Array(gzip.dropFirst(14))),
        "deflate-cut": .coded("deflate", Array(zlib.dropLast(100))),
        "small-cut": .coded("deflate", Array(smallDeflate.dropLast(6))),
        "gzip-empty": .coded("gzip", []),
        "identity": .coded("identity", text),
        "br": .coded("br", [0x8B, 0x02, 0x80] + Array("brotli".utf8) + [3]),
        "zstd": .coded("zstd", [0x28, 0xB5, 0x2F, 0xFD, 0x20, 4, 0x21, 0, 0] + Array("zstd".utf8)),
      ]
    }()

    /// "tea, and more tea, and more tea, or coffee" as a compressor writes it, without a header.
    private static let smallDeflate: [UInt8] = [
      0x2B, 0x49, 0x4D, 0xD4, 0x51, 0x48, 0xCC, 0x4B, 0x51, 0xC8, 0xCD, 0x2F, 0x4A, 0x55, 0x28, 0xC1,
      0xE4, 0xE5, 0x17, 0x29, 0x24, 0xE7, 0xA7, 0xA5, 0xA5, 0xA6, 0x02, 0x00,
    ]

    /// Long values, by what stands for them: made once, as there are stubs of all pages for each probe.
    private static let long = [90_000, 150_000].reduce(into: [:]) { long, count in
      long["{\(count)}"] = String(repeating: "a", count: count)
    }

    /// Returns a text with a site's addresses in place of what stands for them.
    static func filled(_ text: String, _ addresses: ProbeAddresses) -> String {
      if let long = long[text] { return long }
      return text.replacingOccurrences(of: here, with: "http://\(addresses.host)")
        .replacingOccurrences(of: other, with: "http://\(addresses.otherHost)")
        .replacingOccurrences(of: "{host}", with: addresses.host)
    }

    /// The stubs that answer as the server does.
    static func stubs(_ addresses: ProbeAddresses) -> [Stub] {
      let known = pages.map { path, page in
        let fields = page.fields.map { HTTPHeaders.Field(name: $0[0], value: filled($0[1], addresses)) }
        let response = HTTPResponse(status: page.status, headers: HTTPHeaders(fields), body: page.data)
        return RequestMatcher.any(path).respond(with: .response(response)).optional()
      }
      // The first that matches answers.
      let signedIn = ["/basic", "/asks/{name}"].map {
        RequestMatcher.any($0).basicAuth(user: "ada", password: "123").respond(text: "tea").optional()
      }
      return signedIn + known + [
        RequestMatcher.any("/silent").respond { _ in
          await Gate().wait()
          throw CancellationError()
        }.optional(),
        RequestMatcher.any("/cut").respond(with: .fault(.connectionClosedBeforeHead)).optional(),
        RequestMatcher.any.respond(with: .text("missing", status: 404)).optional(),
      ]
    }
  }

  /// The two names of one server.
  struct ProbeAddresses {
    let port: Int

    var host: String { "127.0.0.1:\(port)" }
    var otherHost: String { "localhost:\(port)" }

    /// Returns a text without what differs from server to server.
    func normalised(_ text: String) -> String {
      text.replacingOccurrences(of: otherHost, with: "OTHER").replacingOccurrences(of: host, with: "HERE")
    }
  }
#endif
