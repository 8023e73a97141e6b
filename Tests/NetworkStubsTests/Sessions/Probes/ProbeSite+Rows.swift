#if os(macOS) || os(Linux)
  import NetworkTesting
  import TestSupport

  // Pages with every form of a thing, for the rows of probes in `Probe+Rows.swift`.
  extension ProbeSite {
    private static let type = ["Content-Type", "text/plain; charset=utf-8"]

    /// What servers say in heads, some of it wrong.
    static let heads: [String: Page] = {
      func page(_ fields: [[String]], status: Int = 200, length: String? = "3") -> Page {
        Page(
          status: status, fields: fields + (length.map { [["Content-Length", $0]] } ?? []), body: "tea",
          saysOwnLength: true)
      }
      func coded(_ codings: [String], _ bytes: [UInt8]) -> Page {
        Page(fields: [type] + codings.map { ["Content-Encoding", $0] }, bytes: Data(bytes))
      }
      let text = Array(String(repeating: "0123456789", count: 30).utf8)
      let gzip = Compression.gzip.compressed(text)
      return [
        "length-negative": page([type], length: "-3"), "length-empty": page([type], length: ""),
        "length-word": page([type], length: "tea"), "length-signed": page([type], length: "+3"),
        "length-list": page([type], length: "3, 3"),
        "length-more": page([type], length: "10"), "length-less": page([type], length: "2"),
        "length-twice": page([type, ["Content-Length", "3"]]),
        "length-two": page([type, ["Content-Length", "3"]], length: "2"),
        "two-locations": page([["Location", "/plain"], ["Location", "/json"]], status: 302),
        "two-locations-unused": page([type, ["Location", "/plain"], ["Location", "/json"]]),
        "two-types": page([["Content-Type", "text/plain"], ["Content-Type", "text/html"]]),
        "two-dates": page([
          type, ["Date", "Sun, 06 Nov 1994 08:49:37 GMT"], ["Date", "Sun, 06 Nov 1994 08:49:38 GMT"],
        ]),
        "blanks": page([
          type, ["X-A", "   lead"], ["X-B", "trail   "], ["X-C", "a\tb"], ["X-D", ""], ["X-E", "a  b"],
        ]),
        "blanks-tab": page([type, ["X-A", "\t tab"]]), "blanks-tab-after": page([type, ["X-A", "tab \t"]]),
        "blanks-only": page([type, ["X-A", "  "]]),
        "three-cases": page([type, ["x-a", "1"], ["X-A", "2"], ["X-a", "3"]]),
        "three-alike": page([type, ["X-A", "1"], ["X-A", "2"], ["X-A", "3"]]),
        "case-of-type": page([["content-type", "text/plain"]]),
        "case-of-length": page([type, ["content-length", "3"]], length: nil),
        "long": page([type, ["X-A", "{90000}"]]),
        "longer": page([type, ["X-A", "{150000}"]]),
        "many": page([type] + (0..<200).map { ["X-A\($0)", "1"] }),
        "umlaut": page([type, ["X-A", "Grüße"]]),
        "quoted-type": page([["Content-Type", "text/plain; charset=\"utf-8\"; a=b"]]),
        "upper-type": page([["Content-Type", "TEXT/HTML;CHARSET=UTF-8"]]),
        "odd-type": page([["Content-Type", "tea"]]), "empty-type": page([["Content-Type", ""]]),
        "attachment": page([type, ["Content-Disposition", "attachment; filename=\"a b.txt\""]]),
        "status-299": page([type], status: 299), "status-600": page([type], status: 600),
        "status-999": page([type], status: 999), "status-205": page([type], status: 205),
        "status-204": page([type], status: 204), "status-304": page([type], status: 304),
        "encoding-identity": page([type, ["Transfer-Encoding", "identity"]]),
        "gzip-identity": coded(["gzip, identity"], gzip), "identity-gzip": coded(["identity, gzip"], gzip),
        "gzip-identity-fields": coded(["gzip", "identity"], gzip),
        "gzip-gzip-fields": coded(["gzip", "gzip"], Compression.gzip.compressed(gzip)),
        "gzip-members": coded(["gzip"], gzip + gzip),
        "coding-none": coded(["none"], text), "coding-unknown": coded(["tea"], text), "coding-empty": coded([""], text),
      ]
    }()

    /// How servers ask for credentials.
    static let challenges: [String: Page] = {
      let basic = "Basic realm=\"tea\""
      let asked: [String: [String]] = [
        "basic": [basic], "lower": ["basic realm=\"tea\""], "unquoted": ["Basic realm=tea"],
        "no-realm": ["Basic"], "empty-realm": ["Basic realm=\"\""], "escaped": ["Basic realm=\"a \\\"b\\\" c\""],
        "charset-after": [basic + ", charset=\"UTF-8\""], "charset-before": ["Basic charset=\"UTF-8\", realm=\"tea\""],
        "bearer": ["Bearer"], "bearer-realm": ["Bearer realm=\"tea\""], "bearer-basic": ["Bearer, " + basic],
        "bearer-realm-basic": ["Bearer realm=\"a\", " + basic], "bearer-basic-fields": ["Bearer", basic],
        "basic-bearer": [basic + ", Bearer"], "basic-bearer-fields": [basic, "Bearer"],
        "basic-twice": [basic, "Basic realm=\"b\""],
        "digest": ["Digest realm=\"tea\", nonce=\"1\""], "digest-basic": ["Digest realm=\"a\", nonce=\"1\", " + basic],
        "negotiate": ["Negotiate"], "ntlm": ["NTLM"], "unknown": ["Tea"], "empty": [""],
      ]
      var pages = asked.mapValues { values in
        Page.with(values.map { ["WWW-Authenticate", $0] }, status: 401, body: "who?")
      }
      pages["lower-field"] = .with([["www-authenticate", basic]], status: 401, body: "who?")
      pages["bodiless"] = Page(status: 401, fields: [["WWW-Authenticate", basic]], body: "")
      return pages
    }()
  }
#endif
