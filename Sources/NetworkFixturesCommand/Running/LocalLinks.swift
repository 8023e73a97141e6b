/// The addresses in a response that lead to the recorded services, and not to this server.
struct LocalLinks: Sendable {
  /// The names of the services' hosts, in lower case.
  let hosts: Set<String>

  /// Returns a response whose fields lead here: `Location` as a path, and `Link`, `Content-Location` and `Refresh` as addresses.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - head: The head of the request, which has the client's name for this server.
  ///   - changesBody: Whether the addresses in the body lead here too.
  func local(_ response: HTTPResponse, for head: RequestHead, changesBody: Bool = false) -> HTTPResponse {
    var copy = response
    if let location = response.headers["Location"] { copy.headers["Location"] = path(location) }
    let origin = "http://" + (head.value(of: "Host") ?? head.host ?? "127.0.0.1")
    let names: Set = ["link", "content-location", "refresh"]
    copy.headers = HTTPHeaders(
      copy.headers.map { field in
        guard names.contains(field.name.lowercased()) else { return field }
        return HTTPHeaders.Field(name: field.name, value: replaced(in: field.value, by: origin).text)
      })
    guard changesBody, let text = String(data: response.body, encoding: .utf8) else { return copy }
    let (body, places) = replaced(in: text, by: origin)
    guard !places.isEmpty else { return copy }
    copy.body = Data(body.utf8)
    copy.headers["Content-Length"] = nil
    return copy
  }

  /// Returns what a body has that leads away, such as "3 links to api.example.com"; nil for nothing.
  func note(about response: HTTPResponse) -> String? {
    guard let text = String(data: response.body, encoding: .utf8) else { return nil }
    let places = replaced(in: text, by: "").hosts
    let counts = Dictionary(places.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
    return counts.isEmpty ? nil : counts.map { "\($1.counted("link")) to \($0)" }.inWords
  }

  /// Returns the path of an address of the services; any other address as it is.
  private func path(_ address: String) -> String {
    guard var url = URLComponents(string: address), let host = url.host, hosts.contains(host.lowercased()) else {
      return address
    }
    url.scheme = nil
    url.host = nil
    url.port = nil
    url.user = nil
    url.password = nil
    return url.string.map { $0.hasPrefix("/") ? $0 : "/\($0)" } ?? "/"
  }

  /// Returns a text with another origin for the services' own, and the hosts that it replaces; slashes may be escaped, as in JSON.
  private func replaced(in text: String, by origin: String) -> (text: String, hosts: [String]) {
    // Most bodies have no address, and the search for one takes longer.
    let marks = ["://", ":\\/\\/", "<//"]
    guard text.utf8.count <= 8 << 20, marks.contains(where: { text.contains($0) }) else { return (text, []) }
    // In a `Link`, an address may have no scheme. A full stop after a host ends a sentence.
    let address = /(?:(<)|https?:)(?:\/\/|\\\/\\\/)(?:[\w.~:%!$&*+=-]+@)?([\w-]+(?:\.[\w-]+)*)(?::\d+)?/.ignoresCase()
    var found: [String] = []
    let result = text.replacing(address) { match in
      let host = match.output.2.lowercased()
      guard hosts.contains(host) else { return String(match.output.0) }
      found.append(host)
      let isEscaped = match.output.0.contains("\\")
      return (match.output.1 ?? "") + (isEscaped ? origin.replacing("/", with: "\\/") : origin)
    }
    return (result, found)
  }
}
