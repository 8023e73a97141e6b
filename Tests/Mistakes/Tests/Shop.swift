import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client under test, over a transport, a mocked session, or the session that everyone shares.
struct Shop: Sendable {
  enum Door: String { case transport, session, shared }

  struct Item: Codable, Equatable { var id: Int, title: String }

  /// What an app throws of its own.
  struct Refused: Error { let status: Int }

  var base = "https://shop.test"
  private let load: @Sendable (URLRequest) async throws -> (Data, Int)

  /// - Parameters:
  ///   - door: What sends; `MISTAKES_DOOR` chooses another one for a whole run, where a trait has the stubs.
  ///   - transport: The test's own transport, if it has one.
  init(_ door: Door, _ transport: MockTransport? = nil, base: String = "https://shop.test") {
    self.base = base
    let other = transport == nil ? ProcessInfo.processInfo.environment["MISTAKES_DOOR"].flatMap(Door.init) : nil
    switch other ?? door {
    case .transport:
      let transport = transport ?? .current
      load = { request in
        let response = try await transport.send(request)
        return (response.body, response.status)
      }
    case .session: load = Self.loading(with: .mocked(by: transport ?? .current))
    case .shared: load = Self.loading(with: .shared)
    }
  }

  init(session: URLSession) { load = Self.loading(with: session) }

  private static func loading(with session: URLSession) -> @Sendable (URLRequest) async throws -> (Data, Int) {
    { request in
      let (data, response) = try await session.data(for: request)
      return (data, (response as? HTTPURLResponse)?.statusCode ?? 0)
    }
  }

  @discardableResult
  func send(
    _ method: String, _ path: String, json: String? = nil, form: String? = nil, body: Data? = nil,
    headers: [String: String] = [:]
  ) async throws -> Data {
    guard let url = URL(string: base + path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = json.map { Data($0.utf8) } ?? form.map { Data($0.utf8) } ?? body
    if json != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
    if form != nil { request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type") }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    let (data, status) = try await load(request)
    guard 200..<300 ~= status else { throw Refused(status: status) }
    return data
  }

  func items(_ path: String = "/items") async throws -> [Item] {
    try JSONDecoder().decode([Item].self, from: try await send("GET", path))
  }

  func item(_ id: Int) async throws -> Item {
    try JSONDecoder().decode(Item.self, from: try await send("GET", "/items/\(id)"))
  }

  func add(_ value: some Encodable, to path: String = "/items", encoder: JSONEncoder = JSONEncoder()) async throws {
    try await send("POST", path, json: String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Swallows its error, as apps do.
  func track(_ event: String) async { try? await add(["name": event], to: "/events") }
}
