extension Redactor {
  package mutating func headers(_ headers: HTTPHeaders, oldLength: Int, newLength: Int) -> HTTPHeaders {
    HTTPHeaders(
      headers.map { field in
        let value = headerValue(field.value, named: field.name, oldLength: oldLength, newLength: newLength)
        return HTTPHeaders.Field(name: field.name, value: value)
      })
  }

  /// Returns the value of a header field; a correct length stays correct.
  package mutating func headerValue(_ value: String, named name: String, oldLength: Int, newLength: Int) -> String {
    if name.lowercased() == "content-length" {
      return value.trimmingCharacters(in: .whitespaces) == String(oldLength) ? String(newLength) : value
    }
    // What an answer says in its fields is of no client's.
    return with(\.decision.isField, origin == .sent) { $0.value(value, named: name) }
  }

  package mutating func value(_ value: String, named name: String) -> String {
    let bytes = Array(value.utf8)
    unpackedCount = 0
    // A field is part of the protocol, in an answer too.
    let edits = with(\.origin, .sent) { $0.edits(of: bytes[...], named: name) }
    guard phase == .replacing, !edits.isEmpty else { return value }
    return String(decoding: edits.apply(to: bytes[...]), as: UTF8.self)
  }
}
