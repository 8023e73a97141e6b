/// Descriptions of errors for a reader.
package enum ErrorText {
  /// Returns the description of an error; for the URL loading system, the name of the error's code, which it lacks.
  package static func of(_ error: any Error) -> String {
    guard let error = error as? URLError else { return String(describing: error) }
    let number = error.code.rawValue
    return names[number].map { "URLError.\($0) (\(number))" } ?? "URLError (\(number))"
  }

  /// Returns whether an error is that of a `#require` which did not hold, and which Swift Testing has recorded.
  static func isRequirement(_ error: any Error) -> Bool {
    String(reflecting: type(of: error)) == "Testing.ExpectationFailedError"
  }

  /// Returns an error and those that it wraps, as the payload of a case or as properties.
  package static func causes(of error: Any, depth: Int = 4) -> [any Error] {
    let own = (error as? any Error).map { [$0] } ?? []
    guard depth > 0, !own.isEmpty || Mirror(reflecting: error).displayStyle == .tuple else { return own }
    return own + Mirror(reflecting: error).children.flatMap { causes(of: $0.value, depth: depth - 1) }
  }

  /// Returns whether two errors look the same; those of a session name their URL, too.
  static func areSame(_ one: any Error, _ other: any Error) -> Bool {
    if let one = one as? URLError, let other = other as? URLError { return one.code == other.code }
    return type(of: one) == type(of: other) && "\(one)" == "\(other)"
  }

  /// The names of `URLError.Code`, by their numbers in `NSURLErrorDomain`.
  private static let names: [Int: String] = [
    -1: "unknown", -995: "backgroundSessionRequiresSharedContainer", -996: "backgroundSessionInUseByAnotherProcess",
    -997: "backgroundSessionWasDisconnected", -999: "cancelled", -1000: "badURL", -1001: "timedOut",
    -1002: "unsupportedURL",
    -1003: "cannotFindHost", -1004: "cannotConnectToHost", -1005: "networkConnectionLost", -1006: "dnsLookupFailed",
    -1007: "httpTooManyRedirects", -1008: "resourceUnavailable", -1009: "notConnectedToInternet",
    -1010: "redirectToNonExistentLocation", -1011: "badServerResponse", -1012: "userCancelledAuthentication",
    -1013: "userAuthenticationRequired", -1014: "zeroByteResource", -1015: "cannotDecodeRawData",
    -1016: "cannotDecodeContentData", -1017: "cannotParseResponse", -1018: "internationalRoamingOff",
    -1019: "callIsActive", -1020: "dataNotAllowed", -1021: "requestBodyStreamExhausted",
    -1022: "appTransportSecurityRequiresSecureConnection", -1100: "fileDoesNotExist", -1101: "fileIsDirectory",
    -1102: "noPermissionsToReadFile", -1103: "dataLengthExceedsMaximum",
    -1200: "secureConnectionFailed", -1201: "serverCertificateHasBadDate", -1202: "serverCertificateUntrusted",
    -1203: "serverCertificateHasUnknownRoot", -1204: "serverCertificateNotYetValid", -1205: "clientCertificateRejected",
    -1206: "clientCertificateRequired", -2000: "cannotLoadFromNetwork", -3000: "cannotCreateFile",
    -3001: "cannotOpenFile", -3002: "cannotCloseFile", -3003: "cannotWriteToFile", -3004: "cannotRemoveFile",
    -3005: "cannotMoveFile", -3006: "downloadDecodingFailedMidStream", -3007: "downloadDecodingFailedToComplete",
  ]
}

extension URLError {
  /// Whether the error has a description of its own.
  package var isDescribed: Bool { _nsError is DescribedError }

  /// Returns the error with a description of its own, made when it is read; it is equal to the one without.
  func described(_ text: @escaping @Sendable () -> String) -> URLError {
    URLError(_nsError: DescribedError(self as NSError, text))
  }

  /// Returns the error with more user info, and with the description of its own that it may have.
  package func adding(_ info: [String: Any]) -> URLError {
    withUserInfo(userInfo.merging(info) { own, _ in own })
  }

  /// Returns the error with less user info, and with the description of its own that it may have.
  func without(_ keys: Set<String>) -> Self { withUserInfo(userInfo.filter { !keys.contains($0.key) }) }

  private func withUserInfo(_ info: [String: Any]) -> Self {
    let other = URLError(code, userInfo: info)
    return (_nsError as? DescribedError).map { other.described($0.text) } ?? other
  }
}

/// An error that equals its original, but for its text: as user info, the text would tell it from the error that a test expects.
// Unchecked: its one property never changes, and an NSError that Foundation made does not either.
private final class DescribedError: NSError, @unchecked Sendable {
  fileprivate let text: @Sendable () -> String

  init(_ error: NSError, _ text: @escaping @Sendable () -> String) {
    self.text = text
    super.init(domain: error.domain, code: error.code, userInfo: error.userInfo)
  }

  required init?(coder: NSCoder) { nil }

  override var description: String { text() }
}
