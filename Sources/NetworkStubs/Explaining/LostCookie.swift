/// A cookie that a stub asks for, that an earlier answer has set, and that the request lacks.
struct LostCookie {
  private let name: String
  private let request: ReceivedRequest
  private let setter: Exchange
  private let attributes: [String: String]

  /// Finds the last answer that has set a cookie; nil if none has.
  init?(_ name: String, missingIn request: ReceivedRequest, log: [Exchange]) {
    for exchange in log.reversed() {
      guard case .answered(let response) = exchange.outcome,
        let field = response.headers.last(where: { $0.name.lowercased() == "set-cookie" && $0.value.sets(name) })
      else { continue }
      self.name = name
      self.request = request
      setter = exchange
      attributes = field.value.cookieAttributes
      return
    }
    return nil
  }

  /// The reason why the request has no such cookie, as a line.
  var remark: String { "\(setter.title) set the cookie \(name.quoted)\(reason)." }

  /// Returns what to do.
  ///
  /// - Parameter place: The place of the stub that asks for the cookie.
  func advice(_ place: String) -> String {
    let setter = (setter.stub as? StubDefinition).map { "the stub at \($0.place.code.shown)" } ?? "the response"
    let cure = isKept ? "send both requests with one session" : "correct Set-Cookie in \(setter)"
    return
      "If the request should have it, \(cure). If not, remove cookie \(name.shortened(to: 40)) from the stub at \(place)."
  }

  /// Whether a session that received it would send it.
  private var isKept: Bool { reason == Self.elsewhere }

  private static let elsewhere =
    ", but another session may have received it: each session has its own cookies, and an injected transport keeps none"

  private var reason: String {
    let host = request.url?.host ?? ""
    if let domain = attributes["domain"]?.lowercased().drop(while: { $0 == "." }), !domain.isEmpty,
      host.lowercased() != domain, !host.lowercased().hasSuffix("." + domain)
    {
      return " for the domain \(String(domain).shortened(to: 60)), so a session does not send it to \(host)"
    }
    if attributes["secure"] != nil, request.url?.scheme?.lowercased() == "http" {
      return " for https only (Secure), and this request is http"
    }
    if let age = attributes["max-age"].flatMap({ Int($0) }), age <= 0 {
      return " with Max-Age=\(age), which deletes it"
    }
    if let path = attributes["path"], path.hasPrefix("/"), !request.path.hasPrefix(path) {
      return " for the path \(path.shortened(to: 60)) only"
    }
    return Self.elsewhere
  }
}

extension String {
  /// Whether a `Set-Cookie` field sets a cookie of a name.
  fileprivate func sets(_ name: String) -> Bool {
    prefix { $0 != "=" && $0 != ";" }.trimmingCharacters(in: .whitespaces) == name
  }

  /// The attributes of a `Set-Cookie` field, by their names in lower case.
  fileprivate var cookieAttributes: [String: String] {
    let pairs = split(separator: ";").dropFirst().map { part in
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return (pair.first?.lowercased() ?? "", pair.count > 1 ? pair[1] : "")
    }
    return Dictionary(pairs) { $1 }
  }
}
