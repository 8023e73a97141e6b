extension NetworkFault: CaseIterable {
  /// Every fault once, with ordinary numbers where it has numbers.
  ///
  /// If the variable `NETWORK_TESTING_CASES` is set, only the faults whose names contain its text.
  public static var allCases: [Self] { CaseChoice.chosen(all, of: "NetworkFault.allCases") }

  private static let all: [Self] = [
    .notConnected, .hostNotFound, .connectionRefused, .tlsFailure, .certificateUntrusted, .certificateExpired,
    .certificateNotYetValid, .certificateOfUnknownAuthority, .clientCertificateRequired, .timedOut, .redirectLoop,
    .connectionLostBeforeHead, .connectionClosedBeforeHead, .connectionLostAfterHead,
    .connectionLost(afterBodyBytes: 1), .stalled, .malformedHead, .bodyTooShort, .malformedChunks,
    .malformedCompression, .bodyTooLong, .truncatedJSON, .wrongContentType, .emptyBody,
    .tooManyRequests(retryAfter: 30), .serviceUnavailable, .captivePortal, .slowDrip,
  ]

  // Without an answer

  /// The device is offline.
  public static let notConnected = Self("not connected", .notConnectedToInternet, .noAnswer)
  /// The device is offline; the same as ``notConnected``.
  public static var offline: Self { notConnected }
  /// The host's name has no address.
  public static let hostNotFound = Self("host not found", .cannotFindHost, .noAnswer)
  /// No server listens on the host's port.
  public static let connectionRefused = Self("connection refused", .cannotConnectToHost, .noAnswer)
  /// The server's certificate or protocol is not accepted.
  public static let tlsFailure = Self("TLS failure", .of(linux: .unknown, apple: .secureConnectionFailed), .noAnswer)
  /// The server's certificate is self-signed, or is for another host.
  public static let certificateUntrusted = Self(
    "untrusted certificate", .of(linux: .unknown, apple: .serverCertificateUntrusted), .noAnswer)
  /// The server's certificate has expired.
  public static let certificateExpired = Self(
    "expired certificate", .of(linux: .unknown, apple: .serverCertificateHasBadDate), .noAnswer)
  /// The server's certificate is not valid yet, or the device's clock is wrong.
  public static let certificateNotYetValid = Self(
    "certificate not yet valid", .of(linux: .unknown, apple: .serverCertificateNotYetValid), .noAnswer)

  /// The server's certificate is signed by an authority that the device does not know.
  public static let certificateOfUnknownAuthority = Self(
    "certificate of an unknown authority", .of(linux: .unknown, apple: .serverCertificateHasUnknownRoot), .noAnswer)

  /// The server asks for a certificate that the client does not have.
  public static let clientCertificateRequired = Self(
    "client certificate required", .of(linux: .unknown, apple: .clientCertificateRequired), .noAnswer)

  /// Every redirect leads to another one.
  public static let redirectLoop = Self("redirect loop", .httpTooManyRedirects, .noAnswer)
  /// The server accepts the request, and is silent until the request times out.
  public static let timedOut = Self("timed out", .timedOut, .silence)
  /// Silence until the request times out; the same as ``timedOut``.
  public static var timeout: Self { timedOut }
  /// The connection is reset after the request was sent, which may or may not have been carried out.
  public static let connectionLostBeforeHead = Self(
    "connection lost before the head", .networkConnectionLost, .noAnswer)
  /// The server closes the connection instead of answering, like a server that has given up an idle connection.
  public static let connectionClosedBeforeHead = Self(
    "connection closed before the head", .of(linux: .badServerResponse, apple: .networkConnectionLost), .noAnswer)

  /// The reply is not HTTP.
  public static let malformedHead = Self(
    "malformed head", .of(linux: .unsupportedURL, apple: .cannotParseResponse), .noAnswer)

  // In the middle of an answer

  /// The connection breaks between the head and the body.
  public static let connectionLostAfterHead = Self(
    "connection lost after the head", .networkConnectionLost, .breakOff(after: 0))

  /// The connection breaks in the body.
  ///
  /// - Parameter count: The number of bytes of the body that arrive; a negative number counts as zero.
  public static func connectionLost(afterBodyBytes count: Int) -> Self {
    let count = max(0, count)
    return Self(
      "connection lost after \(count) body \(count == 1 ? "byte" : "bytes")", .networkConnectionLost,
      .breakOff(after: count))
  }

  /// Half of the body arrives, then silence until the request times out.
  public static let stalled = Self("stalled", .timedOut, .stall)
  /// The body ends before its `Content-Length`.
  public static let bodyTooShort = Self(
    "body shorter than Content-Length", .of(linux: .unknown, apple: .networkConnectionLost), .breakOff(after: nil))

  /// The body comes in chunks, and the second one has no length.
  public static let malformedChunks = Self(
    "malformed chunks", .of(linux: .unknown, apple: .cannotParseResponse), .breakOff(after: nil))
  /// The body is announced as compressed, and is not.
  public static let malformedCompression = Self(
    "malformed compression", .of(linux: .unknown, apple: .cannotDecodeContentData), .breakOff(after: 0))

  // Answers that the app does not expect

  /// The body continues after its `Content-Length`, but a client stops reading there.
  public static let bodyTooLong = Self("body longer than Content-Length", nil, .tooLong)
  /// The body is half a JSON text.
  public static let truncatedJSON = Self("truncated JSON", nil, .truncatedJSON)
  /// The body is labelled as HTML.
  public static let wrongContentType = Self("wrong content type", nil, .wrongContentType)
  /// A success without a body.
  public static let emptyBody = Self("empty body", nil, .emptyBody)

  /// 429 with `Retry-After`.
  ///
  /// - Parameter seconds: The number of seconds that the client should wait.
  public static func tooManyRequests(retryAfter seconds: Int) -> Self {
    Self("429 with Retry-After", nil, .status(429, retryAfter: seconds))
  }

  /// 503.
  public static let serviceUnavailable = Self("503", nil, .status(503, retryAfter: nil))
  /// A login page, with status 200, instead of the requested content.
  public static let captivePortal = Self("captive portal", nil, .captivePortal)
  /// The body comes in ten pieces, one a second.
  public static let slowDrip = slowDrip(pieces: 10, every: .seconds(1))

  /// The body comes in pieces, with a time before each.
  ///
  /// - Parameters:
  ///   - pieces: The number of pieces, at least one.
  ///   - interval: The time before each.
  public static func slowDrip(pieces: Int, every interval: Duration) -> Self {
    Self("slow drip", nil, .drip(pieces: max(1, pieces), every: interval))
  }
}

extension URLError.Code {
  /// Returns the code of this platform's `URLSession` where platforms differ.
  ///
  /// Those of Linux, which has one for all TLS problems, were measured with Swift 6.3.1. Those of Apple platforms are from the
  /// documentation of `NSURLError`, and have not been seen there.
  fileprivate static func of(linux: Self, apple: Self) -> Self {
    #if canImport(FoundationNetworking)
      linux
    #else
      apple
    #endif
  }
}
