// Mocked sessions as other libraries make them, with the right spelling as the compiler's error.

extension URLSession {
  /// Explains where a transport goes.
  @available(*, unavailable, message: "write URLSession.mocked(by: transport)")
  public convenience init(mock transport: any HTTPTransport) { self.init(configuration: .ephemeral) }

  /// Explains where a transport goes.
  @available(*, unavailable, message: "write URLSession.mocked(by: transport)")
  public convenience init(transport: any HTTPTransport) { self.init(configuration: .ephemeral) }

  /// Explains where a transport goes.
  @available(*, unavailable, message: "write .mocked(by: transport)")
  public static func mock(_ transport: any HTTPTransport) -> URLSession { mocked(by: transport) }

  /// Explains where a transport goes.
  @available(*, unavailable, renamed: "mocked(by:)")
  public static func mocked(with transport: any HTTPTransport) -> URLSession { mocked(by: transport) }

  /// Explains where a transport goes.
  @available(*, unavailable, renamed: "mocked(by:)")
  public static func mocked(transport: any HTTPTransport) -> URLSession { mocked(by: transport) }
}

extension MockTransport {
  /// Explains where a session comes from.
  @available(*, unavailable, message: "write URLSession.mocked(by: transport)")
  public nonisolated var session: URLSession { .mocked(by: self) }

  /// Explains where a session comes from.
  @available(*, unavailable, message: "write URLSession.mocked(by: transport)")
  public nonisolated var urlSession: URLSession { .mocked(by: self) }
}
