/// An HTTP server on this machine's loopback interface that answers from a transport.
///
/// Use it if you can't pass your client a transport or a mocked session: another HTTP library, a web view, another process.
/// Stubs, log, strictness and failure texts are the same as with the transport alone.
///
/// ```swift
/// @Test(.loopbackServer(.get("/items").respond(json: ["Tea"])))
/// func list() async throws {
///   let server = try LoopbackServer.current
///   let response = try await HTTPClient.shared.get(url: "\(server.host)/items").get()
/// }
/// ```
///
/// A request that no stub answers gets 501 with the text of the issue. A request that is not valid HTTP/1.1
/// ([RFC 9112](https://www.rfc-editor.org/rfc/rfc9112)) is refused, and an issue shows its bytes. Only addresses of the loopback
/// interface are bound. TLS is not supported.
public final class LoopbackServer: Sendable {
  /// The server's address and port, such as `http://127.0.0.1:49152`.
  public let host: URLHost
  /// The port.
  public let port: Int
  private let server: HTTPServer
  private let handler: TransportHandler
  /// The stubs of a server that has made its transport itself: they end with the server, and not when its thread has released them.
  private let ownStubs: StubEngine?

  /// Starts a server that answers from stubs, for a program without tests: a UI test, a demo mode.
  ///
  /// ```swift
  /// let server = try LoopbackServer(.get("/cart").respond(with: .fixture("cart.json")))
  /// app.launchEnvironment.merge(server.variables) { $1 }
  /// app.launch()
  /// try server.verify()  // in tearDown
  /// ```
  ///
  /// In a test of Swift Testing, its stubs are promises, and an unanswered request is an issue, as with a `MockTransport`.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; the first that matches and is not used up answers.
  ///   - addresses: The addresses to listen at.
  ///   - port: The port; 0 for one that the system chooses.
  ///   - stoodInHost: The host that the server replaces: requests reach the stubs as if they were sent to it.
  ///   - cors: Whether pages of other origins may read the answers.
  ///   - fileID: The file that problems name.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column of that line.
  /// - Throws: ``LoopbackError`` if the port is taken or the system refuses.
  public convenience init(
    _ stubs: Stub..., on addresses: Addresses = .ipv4, port: Int = 0, as stoodInHost: URLHost? = nil,
    cors: Bool = false,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    let transport = StubTransport(stubs, fileID: fileID, filePath: filePath, line: line, column: column)
    try self.init(
      answering: transport, on: addresses, port: port, as: stoodInHost, acceptance: .all, cors: cors, limits: Limits(),
      in: transport.log.harness,
      at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column), ownStubs: transport.engine)
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - transport: The transport that answers: a stub, mock, suspended, replaying or recording transport, or one of your own.
  ///     One that remembers its requests gets whole bodies; others get those over 64 KiB as they come, in `httpBodyStream`.
  ///   - addresses: The addresses to listen at.
  ///   - port: The port; 0 for one that the system chooses.
  ///   - stoodInHost: The host that the server replaces: requests reach the transport as if they were sent to it.
  ///   - acceptance: The treatment of connections.
  ///   - cors: Whether pages of other origins may read the answers. If so, the server answers preflight requests itself.
  ///   - limits: The limits for requests.
  ///   - fileID: The file in which a request that is refused is reported.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column of that line.
  /// - Throws: ``LoopbackError`` if the port is taken or the system refuses.
  @_disfavoredOverload
  public convenience init(
    answering transport: any HTTPTransport, on addresses: Addresses = .ipv4, port: Int = 0,
    as stoodInHost: URLHost? = nil, acceptance: Acceptance = .all, cors: Bool = false, limits: Limits = Limits(),
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    try self.init(
      answering: transport, on: addresses, port: port, as: stoodInHost, acceptance: acceptance, cors: cors,
      limits: limits, in: (transport as? any RememberingTransport)?.log.harness ?? ProgramHarness(),
      at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package init(
    answering transport: any HTTPTransport, on addresses: Addresses, port: Int, as stoodInHost: URLHost?,
    acceptance: Acceptance, cors: Bool, limits: Limits, in harness: any Harness, at place: CodePlace,
    ownStubs: StubEngine? = nil
  ) throws {
    self.ownStubs = ownStubs
    var configuration = HTTPServer.Configuration()
    configuration.addresses = addresses.all
    configuration.port = port
    configuration.limits = limits.ofMessages
    configuration.base = stoodInHost.map(\.base)
    configuration.acceptance = acceptance.ofSocket
    if cors { configuration.pages = .all }
    let handler = TransportHandler(transport: transport, harness: harness, place: place)
    self.handler = handler
    do {
      server = try HTTPServer(configuration, handler: handler)
    } catch {
      throw LoopbackError(error.isPortTaken ? .portTaken : .system, port: port, cause: "\(error)")
    }
    self.port = server.port
    host = URLHost(rawValue: "http://\(addresses.name):\(server.port)")
  }

  deinit {
    server.askToStop()
    if let ownStubs, ownStubs.harness.hasTest { ownStubs.harness.reportRest(of: ownStubs, isComplete: true) }
    handler.reportRest()
  }

  /// Stops the server, and returns when the port is free and every connection is closed.
  ///
  /// It does not wait for clients, idle or stalled. Pending calls of the transport are cancelled.
  ///
  /// - Parameter limit: The longest time for pending answers, in real time; no new connection is accepted meanwhile.
  public func stop(within limit: Duration = .zero) async {
    await server.stop(within: limit)
    // Their sockets are closed, and they are cancelled.
    let patience = Duration.seconds(10)
    handler.reportScripts(await handler.scripts.finish(within: patience), after: patience)
  }
}

extension LoopbackServer {
  /// The transport that answers.
  public var transport: any HTTPTransport { handler.transport }

  /// Throws the problems so far: requests that were unanswered or refused, and stubs that were not used.
  ///
  /// For `tearDown` of an XCTest case, and for programs. A test of Swift Testing need not call it, since its transport reports to it;
  /// there the problems are recorded as issues.
  ///
  /// - Parameters:
  ///   - fileID: The file that an error names.
  ///   - filePath: The path of that file.
  ///   - line: The line in that file.
  ///   - column: The column of that line.
  /// - Throws: ``/NetworkStubs/VerificationError``.
  public func verify(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    let transport = handler.transport
    let logged = (transport as? any StubAnswering)?.engine.takeProblems()
    let kept = logged ?? (transport as? any RememberingTransport)?.log.takeProblems() ?? []
    let problems = kept + handler.problems.take()
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    try handler.harness.verify(problems, at: place)
  }

  /// Returns the address of a WebSocket on this server, such as `ws://127.0.0.1:49152/prices`.
  ///
  /// - Parameter target: The path, and a query if there is one.
  /// - Throws: `URLError.badURL` if that is not a path.
  public func webSocketURL(_ target: String = "/") throws -> URL {
    let path = PercentCoding.target(target.hasPrefix("/") ? target : "/\(target)")
    guard let url = URL(string: "ws\(host.rawValue.dropFirst(4))\(path)") else { throw URLError(.badURL) }
    return url
  }

  /// The environment variables that send the requests of a launched app to this server.
  ///
  /// ```swift
  /// app.launchEnvironment.merge(server.variables) { $1 }
  /// ```
  ///
  /// `LOOPBACK_SERVER` has the server's address, which `URLHost.loopback` reads in the app. The others make the server the proxy
  /// of every host, for `curl`, Python, Go and others; sessions of `URLSession` read them on Linux alone. Stubs may name the
  /// hosts: `.get("http://api.example.com/items")`. A request for an https address needs a tunnel, so it is an issue, and does
  /// not leave the machine.
  public var variables: [String: String] {
    var variables = ["LOOPBACK_SERVER": "\(host)"]
    for name in ["http_proxy", "https_proxy", "all_proxy"] {
      variables[name] = "\(host)"
      variables[name.uppercased()] = "\(host)"
    }
    for name in ["no_proxy", "NO_PROXY"] { variables[name] = "" }
    return variables
  }

  /// The environment of this process with ``variables``, for a program that the test launches.
  ///
  /// ```swift
  /// process.environment = server.environment
  /// ```
  public var environment: [String: String] { ProcessInfo.processInfo.environment.merging(variables) { $1 } }

  /// The addresses that a server listens at.
  public struct Addresses: Hashable, Sendable {
    let all: [LoopbackAddress]
    let name: String

    /// 127.0.0.1.
    public static let ipv4 = Self(all: [.ipv4], name: "127.0.0.1")

    /// ::1.
    public static let ipv6 = Self(all: [.ipv6], name: "[::1]")

    /// Both, with the same port, for clients that look up the name `localhost`.
    public static let localhost = Self(all: [.ipv4, .ipv6], name: "localhost")
  }

  /// The treatment of connections.
  public struct Acceptance: Hashable, Sendable {
    let ofSocket: SocketAcceptance

    /// Connections are accepted.
    public static let all = Self(ofSocket: .all)

    /// Connections are refused, as if no server listened; the port is kept.
    public static let refused = Self(ofSocket: .refused)

    /// Connections are not accepted, and the system's queue for waiting ones is full: a client waits until it gives up.
    public static let full = Self(ofSocket: .full)
  }

  /// The limits of a server for requests.
  public struct Limits: Hashable, Sendable {
    /// The most bytes of a line of a head; a longer first line gets 414, another one 431.
    public var line: Int {
      get { ofMessages.line }
      set { ofMessages.line = newValue }
    }
    /// The most bytes of a head; a longer one gets 431.
    public var head: Int {
      get { ofMessages.head }
      set { ofMessages.head = newValue }
    }
    /// The most fields of a head; more get 431.
    public var fields: Int {
      get { ofMessages.fields }
      set { ofMessages.fields = newValue }
    }
    /// The most bytes of a body in memory; a longer one gets 413.
    public var body: Int {
      get { ofMessages.body }
      set { ofMessages.body = newValue }
    }
    /// The most bytes, in total, that wait for clients that do not read them.
    ///
    /// If there are more, the server resets the connection whose client has read nothing for the longest time. That is an issue.
    public var unsent: Int {
      get { ofMessages.unsent }
      set { ofMessages.unsent = newValue }
    }
    /// The longest time in which a client neither sends nor receives, in real time; then an unfinished request gets 408, and the
    /// connection is closed.
    public var idle: Duration {
      get { ofMessages.idle }
      set { ofMessages.idle = newValue }
    }

    fileprivate(set) var ofMessages = MessageLimits()

    /// Creates limits: lines of 16 KiB, heads of 64 KiB with 128 fields, bodies of 256 MiB, 1 GiB unsent, and a minute of silence.
    public init() {}
  }
}

extension URLHost {
  /// The beginning of a URL on this host.
  fileprivate var base: String {
    let text = rawValue.contains("://") ? rawValue : "https://\(rawValue)"
    return text.hasSuffix("/") ? String(text.dropLast()) : text
  }
}

/// An error about a server that could not be started or found.
public struct LoopbackError: Error, Sendable {
  /// A kind of ``LoopbackError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The requested port is in use.
    public static let portTaken = Self(description: "portTaken")
    /// The system refuses to open a socket.
    public static let system = Self(description: "system")
    /// The test has no server.
    public static let noServer = Self(description: "noServer")
  }

  /// The kind of error.
  public let code: Code
  /// The requested port; 0 for any.
  package let port: Int
  /// The system's description.
  package let cause: String

  package init(_ code: Code, port: Int = 0, cause: String = "") {
    self.code = code
    self.port = port
    self.cause = cause
  }
}

extension LoopbackError: ReadableError {
  /// The cause, the state and the remedy.
  public var description: String {
    layout.description
  }

  private var layout: ErrorLayout {
    switch code {
    case .portTaken:
      ErrorLayout(
        "The port \(port) is in use (\(cause)).",
        remedy: """
          Stop the program that uses it, or leave out the port: then the system chooses a free one, and the server's host \
          contains it.
          """)
    case .noServer:
      ErrorLayout(
        "LoopbackServer.current was used without a server.",
        remedy: """
          Give the test or its suite the trait: @Test(.loopbackServer(…)). A detached task and a dispatch queue do not see the \
          trait of their test: read LoopbackServer.current before they start.
          """)
    default: ErrorLayout("No server could be started on the loopback interface: \(cause).")
    }
  }
}
