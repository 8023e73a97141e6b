extension JSONText {
  /// Returns the line and column of a place.
  package func place(at offset: Int) -> TextPlace {
    TextPlace(at: offset, in: UnsafeBufferPointer(start: bytes, count: length))
  }

  /// Follows a coding path as far as it leads.
  ///
  /// - Parameter path: The keys and indices to follow; a key renamed by the decoder is not in the text.
  /// - Returns: The value at its end, or the last one on the way, and whether the end was reached.
  package func value(at path: [any CodingKey]) -> (token: Int, isFound: Bool) {
    var token = 0
    for key in path {
      let children = children(of: token)
      let isObject = mark(of: token) == UInt8(ascii: "{")
      let position =
        isObject
        ? stride(from: 1, to: children.count, by: 2).first { string(children[$0 - 1]) == key.stringValue }
        : key.intValue
      guard let position, children.indices.contains(position) else { return (token, false) }
      token = children[position]
    }
    return (token, true)
  }
}

extension [any CodingKey] {
  /// The path in JSON path notation, such as `$[2].seller.name`.
  package var jsonPath: String {
    reduce(into: "$") { path, key in path += key.intValue.map { "[\($0)]" } ?? key.stringValue.jsonPathStep }
  }
}

extension String {
  /// The key as a step of a JSON path: `.name`, or `["first name"]`.
  package var jsonPathStep: String {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? ".\(self)" : "[\(quoted)]"
  }
}
