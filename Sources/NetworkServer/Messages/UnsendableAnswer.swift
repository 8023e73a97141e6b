/// An answer that no client could read.
package struct UnsendableAnswer: Error, Sendable, CustomStringConvertible {
  package let description: String

  /// Checks what goes before the body of an answer.
  @Sendable package static func check(_ status: Int, _ headers: HTTPHeaders) throws(UnsendableAnswer) {
    guard (200...999).contains(status) else {
      throw Self(
        description: "its status is \(status), but an answer's status is from 200 to 999 (RFC 9110, section 15)")
    }
    for field in headers where field.name.isEmpty || !field.name.utf8.allSatisfy(ASCIISet.token.contains) {
      throw Self(description: "\(field.name.quoted) is not the name of a field (RFC 9110, section 5.1)")
    }
  }
}
