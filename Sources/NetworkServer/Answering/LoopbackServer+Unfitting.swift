// Names of other servers for an address, with the right one as the compiler's error.

extension LoopbackServer {
  /// Explains where the address is.
  @available(*, unavailable, message: "write \"\\(server.host)/path\": the host has the scheme and the port")
  public var baseURL: URL? { nil }

  /// Explains where the address is.
  @available(*, unavailable, message: "write \"\\(server.host)/path\": the host has the scheme and the port")
  public var url: URL? { nil }
}
