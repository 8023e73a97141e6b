/// A request without its secrets, as texts name it.
///
/// Each search for secrets reads all of the URL, so a report makes one of these and hands it on.
package struct MaskedRequest: Sendable {
  /// The masking of all secrets in the request.
  package let masking: Masking
  /// The URL; "(no URL)" if the request has none.
  package let url: String
  /// The method and URL, and what is kept of a body.
  package let title: String

  /// Searches a request.
  package init(_ request: ReceivedRequest) {
    masking = request.masking
    url = masking.masked(learned: request.target)
    title = "\(request.method) \(url)".printable + request.keptPart
  }
}
