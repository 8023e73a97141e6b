import NetworkEndpoints

extension AmbientNetwork {
  /// The ambient transport, if it answers from a recording or makes one.
  var recording: (any HTTPTransport)? {
    transport is ReplayTransport || transport is RecordingTransport ? transport : nil
  }
}

extension MockTransport {
  /// Lets a recording answer what no stub does.
  ///
  /// - Returns: The scope's number, for ``close(_:)``.
  func open(behindStubs recording: any HTTPTransport) -> Int {
    let stub = RequestMatcher.any.respond { try await recording.send($0.urlRequest) }
    return state.withLock { $0.table.pushOutermost([stub]) }
  }
}
