extension NetworkFault: CaseIterable {
  /// Every fault once, with ordinary numbers where it has numbers.
  public static let allCases: [Self] = [
    .notConnected, .hostNotFound, .connectionRefused, .tlsFailure, .certificateUntrusted,
    .certificateExpired, .certificateNotYetValid, .certificateOfUnknownAuthority, .clientCertificateRequired, .timedOut,
    .redirectLoop, .connectionLostBeforeHead, .connectionClosedBeforeHead,
    .connectionLostAfterHead, .connectionLost(afterBodyBytes: 1), .stalled, .malformedHead, .bodyTooShort,
    .malformedChunks,
    .malformedCompression, .bodyTooLong,
    .truncatedJSON, .wrongContentType, .emptyBody, .tooManyRequests(retryAfter: 30), .serviceUnavailable,
    .captivePortal, .slowDrip,
  ]

  // Without an answer

  /// The device is offline.
  public static let notConnected = Self(
    "not connected", .notConnectedToInternet, .noAnswer(.notConnectedToInternet), "The device is offline.")

  /// The host's name has no address.
  public static let hostNotFound = Self(
    "host not found", .cannotFindHost, .noAnswer(.cannotFindHost), "The name of the host has no address.")

  /// No server listens on the host's port.
  public static let connectionRefused = Self(
    "connection refused", .cannotConnectToHost, .noAnswer(.cannotConnectToHost),
    "The host exists, but no server listens at the port.")

  /// The server's certificate or protocol is not accepted.
  public static let tlsFailure = Self(
    "TLS failure", PlatformError.secureConnection, .noAnswer(PlatformError.secureConnection),
    "The two ends cannot agree on a secure connection.")

  /// The server's certificate is self-signed, or is for another host.
  public static let certificateUntrusted = Self(
    "untrusted certificate", PlatformError.untrustedCertificate, .noAnswer(PlatformError.untrustedCertificate),
    "The certificate of the server is signed by itself, or is for another host.")

  /// The server's certificate has expired.
  public static let certificateExpired = Self(
    "expired certificate", PlatformError.certificateDate, .noAnswer(PlatformError.certificateDate),
    "The certificate of the server has expired.")

  /// The server's certificate is not valid yet, or the device's clock is wrong.
  public static let certificateNotYetValid = Self(
    "certificate not yet valid", PlatformError.certificateNotYetValid, .noAnswer(PlatformError.certificateNotYetValid),
    "The certificate of the server is not valid yet, or the clock of the device is wrong.")

  /// The server's certificate is signed by an authority that the device does not know.
  public static let certificateOfUnknownAuthority = Self(
    "certificate of an unknown authority", PlatformError.unknownRoot, .noAnswer(PlatformError.unknownRoot),
    "The certificate of the server is signed by an authority that the device does not know.")

  /// The server asks for a certificate that the client does not have.
  public static let clientCertificateRequired = Self(
    "client certificate required", PlatformError.clientCertificate, .noAnswer(PlatformError.clientCertificate),
    "The server asks for a certificate that the client does not have.")

  /// Every redirect leads to another one.
  public static let redirectLoop = Self(
    "redirect loop", .httpTooManyRedirects, .noAnswer(.httpTooManyRedirects),
    "Every redirect leads to another one, until the client stops following.")

  /// The server accepts the request, and is silent until the request times out.
  public static let timedOut = Self(
    "timed out", .timedOut, .silence, "The server takes the request and says nothing until it times out.")

  /// The connection is reset after the request was sent, which may or may not have been carried out.
  public static let connectionLostBeforeHead = Self(
    "connection lost before the head", .networkConnectionLost, .noAnswer(.networkConnectionLost),
    "The connection breaks once the request is sent; whether it was carried out is unknown.")

  /// The server closes the connection instead of answering, like a server that has given up an idle connection.
  public static let connectionClosedBeforeHead = Self(
    "connection closed before the head", PlatformError.closedBeforeHead, .noAnswer(PlatformError.closedBeforeHead),
    "The server closes the connection in place of an answer; whether it did what was asked is unknown.")

  /// The reply is not HTTP.
  public static let malformedHead = Self(
    "malformed head", PlatformError.malformedHead, .noAnswer(PlatformError.malformedHead),
    "What the server sends is not HTTP.")

  // In the middle of an answer

  /// The connection breaks between the head and the body.
  public static let connectionLostAfterHead = Self(
    "connection lost after the head", .networkConnectionLost, .breakOff(after: 0, .networkConnectionLost),
    "The status and the fields arrive, then the connection breaks.")

  /// The connection breaks in the body.
  ///
  /// - Parameter count: The number of bytes of the body that arrive; a negative number counts as zero.
  public static func connectionLost(afterBodyBytes count: Int) -> Self {
    let count = max(0, count)
    return Self(
      "connection lost after \(count) body \(count == 1 ? "byte" : "bytes")", .networkConnectionLost,
      .breakOff(after: count, .networkConnectionLost), "This many bytes of the body arrive, then the connection breaks."
    )
  }

  /// Half of the body arrives, then silence until the request times out.
  public static let stalled = Self(
    "stalled", .timedOut, .stall, "Half of the body arrives, then nothing more until the request times out.")

  /// The body ends before its `Content-Length`.
  public static let bodyTooShort = Self(
    "body shorter than Content-Length", PlatformError.bodyTooShort, .breakOff(after: nil, PlatformError.bodyTooShort),
    "The server closes the connection before it has sent as much as it announced.")

  /// The body comes in chunks, and the second one has no length.
  public static let malformedChunks = Self(
    "malformed chunks", PlatformError.malformedChunk, .breakOff(after: nil, PlatformError.malformedChunk),
    "The body arrives in chunks, and one of them does not say how long it is.")

  /// The body is announced as compressed, and is not.
  public static let malformedCompression = Self(
    "malformed compression", PlatformError.undecodableContent, .breakOff(after: 0, PlatformError.undecodableContent),
    "The body is announced as compressed with gzip, and is not.")

  // Answers that the app does not expect

  /// The body continues after its `Content-Length`, where a client stops reading.
  public static let bodyTooLong = Self(
    "body longer than Content-Length", nil, .tooLong,
    "The server announces less than it sends, and the rest is never read.")

  /// The body is half a JSON text.
  public static let truncatedJSON = Self(
    "truncated JSON", nil, .truncatedJSON, "A success whose JSON ends in the middle.")

  /// The body is labelled as HTML.
  public static let wrongContentType = Self(
    "wrong content type", nil, .wrongContentType, "The expected body, but labelled as HTML.")

  /// A success without a body.
  public static let emptyBody = Self("empty body", nil, .emptyBody, "A success without anything in it.")

  /// 429 with `Retry-After`.
  ///
  /// - Parameter seconds: The number of seconds that the client should wait.
  public static func tooManyRequests(retryAfter seconds: Int) -> Self {
    Self(
      "429 with Retry-After", nil, .status(429, retryAfter: seconds),
      "The server asks the client to wait for a number of seconds.")
  }

  /// 503.
  public static let serviceUnavailable = Self(
    "503", nil, .status(503, retryAfter: nil), "The server is up, but cannot serve.")

  /// A login page, with status 200, instead of the requested content.
  public static let captivePortal = Self(
    "captive portal", nil, .captivePortal, "A hotel's login page, with status 200, in place of what was asked for.")

  /// The body comes in ten pieces, one a second.
  public static let slowDrip = slowDrip(pieces: 10, every: .seconds(1))

  /// The body comes in pieces, with a time before each.
  ///
  /// - Parameters:
  ///   - pieces: The number of pieces, at least one.
  ///   - interval: The time before each.
  public static func slowDrip(pieces: Int, every interval: Duration) -> Self {
    Self("slow drip", nil, .drip(pieces: max(1, pieces), every: interval), "The body arrives in drops.")
  }
}
