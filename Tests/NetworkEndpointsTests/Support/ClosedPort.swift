#if os(macOS) || os(Linux)
  import NetworkEndpoints

  /// An address on this machine where nothing listens.
  enum ClosedPort {
    // The port for `tcpmux` is reserved, and the system never hands it out to a listener that asks for any port.
    static let host: URLHost = "http://127.0.0.1:1"
  }
#endif
