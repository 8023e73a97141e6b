// Answers in a content coding that sessions undo, and this package does not.
extension RequestLog {
  /// Warns, once for each coding, of an answer that a session would have decoded.
  func warnOfForeignCoding(in response: HTTPResponse, to request: () -> ReceivedRequest?) {
    // Nearly all answers have no such field.
    guard let coding = response.foreignCoding, let request = request(),
      judge({ $0.isNew("coding \(coding.field)", to: .own) })
    else { return }
    let text = """
      The answer to \("\(request)".shortened(to: 200)) says Content-Encoding: \(coding.field), so its body seems to be in \
      \(coding.name).
      A URLSession decodes that. This package does not, so the app gets the encoded bytes.
      Write the body decoded, and leave the field out.
      """
    harness.ofCaller.warn(Problem(text: text, place: harness.place))
  }
}
