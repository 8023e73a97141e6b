import NetworkLoopback
import NetworkStubs
import TestSupport

/// What a session refuses and what it adds: a bare session with a real server is the judge.
@Suite("A request on its way out of a session")
struct RefusedRequestTests {
  /// How a request is sent through a session.
  enum Way: String, CaseIterable { case call, handler, upload }

  struct Sent: Sendable, CustomTestStringConvertible {
    let name: String
    /// The URL, in which `HOST` is the server's address.
    var url = "http://HOST/ok"
    var method: String? = "GET"
    var body: String?
    var stream: String?
    var fields: [String: String] = [:]
    var additional: [String: String] = [:]
    var testDescription: String { name }

    func request(_ host: String) throws -> URLRequest {
      let url = try #require(URL(string: url.replacingOccurrences(of: "HOST", with: host)))
      var request = URLRequest(url: url)
      if let method { request.httpMethod = method }
      request.httpBody = body.map { Data($0.utf8) }
      if let stream { request.httpBodyStream = InputStream(data: Data(stream.utf8)) }
      for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
      return request
    }
  }

  private static let bodies: [(String, body: String?, stream: String?)] = [
    ("no body", nil, nil), ("an empty body", "", nil), ("a body", "a=1", nil), ("a stream", nil, "a=1"),
  ]
  private static let types: [(String, own: [String: String], additional: [String: String])] = [
    ("no type", [:], [:]), ("a type", ["Content-Type": "text/plain"], [:]),
    ("a type of the configuration", [:], ["content-type": "application/json"]),
    ("two types", ["Content-Type": "text/plain"], ["Content-Type": "application/json"]),
  ]
  private static let addresses = [
    "/ok", "ok", "//HOST/ok", "localhost:80/ok", "HTTP://HOST/ok", "Http://HOST/ok", "http:///ok", "http:ok",
    "http://127.0.0.1:0/ok", "http://127.0.0.1:99999/ok", "myapp://thing/ok", "mailto:ada@example.com", "about:blank",
    "http://HOST/ok#part", "http://HOST", "http://HOST?a=1", "http://ada:secret@HOST/ok",
  ]
  private static let fields: [[String: String]] = [
    ["X-Key": "a\nb"], ["X-Key": "a\r\nX-Other: b"], ["X-Key": "a\n"], ["X-Key": ""], ["X-Key": "a\tb"],
    ["Cookie": "a=1,b=2"], ["Cookie": "a=1; b=2"], ["Authorization": "Bearer x"],
  ]

  // Each list has its type: Swift 6.2 does not infer those of a longer expression in time.
  private static let methods = [
    "GET", nil, "get", "HEAD", "POST", "post", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE",
  ]

  private static let bodiesByMethod: [Sent] = methods.flatMap { method -> [Sent] in
    bodies.map { body -> Sent in
      Sent(name: "\(method ?? "no method") with \(body.0)", method: method, body: body.body, stream: body.stream)
    }
  }

  private static let typesByMethod: [Sent] = ["GET", "POST", "PUT"].flatMap { method -> [Sent] in
    types.flatMap { type -> [Sent] in
      bodies.prefix(method == "GET" ? 1 : 3).map { body -> Sent in
        Sent(
          name: "\(method) with \(body.0) and \(type.0)", method: method, body: body.body, fields: type.own,
          additional: type.additional)
      }
    }
  }

  static let all: [Sent] =
    bodiesByMethod + typesByMethod
    + addresses.map { Sent(name: $0, url: $0) }
    + fields.map { Sent(name: "\($0)", fields: $0) }

  /// What a caller and a server see of a request.
  private struct Seen: Equatable, CustomStringConvertible {
    var outcome = ""
    var received: [String] = []
    var description: String { "\(outcome), \(received)" }
  }

  private func send(_ sent: Sent, by way: Way, over session: URLSession, to host: String) async throws -> String {
    let request = try sent.request(host)
    do {
      let response: URLResponse =
        switch way {
        case .call: try await session.data(for: request).1
        case .upload: try await session.upload(for: request, from: Data("of the upload".utf8)).1
        case .handler:
          try await withCheckedThrowingContinuation { continuation in
            session.dataTask(with: request) { _, response, error in
              continuation.resume(with: response.map { .success($0) } ?? .failure(error ?? URLError(.unknown)))
            }.resume()
          }
        }
      return "\((response as? HTTPURLResponse)?.statusCode ?? 0)"
    } catch {
      let named = (error as? URLError)?.failingURL == nil ? "no address" : "its address"
      return "\((error as? URLError)?.code.rawValue ?? 0) with \(named)"
    }
  }

  private func received(by transport: MockTransport) async -> [String] {
    let own = ["Accept", "Accept-Encoding", "Accept-Language", "User-Agent", "Host", "Connection", "Content-Length"]
    return await transport.requests.map { request in
      let fields = request.headers.filter { !own.contains($0.name) }.map { "\($0.name.lowercased()): \($0.value)" }
        .sorted()
      return "\(request.method) \(request.path) \(fields) \(String(decoding: request.body, as: UTF8.self))"
    }
  }

  @Test(
    "a request on its way out of a session is refused or completed as by a bare session", .localServer,
    arguments: Way.allCases)
  func asBySession(_ way: Way) async throws {
    var differences: [String] = []
    for sent in Self.all {
      let served = MockTransport(.any.respond(status: 200).optional())
      let bare = try await withLoopbackServer(answering: served) { server in
        let host = server.host.rawValue.replacingOccurrences(of: "http://", with: "")
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = sent.additional
        let session = URLSession(configuration: configuration)
        defer { session.invalidateAndCancel() }
        let outcome = try await send(sent, by: way, over: session, to: host)
        return (Seen(outcome: outcome, received: await received(by: served)), host)
      }
      // Where a stub would have answered, the refusal is an issue.
      var mocked = Seen()
      _ = await recordedIssues {
        let transport = MockTransport(.any.respond(status: 200).optional())
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = sent.additional
        let session = URLSession.mocked(by: transport, configuration: configuration)
        let outcome = try await send(sent, by: way, over: session, to: bare.1)
        mocked = Seen(outcome: outcome, received: await received(by: transport))
      }
      if mocked != bare.0 { differences.append("\(sent.name): a session \(bare.0); a mocked one \(mocked)") }
    }
    #expect(differences == [], "of \(Self.all.count) requests")
  }

  @Test("a request on its way out of a session is refused alike by an injected transport, mocked or suspended")
  func injected() async throws {
    for sent in Self.all where sent.additional.isEmpty {
      let request = try sent.request("127.0.0.1:80")
      let code = SessionRefusal(request)?.code
      guard let code else { continue }
      let issues = await recordedIssues {
        let transport = MockTransport(.any.respond(status: 200))
        let error = await #expect(throws: URLError.self) { try await transport.send(try sent.request("127.0.0.1:80")) }
        #expect(error?.code == code, "\(sent.name)")
        #expect(await transport.requests.isEmpty, "\(sent.name)")
        try await transport.verify()
      }
      #expect(issues.count == 1, "\(sent.name)")
      let suspended = SuspendedTransport()
      let error = await #expect(throws: URLError.self) { try await suspended.send(try sent.request("127.0.0.1:80")) }
      #expect(error?.code == code, "\(sent.name)")
    }
  }
}
