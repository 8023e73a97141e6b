#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension Redaction {
  /// Brings a request into the form in which live and recorded requests are compared.
  ///
  /// Every secret is the word `REDACTED` in it, and so is every placeholder of a recording, numbered or not. A live
  /// request has this form whatever its secrets are, and a recorded one has the same, redacted or not. The form depends
  /// on the request alone, so that it can be the key of an index.
  ///
  /// ```swift
  /// let key = HTTPMessage.request(redaction.normalized(live))
  /// let isSame = key == HTTPMessage.request(redaction.normalized(recorded))
  /// ```
  ///
  /// Compare messages or parts: two values of `URLRequest` are equal to some platforms whose bodies and fields differ.
  ///
  /// - Parameter request: A live request, or a recorded one.
  /// - Returns: The request to compare; never send it.
  public func normalized(_ request: URLRequest) -> URLRequest {
    var redactor = Redactor(self, isNumbered: false)
    return redactor.redact(request) { $0.request($1) }
  }

  /// Whether a live text is a recorded one, where each placeholder of the recording may stand for anything.
  ///
  /// A secret that another exchange gave away has a placeholder in a place where nothing tells that the live text there
  /// is a secret, such as an account number in a path. Ask this where ``normalized(_:)`` finds no recorded request.
  ///
  /// - Parameters:
  ///   - live: A URL, a field or a body of a live request.
  ///   - recorded: The same part of a recorded request.
  /// - Returns: Whether they agree in everything but the placeholders.
  public func agrees(_ live: String, with recorded: String) -> Bool {
    let text = Array(recorded.utf8)[...]
    var (pieces, start, index) = ([ArraySlice<UInt8>](), text.startIndex, text.startIndex)
    while index < text.endIndex {
      if isActive, let end = Placeholder.end(in: text, at: index) {
        pieces.append(text[start..<index])
        (start, index) = (end, end)
      } else {
        index += 1
      }
    }
    return Wildcards.match(Array(live.utf8)[...], pieces: pieces + [text[start...]], atLeast: 1)
  }
}
