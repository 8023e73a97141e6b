import NetworkStubs
import TestSupport
import Testing

struct ErrorTextTests {
  @Test("an error of the URL loading system is named")
  func urlError() {
    #expect(ErrorText.of(URLError(.timedOut)) == "URLError.timedOut (-1001)")
    #expect(ErrorText.of(CancellationError()) == "CancellationError()")
  }

  @Test("each name is that of its number")
  func names() {
    let codes: [(URLError.Code, String)] = [
      (.cancelled, "cancelled"), (.networkConnectionLost, "networkConnectionLost"),
      (.cannotParseResponse, "cannotParseResponse"), (.badServerResponse, "badServerResponse"),
      (.secureConnectionFailed, "secureConnectionFailed"), (.httpTooManyRedirects, "httpTooManyRedirects"),
      (.notConnectedToInternet, "notConnectedToInternet"), (.cannotDecodeContentData, "cannotDecodeContentData"),
      (.dataNotAllowed, "dataNotAllowed"), (.unsupportedURL, "unsupportedURL"), (.badURL, "badURL"),
      (.serverCertificateUntrusted, "serverCertificateUntrusted"), (.unknown, "unknown"),
    ]
    for (code, name) in codes { #expect(ErrorText.of(URLError(code)) == "URLError.\(name) (\(code.rawValue))") }
  }
}
