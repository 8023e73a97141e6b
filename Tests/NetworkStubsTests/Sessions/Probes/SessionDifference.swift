#if os(macOS) || os(Linux)
  import NetworkTesting
  import TestSupport

  /// A row of the article's table: what differs from platform to platform, or between a mocked session and a bare one.
  struct SessionDifference: Sendable, CustomStringConvertible {
    let what: String
    /// What a bare session does on Linux.
    let linux: String
    /// What a mocked one does there; nil where it is the same, unless it is mocked `as: .apple`.
    var mocked: String?
    /// What sessions of Apple platforms do, and a session mocked `as: .apple`.
    let apple: String
    /// A probe that shows it.
    var probe = Probe()
    /// The probes that the row is about.
    var isAbout: @Sendable (Probe) -> Bool = { _ in true }
    /// The lines of a bare session and of a mocked one that the row is about.
    var lines: @Sendable (String) -> Bool = { _ in false }

    var description: String { what }

    /// Whether the lines of the row differ.
    func isSeen(_ bare: [String], _ mocked: [String]) -> Bool { bare.filter(lines) != mocked.filter(lines) }
  }

  extension SessionDifference {
    private static let body: [String: String] = ["Content-Type": "text/tea"]

    static let all: [SessionDifference] = [
      SessionDifference(
        what: "`Authorization` and `Cookie` at a redirect to another host", linux: "sent on", apple: "dropped",
        probe: Probe(path: "/other", fields: ["Authorization": "Bearer 1", "Cookie": "a=b"])),
      SessionDifference(
        what: "cookies of an answer whose redirect a delegate takes",
        linux: "not sent ([#5294](https://github.com/swiftlang/swift-corelibs-foundation/issues/5294))", apple: "sent",
        probe: Probe(use: .delegate, path: "/moved/cookie")),
      SessionDifference(
        what: "the delegate of `data(for:delegate:)`, at a redirect", linux: "not asked", apple: "asked",
        probe: Probe(use: .awaitedWithDelegate, path: "/moved/302", redirecting: .refuse)),
      SessionDifference(
        what: "`Location: echo` at `/deep/moved`", linux: "`/echo`", apple: "`/deep/echo`",
        probe: Probe(path: "/deep/moved")),
      SessionDifference(
        what: "the fragment of a URL, after a redirect", linux: "lost", apple: "kept",
        probe: Probe(path: "/moved/302?q=1#part")),
      SessionDifference(
        what: "the body of a request, at 307 and 308", linux: "lost", apple: "sent again",
        probe: Probe(method: "PUT", path: "/moved/307", fields: body, body: "tea")),
      SessionDifference(
        what: "`Content-Type` of a body that a redirect drops", linux: "sent", apple: "dropped",
        probe: Probe(method: "POST", path: "/moved/302", fields: body, body: "tea")),
      SessionDifference(
        what: "`HEAD` at 303", linux: "becomes `GET`", apple: "stays `HEAD`",
        probe: Probe(method: "HEAD", path: "/moved/303")),
      SessionDifference(
        what: "305 and 306 with a `Location`", linux: "followed", apple: "an answer", probe: Probe(path: "/moved/305")),
      SessionDifference(
        what: "a `Location` of another scheme, as `mailto:`", linux: "a path of the same host",
        apple: "`URLError.unsupportedURL`", probe: Probe(path: "/moved/mail")),
      SessionDifference(
        what: "an answer that redirects nowhere: its body, and its head for a delegate", linux: "lost", apple: "there",
        probe: Probe(use: .delegate, path: "/moved/nowhere")),
      SessionDifference(
        what: "cookies of a field spelled `set-cookie`, as over HTTP/2",
        linux: "not stored; a mocked session warns", apple: "stored", probe: Probe(path: "/cookies/lower", times: 2)),
      SessionDifference(
        what: "`httpShouldHandleCookies` of a request", linux: "not heeded", apple: "heeded",
        probe: Probe(path: "/cookies", handlesCookies: false, times: 2)),
      SessionDifference(
        what: "a request whose `cachePolicy` is `.returnCacheDataDontLoad`, with nothing in the cache",
        linux: "sent: no policy is heeded", apple: "`URLError.resourceUnavailable`",
        probe: Probe(cachePolicy: .returnCacheDataDontLoad)),
      SessionDifference(
        what: "a compressed body that breaks off", linux: "its beginning, without an error",
        apple: "`URLError.cannotDecodeContentData`", probe: Probe(path: "/coded/gzip-cut")),
      SessionDifference(
        what: "the error of a compressed body that is damaged", linux: "`URLError.unknown`, a delegate has the head",
        apple: "`URLError.cannotDecodeContentData`", probe: Probe(path: "/coded/gzip-damaged")),
      SessionDifference(
        what: "the head and the body of a 401, before its challenge", linux: "told to a delegate", apple: "not told",
        probe: Probe(use: .delegate, path: "/basic", credential: .right)),
    ]

    /// Rows about mocked sessions themselves.
    static let ofMocks: [SessionDifference] = [
      SessionDifference(
        what: "chunks of an answer to `data(for:delegate:)`", linux: "told to that delegate as well",
        mocked: "not told",
        apple: "not told", lines: { $0.hasPrefix("delegate: data") }),
      SessionDifference(
        what: "`progress` of a task", linux: "without meaning, as 3 of 2 for three bytes sent", mocked: "0 of -1",
        apple: "counts bytes", lines: { $0.hasPrefix("task progress") }),
      SessionDifference(
        what: "a body in `br` or `zstd`", linux: "decoded, if libcurl can", mocked: "as it is, and a warning says so",
        apple: "`br` decoded", lines: { $0.contains("brotli") || $0.contains("zstd") }),
      SessionDifference(
        what: "an answer that the app has put into its `URLCache`", linux: "used",
        mocked: "the stub is asked, and a warning says so", apple: "used, as the `cachePolicy` says",
        lines: { $0.contains("stored") }),
      SessionDifference(
        what:
          "`Host`, `User-Agent`, `Accept`, `Accept-Encoding`, `Accept-Language`, `Connection` and `Content-Length` of a request",
        linux: "sent", mocked: "only what the app sets is seen by stubs and the log", apple: "sent",
        lines: { $0.hasPrefix("added ") }),
    ]

    /// Rows about mocked sessions that only the probes of whole rows show: nobody meets them by chance.
    static let ofRows: [SessionDifference] = [
      SessionDifference(
        what: "a request whose time-out is less than a second", linux: "may reach the server or not",
        mocked: "is in the log", apple: "not known", isAbout: { $0.path == "/silent" },
        lines: { $0.hasPrefix("GET http") }),
      SessionDifference(
        what: "a redirect to a page that asks for a credential",
        linux: "the credential goes to the first address, which redirects it again and again: `httpTooManyRedirects`",
        mocked: "that error at once", apple: "not known", isAbout: { $0.path == "/moved/basic" },
        lines: { !$0.contains("-1007") }),
      SessionDifference(
        what: "a connection that is kept, and closes before the head of the next answer", linux: "asked again once",
        mocked: "the error at once", apple: "not known", isAbout: { $0.path == "/moved/cut" },
        lines: { $0.contains(" http://HERE/cut ") && !$0.contains("redirect") }),
      SessionDifference(
        what: "a `Content-Length` that is not the length of the body",
        linux: "a part of the body, or `URLError.unknown`",
        mocked: "the whole body, and a warning at the stub", apple: "not known",
        isAbout: { $0.path.hasPrefix("/heads/length-") }, lines: { _ in true }),
      SessionDifference(
        what: "an unknown `Content-Encoding`", linux: "`URLError.unknown`",
        mocked: "the body as it is, without the field", apple: "not known",
        isAbout: { $0.path.hasPrefix("/heads/coding-") }, lines: { _ in true }),
      SessionDifference(
        what: "a header field of more than 100,000 bytes, or with tabs or blanks alone", linux: "`URLError.unknown`",
        mocked: "received", apple: "not known",
        isAbout: { $0.path == "/heads/longer" || $0.path.hasPrefix("/heads/blanks-") }, lines: { _ in true }),
      SessionDifference(
        what: "`countOfBytesExpectedToReceive` of a task whose response has no body", linux: "mostly -1",
        mocked: "what its `Content-Length` says", apple: "not known",
        isAbout: { ["/heads/status-204", "/heads/status-304", "/heads/encoding-identity"].contains($0.path) },
        lines: { $0.hasPrefix("task sent ") }),
    ]

    // MARK: - The article

    private static let heading = "### Where sessions differ\n\n"

    private static let hanging = SessionDifference(
      what: "a 401 with `WWW-Authenticate: Basic` that nobody has a credential for",
      linux:
        "never ends before Swift 6.4 ([#5456](https://github.com/swiftlang/swift-corelibs-foundation/issues/5456))",
      mocked: "ends with the 401, and an issue says so", apple: "ends with the 401")

    /// Where a mocked session does the same as one on Linux, `as: .apple` too.
    private static let caching = SessionDifference(
      what: "a second `GET` of an answer that may be kept, as with `Cache-Control: max-age=600`",
      linux: "sent again: nothing is kept", apple: "answered from the cache; a mocked session asks again")

    static var table: String {
      let rows = (all + ofMocks + ofRows + [hanging, caching]).map { row in
        "| \(row.what) | \(row.linux) | \(row.mocked ?? "the same") | \(row.apple) |"
      }
      return
        (["| | a session on Linux | mocked there | on Apple platforms, and `as: .apple` |", "|---|---|---|---|"] + rows)
        .joined(separator: "\n") + "\n"
    }

    /// Compares the table of the article with the rows, or writes it with `UPDATE_GOLDEN=1`.
    static func expectTable(sourceLocation: SourceLocation = #_sourceLocation) throws {
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/NetworkTesting/NetworkTesting.docc/SessionReference.md")
      let article = try String(contentsOf: file, encoding: .utf8)
      let section = try #require(article.range(of: heading), sourceLocation: sourceLocation)
      let begin = try #require(
        article.range(of: "| | a session", range: section.upperBound..<article.endIndex)?.lowerBound,
        sourceLocation: sourceLocation)
      let end = article.range(of: "\n\n", range: begin..<article.endIndex)?.lowerBound ?? article.endIndex
      let old = article[begin..<end] + "\n"
      if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
        let new = article.replacingCharacters(in: begin..<end, with: table.dropLast())
        try Data(new.utf8).write(to: file, options: .atomic)
      } else {
        #expect(old == table, "UPDATE_GOLDEN=1 writes the table", sourceLocation: sourceLocation)
      }
    }
  }

  extension Probe {
    /// Whether it is about a connection or its bytes, which the package's own server treats in its own way: its stubs ask other stubs
    /// here, whose answers are decoded then, and its addresses are those of `Host`.
    var isOfSockets: Bool {
      path.hasSuffix("/cut") || path == "/silent" || path.hasPrefix("/coded/") || path.hasPrefix("/heads/")
        || fields["Host"] != nil
        || settings.contains { $0.name.contains("Host") }
    }
  }
#endif
