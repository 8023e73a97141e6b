/// The errors of this platform's `URLSession` where platforms differ.
///
/// Those of Linux were measured with a server on the loopback interface, with Swift 6.3.1. Those of Apple platforms are from
/// the documentation of `NSURLError`, and have not been seen there.
enum PlatformError {
  #if canImport(FoundationNetworking)
    static let closedBeforeHead = URLError.Code.badServerResponse
    static let malformedHead = URLError.Code.unsupportedURL
    static let bodyTooShort = URLError.Code.unknown
    static let malformedChunk = URLError.Code.unknown
    static let undecodableContent = URLError.Code.unknown
    // One error for all TLS problems.
    static let secureConnection = URLError.Code.unknown
    static let untrustedCertificate = URLError.Code.unknown
    static let certificateDate = URLError.Code.unknown
    static let certificateNotYetValid = URLError.Code.unknown
    static let unknownRoot = URLError.Code.unknown
    static let clientCertificate = URLError.Code.unknown
  #else
    static let closedBeforeHead = URLError.Code.networkConnectionLost
    static let malformedHead = URLError.Code.cannotParseResponse
    static let bodyTooShort = URLError.Code.networkConnectionLost
    static let malformedChunk = URLError.Code.cannotParseResponse
    static let undecodableContent = URLError.Code.cannotDecodeContentData
    static let secureConnection = URLError.Code.secureConnectionFailed
    static let untrustedCertificate = URLError.Code.serverCertificateUntrusted
    static let certificateDate = URLError.Code.serverCertificateHasBadDate
    static let certificateNotYetValid = URLError.Code.serverCertificateNotYetValid
    static let unknownRoot = URLError.Code.serverCertificateHasUnknownRoot
    static let clientCertificate = URLError.Code.clientCertificateRequired
  #endif
}
