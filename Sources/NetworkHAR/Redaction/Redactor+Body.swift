extension Redactor {
  /// Returns a body with its secrets replaced.
  package mutating func body(_ body: Data, type: String, coding: String) -> Data {
    guard !body.isEmpty else { return body }
    let bytes = Array(body)
    unpackedCount = 0
    if bytes[...].isClosed(type: type, coding: coding), UTF16Text(bytes[...]) == nil {
      // Data that cannot be searched cannot stay.
      return Data(conceal(bytes, called: "compressed-body", spreads: false))
    }
    let edits = edits(inBody: bytes[...], type: type, depth: 0)
    return edits.isEmpty || phase == .learning ? body : Data(edits.apply(to: bytes[...]))
  }

  package mutating func wideEdits(in body: ArraySlice<UInt8>, depth: Int) -> [Edit]? {
    guard let text = UTF16Text(body) else { return nil }
    let edits = edits(in: text.utf8[...], depth: depth + 1)
    guard phase == .replacing, !edits.isEmpty else { return [] }
    return [Edit(range: body.indices, replacement: text.encoded(edits.apply(to: text.utf8[...])))]
  }
}
