#if os(macOS) || os(Linux)
  import NetworkTesting

  extension Probe {
    /// All probes; a new one is a line in one of the lists.
    static let all: [Probe] =
      answers + codings + methods + fields + redirects + delegates + credentials + configurations + cookies + caches
      + bodies

    private static let usual: [Use] = [.awaited, .handler, .delegate]

    /// What answers look like.
    private static let answers: [Probe] =
      [
        "/plain", "/large", "/empty", "/bodiless", "/json", "/typeless", "/twice", "/cases", "/proxy", "/unasked",
        "/cut",
      ]
      .flatMap { path in usual.map { Probe(use: $0, path: path) } }
      + [201, 203, 205, 206, 304, 400, 404, 408, 410, 429, 500, 503].map {
        Probe(use: .delegate, path: "/status/\($0)")
      }
      + Use.allCases.filter { !usual.contains($0) && !$0.hasBody }.map { Probe(use: $0) }
      + ["/plain?q=1", "/plain?q=a%20b", "/plain#part", "/plain?q=1#part"].map { Probe(path: $0) }

    /// What becomes of bodies in a content coding.
    private static let codings: [Probe] =
      ProbeSite.pages.keys.filter { $0.hasPrefix("/coded/") }.sorted()
      .flatMap { path in
        // A libcurl without these codings ends such a call in an error.
        let isForeign = path.hasSuffix("br") || path.hasSuffix("zstd")
        return (isForeign ? [Use.awaited] : usual).map { Probe(use: $0, path: path) }
      }
      + ["/coded/gzip", "/coded/raw-deflate"].map { Probe(method: "HEAD", path: $0) }

    /// Which fields are sent, the ones that a client always adds among them.
    private static let fields: [Probe] =
      [
        Probe(comparesAllFields: true), Probe(method: "HEAD", comparesAllFields: true),
        Probe(method: "POST", body: "tea", comparesAllFields: true),
        Probe(use: .uploadAwaited, method: "PUT", body: "tea", comparesAllFields: true),
      ]
      + [
        ["Accept": "text/html"], ["User-Agent": "App/1"], ["Accept-Language": "de"], ["Accept-Encoding": "br"],
        ["Accept-Encoding": "identity"], ["Host": "example.com"], ["Connection": "close"], ["Content-Length": "0"],
        ["X-Empty": ""], ["x-case": "1", "X-UPPER": "2"], ["Range": "bytes=0-1"], ["If-None-Match": "\"1\""],
        ["Referer": "http://example.com"], ["Content-Encoding": "gzip"], ["Date": "Sun, 06 Nov 1994 08:49:37 GMT"],
      ]
      .flatMap { [Probe(fields: $0), Probe(settings: [.fields($0)])] }

    /// What a cache does.
    private static let caches: [Probe] =
      [
        .useProtocolCachePolicy, .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData,
        .returnCacheDataElseLoad, .returnCacheDataDontLoad, .reloadRevalidatingCacheData,
      ]
      .flatMap { (policy: URLRequest.CachePolicy) in
        ["/kept", "/plain"].map { Probe(path: $0, cachePolicy: policy, settings: [.cache], times: 2) }
          + [Probe(path: "/plain", cachePolicy: policy)]
      }
      + [
        Probe(use: .delegate, path: "/kept", settings: [.cache], times: 2),
        Probe(path: "/stored", settings: [.stored]),
        Probe(use: .awaitedBesideDelegate, path: "/stored", settings: [.stored]),
        Probe(path: "/plain", settings: [.stored]),
        Probe(method: "POST", path: "/stored", fields: ["Content-Type": "text/tea"], body: "tea", settings: [.stored]),
      ]

    /// What methods do.
    private static let methods: [Probe] =
      ["HEAD", "DELETE", "OPTIONS", "PUT", "POST", "PATCH"].flatMap { method in
        [Probe(use: .delegate, method: method), Probe(method: method, path: "/status/404")]
      }

    /// Where redirects lead, and with what.
    private static let redirects: [Probe] = redirectStatuses + redirectPlaces + redirectHosts

    // Each list has its type: Swift 6.2 does not infer those of a longer expression in time.
    private static let redirectStatuses: [Probe] = [300, 301, 302, 303, 304, 305, 307, 308].flatMap {
      status -> [Probe] in
      let requests: [(method: String, body: String?)] = [
        ("GET", nil), ("POST", "tea"), ("PUT", "tea"), ("HEAD", nil), ("DELETE", nil),
      ]
      return requests.map { request -> Probe in
        Probe(
          use: .handler, method: request.method, path: "/moved/\(status)",
          fields: request.body == nil ? [:] : ["Content-Type": "text/tea"],
          body: request.body)
      }
    }

    private static let redirectPlaces: [Probe] =
      [
        "nowhere", "empty", "lower", "mail", "files", "fragment", "query", "spaces", "full", "double", "chain",
        "cookie",
      ]
      .flatMap { place -> [Probe] in
        [Probe(path: "/moved/\(place)"), Probe(use: .delegate, path: "/moved/\(place)")]
      }
      + ["/deep/moved", "/deep/up", "/loop", "/deep/moved?q=1#part", "/moved/302?q=1#part"].map { Probe(path: $0) }

    private static let redirectHosts: [Probe] =
      ["/other", "/other/307", "/other/cookie", "/moved/302"].flatMap { path -> [Probe] in
        [Use.awaited, .delegate].flatMap { use -> [Probe] in
          [
            Probe(use: use, path: path, fields: ["Authorization": "Bearer 12345", "X-App": "1"]),
            Probe(use: use, path: path, fields: ["Cookie": "mine=1", "Proxy-Authorization": "Basic 1"]),
          ]
        }
      }

    /// What delegates are asked, and what becomes of their answers.
    private static let delegates: [Probe] = Use.allCases.flatMap { use in
      Redirecting.allCases.flatMap { redirecting in
        ["/moved/302", "/moved/cookie", "/moved/307"].map { path in
          Probe(
            use: use, method: use.hasBody ? "POST" : "GET", path: path,
            fields: use.hasBody ? ["Content-Type": "text/tea", "X-App": "1"] : ["X-App": "1"],
            body: use.hasBody ? "tea" : nil, redirecting: redirecting)
        }
      }
    }

    /// What an answer that asks for credentials becomes.
    private static let credentials: [Probe] =
      usual.flatMap { use in [Probe(use: use, path: "/bearer"), Probe(use: use, path: "/proxy")] }
      + ["right", "wrong", "cancel", "reject"].compactMap(ProbeCredential.init).flatMap { credential in
        [Use.delegate, .handlerBesideDelegate, .awaitedBesideDelegate, .handlerWithDelegate].map {
          Probe(use: $0, path: "/basic", credential: credential)
        } + [
          Probe(
            use: .uploadDelegate, method: "POST", path: "/basic", fields: ["Content-Type": "text/tea"], body: "tea",
            credential: credential)
        ]
      }
      + [Probe(use: .delegate, path: "/basic", fields: ["Authorization": "Basic 1"], credential: .right)]

    /// What a configuration adds.
    private static let configurations: [Probe] = [
      Probe(settings: [.fields(["X-Key": "1"])]),
      Probe(fields: ["x-key": "2"], settings: [.fields(["X-Key": "1"])]),
      Probe(path: "/other", settings: [.fields(["X-Key": "1", "Authorization": "Bearer 1"])]),
      Probe(use: .delegate, path: "/moved/302", redirecting: .anew, settings: [.fields(["X-Key": "1"])]),
      Probe(use: .delegate, path: "/moved/302", redirecting: .follow, settings: [.fields(["X-Key": "1"])]),
      Probe(
        use: .uploadDelegate, method: "PUT", fields: ["Content-Type": "text/tea"], body: "tea",
        settings: [.fields(["X-Key": "1"])]),
    ]

    /// What happens to cookies.
    private static let cookies: [Probe] =
      ["/cookies", "/cookies/two", "/cookies/lower"].flatMap { path in
        [Use.awaited, .delegate].map { Probe(use: $0, path: path, times: 2) }
      }
      + [
        Probe(settings: [.cookie]), Probe(fields: ["Cookie": "mine=1"], settings: [.cookie]),
        Probe(path: "/other", settings: [.cookie]), Probe(use: .delegate, path: "/other", settings: [.cookie]),
        Probe(path: "/moved/302", settings: [.cookie]), Probe(use: .delegate, path: "/moved/302", settings: [.cookie]),
        Probe(use: .delegate, path: "/moved/302", redirecting: .anew, settings: [.cookie]),
        Probe(path: "/moved/cookie", settings: [.cookie]),
        Probe(use: .delegate, path: "/moved/cookie", settings: [.cookie]),
        Probe(path: "/cookies", settings: [.neverAccept], times: 2),
        Probe(path: "/plain", settings: [.cookie, .neverAccept]),
        Probe(path: "/cookies", settings: [.neverSend], times: 2),
        Probe(path: "/plain", settings: [.cookie, .neverSend]),
        Probe(path: "/cookies", settings: [.noStorage], times: 2),
        Probe(path: "/cookies", handlesCookies: false, times: 2),
        Probe(handlesCookies: false, settings: [.cookie]),
      ]

    /// What is told of bodies on their way.
    private static let bodies: [Probe] =
      [Use.uploadAwaited, .uploadHandler, .uploadDelegate, .uploadFile].map {
        Probe(use: $0, method: "POST", fields: ["Content-Type": "text/tea"], body: "tea", ownBody: "another")
      }
      + Use.allCases.filter(\.hasBody).flatMap { use in
        ["tea", String(repeating: "0123456789", count: 20_000)].map {
          Probe(use: use, method: "POST", fields: ["Content-Type": "text/tea"], body: $0)
        }
      }
      + [Use.awaited, .handler, .delegate, .awaitedWithDelegate].flatMap { use in
        ["tea", String(repeating: "0123456789", count: 20_000)].map {
          Probe(use: use, method: "POST", fields: ["Content-Type": "text/tea"], body: $0)
        }
      }
  }

  extension Probe.Use {
    /// Whether it is for requests with a body.
    var hasBody: Bool {
      switch self {
      case .uploadAwaited, .uploadHandler, .uploadDelegate, .uploadFile, .streamDelegate: true
      default: false
      }
    }
  }

  /// A cache in memory, which probes put into configurations.
  // It adds nothing to the class, which may be used from any thread.
  final class ProbeCache: URLCache, @unchecked Sendable {
    convenience init() {
      // It is made though nothing is kept there: one for all, since none would go.
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("NetworkTestingProbes")
      #if canImport(FoundationNetworking)
        self.init(memoryCapacity: 4 << 20, diskCapacity: 0, diskPath: folder.path)
      #else
        self.init(memoryCapacity: 4 << 20, diskCapacity: 0, directory: folder)
      #endif
    }
  }

  extension Probe.Setting {
    static func fields(_ fields: [String: String]) -> Self {
      Self("adding \(fields.keys.sorted())") { configuration, _ in configuration.httpAdditionalHeaders = fields }
    }

    /// A cookie for the server's first name.
    static let cookie = Self("with a cookie") { configuration, addresses in
      let properties: [HTTPCookiePropertyKey: Any] = [.name: "kept", .value: "1", .domain: "127.0.0.1", .path: "/"]
      if let cookie = HTTPCookie(properties: properties) { configuration.httpCookieStorage?.setCookie(cookie) }
    }

    static let neverAccept = Self("never accepting cookies") { configuration, _ in
      configuration.httpCookieAcceptPolicy = .never
    }
    static let neverSend = Self("never sending cookies") { configuration, _ in
      configuration.httpShouldSetCookies = false
    }
    /// A cache of its own.
    static let cache = Self("with a cache") { configuration, _ in configuration.urlCache = ProbeCache() }

    /// A cache of its own that holds an answer.
    static let stored = Self("with a stored answer") { configuration, addresses in
      let cache = ProbeCache()
      guard let url = URL(string: "http://\(addresses.host)/stored"),
        let head = HTTPURLResponse(
          url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "text/plain"])
      else { return }
      let answer = CachedURLResponse(response: head, data: Data("stored".utf8))
      cache.storeCachedResponse(answer, for: URLRequest(url: url))
      configuration.urlCache = cache
    }

    static let noStorage = Self("without cookies") { configuration, _ in configuration.httpCookieStorage = nil }
  }
#endif
