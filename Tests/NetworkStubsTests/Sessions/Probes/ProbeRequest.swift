#if os(macOS) || os(Linux)
  import NetworkTesting
  import TestSupport

  /// A request as a server received it.
  struct ProbeRequest: Codable, Sendable {
    let method: String
    let url: String
    let fields: [[String]]
    let body: String
  }

  extension ProbeRequest {
    init(_ request: ReceivedRequest) {
      method = request.method.rawValue
      url = request.url?.absoluteString ?? "no URL"
      fields = request.headers.map { [$0.name, $0.value] }
      // As the script reads it, a byte a character.
      body = String(String.UnicodeScalarView(request.body.map { Unicode.Scalar($0) }))
    }

    /// Whether a field is one that each client or connection adds, with the value that it has then; no stub sees it.
    private func isOfConnection(_ field: [String], _ addresses: ProbeAddresses) -> Bool {
      let value = field[1]
      switch field[0].lowercased() {
      case "host": return value == addresses.host || value == addresses.otherHost
      case "user-agent": return value.contains("curl/") || value.contains("CFNetwork")
      case "accept": return value == "*/*"
      case "accept-language": return value.hasPrefix("en")
      case "accept-encoding": return value.contains("gzip") && value.contains("deflate")
      case "connection": return value == "keep-alive"
      case "content-length": return value == "\(body.unicodeScalars.count)"
      case "expect": return value == "100-continue"
      case "transfer-encoding": return value == "chunked"
      default: return false
      }
    }

    /// The value of a field, with cookies in an order of their own: that of a storage differs from run to run.
    private static func sorted(_ field: [String]) -> String {
      guard field[0].lowercased() == "cookie" else { return field[1] }
      return field[1].components(separatedBy: "; ").sorted().joined(separator: "; ")
    }

    /// Returns an address as a server is asked for it: without a user and a fragment, and with a path.
    private func asked(for url: String) -> String {
      guard var parts = URLComponents(string: url) else { return url }
      (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
      if parts.host != nil, parts.percentEncodedPath.isEmpty { parts.percentEncodedPath = "/" }
      return parts.string ?? url
    }

    /// The request in one line, without its fragment, which no client sends; and in another what connections add.
    func lines(_ addresses: ProbeAddresses, all comparesAll: Bool) -> [String] {
      let own = fields.filter { !isOfConnection($0, addresses) }
        .map { "\($0[0].lowercased()): \(Self.sorted($0))" }.sorted()
      let added = fields.filter { isOfConnection($0, addresses) }.map { $0[0].lowercased() }.sorted()
      let url = asked(for: url)
      let body = body.count > 40 ? "\(body.count) bytes" : body
      let line = addresses.normalised("\(method) \(url) \(own) \(body)")
      return comparesAll ? [line, "added \(added)"] : [line]
    }
  }
#endif
