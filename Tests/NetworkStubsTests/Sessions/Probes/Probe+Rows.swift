#if os(macOS) || os(Linux)
  import NetworkTesting

  // Rows: every value of a thing, in every form, as a bare session has them with a server.
  extension Probe {
    static let areRowsWanted = ProcessInfo.processInfo.environment["SESSION_ROWS"] != nil

    static let rows: [Probe] = [numbers, challenges, users, heads, errors, paths].flatMap { $0 }

    /// Every number of a configuration and of a request.
    ///
    /// A time-out of less than a second may come before an answer or after it, so it is compared where none comes. An infinite one
    /// crashes a session.
    private static let numbers: [Probe] = {
      let short: [TimeInterval] = [-1, 0, 0.3, 0.9]
      let long: [TimeInterval] = [1, 1.9, 60, 604_800, 1e15]
      let silent: [Probe] = short.flatMap { number in
        [
          Probe(path: "/silent", timeout: number), Probe(use: .delegate, path: "/silent", timeout: number),
          Probe(path: "/silent", settings: [.requestTimeout(number)]),
          Probe(use: .handler, path: "/silent", settings: [.requestTimeout(number)]),
        ]
      }
      let answered: [Probe] = long.flatMap { number in
        [Probe(timeout: number), Probe(settings: [.requestTimeout(number)])]
      }
      let whole: [Probe] = (short + long + [.infinity]).map { Probe(settings: [.resourceTimeout($0)]) }
      let connections = [Int.min, -1, 0, 1, 2, 6, 1_000].map { Probe(settings: [.connections($0)], times: 2) }
      return silent + answered + whole + connections
    }()

    /// Every form of a question for credentials, each answer of a delegate, and each kind of body.
    ///
    /// Where nobody gives a credential for `Basic`, a bare session never ends.
    private static let challenges: [Probe] = {
      let pages = ProbeSite.challenges.keys.sorted().map { "/asks/\($0)" } + ["/moved/basic"]
      let uses: [(use: Use, method: String)] = [
        (.delegate, "GET"), (.uploadDelegate, "PUT"), (.streamDelegate, "POST"), (.handlerBesideDelegate, "GET"),
        (.awaitedBesideDelegate, "GET"),
      ]
      return pages.flatMap { path in
        uses.flatMap { use, method in
          [ProbeCredential.right, .wrong, .cancel, .reject].map { credential in
            Probe(
              use: use, method: method, path: path, fields: use.hasBody ? ["Content-Type": "text/tea"] : [:],
              body: use.hasBody ? "tea" : nil, credential: credential)
          }
        }
      }
    }()

    /// Every form of a user in a URL.
    private static let users: [Probe] = [
      "ada", "ada:", ":123", "ada:123", "ada:t%3Aea", "ada%40home:t%3Aea%40", "%C3%BC:%E2%82%AC", "a%20b:c%2Bd",
      "ada:1:2",
    ]
    .flatMap { user -> [Probe] in
      [
        Probe(user: user), Probe(path: "/moved/302", user: user),
        Probe(fields: ["Authorization": "Bearer 1"], user: user),
      ]
    }

    /// Every form of a head.
    private static let heads: [Probe] = ProbeSite.heads.keys.sorted().flatMap { name in
      [Use.awaited, .handler, .delegate].map { Probe(use: $0, path: "/heads/\(name)") }
        + [Probe(method: "HEAD", path: "/heads/\(name)")]
    }

    /// Every way to an error, and the error as it is thrown.
    private static let errors: [Probe] =
      [
        "/cut", "/loop", "/moved/cut", "/moved/files", "/moved/far", "/moved/hostless", "/moved/port",
        "/coded/gzip-damaged",
      ]
      .flatMap { path in
        [Use.awaited, .handler, .delegate, .uploadDelegate].map {
          Probe(use: $0, method: $0.hasBody ? "PUT" : "GET", path: path, body: $0.hasBody ? "tea" : nil)
        }
      }
      + [Use.awaited, .handler, .delegate].map { Probe(use: $0, body: "a GET with a body") }

    /// Paths that a client writes in another form. How a server reads `//plain` or `/%70lain` is its own affair.
    private static let paths: [Probe] = [
      "/deep/../plain", "/./plain", "/plain/.", "/plain/..", "/../plain", "/deep/./../plain", "/deep//plain",
      "/%2e%2e/plain", "/deep/%2E%2E/plain", "/plain;a=b", "/plain?q=/../a", "/plain?a=b?c", "/pl%C3%A4in", "/a%2Fb",
      "", "?q=1",
    ]
    .flatMap { [Probe(path: $0), Probe(method: "POST", path: $0, fields: ["Content-Type": "text/tea"], body: "tea")] }
  }

  extension Probe.Setting {
    static func requestTimeout(_ interval: TimeInterval) -> Self {
      Self("time-out of requests \(interval)") { configuration, _ in configuration.timeoutIntervalForRequest = interval
      }
    }
    static func resourceTimeout(_ interval: TimeInterval) -> Self {
      Self("time-out of calls \(interval)") { configuration, _ in configuration.timeoutIntervalForResource = interval }
    }
    static func connections(_ count: Int) -> Self {
      Self("\(count) connections") { configuration, _ in configuration.httpMaximumConnectionsPerHost = count }
    }
  }
#endif
