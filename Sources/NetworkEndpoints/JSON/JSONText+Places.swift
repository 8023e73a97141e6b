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

  /// Returns the JSON path of a place, such as `$.items[3].title`.
  ///
  /// - Parameter offset: The number of bytes before the place.
  package func path(to offset: Int) -> String {
    var steps: [String] = []
    for token in 0..<count where isContainer(token) && start(of: token) < offset && offset < end(of: token) {
      let children = children(of: token).prefix { start(of: $0) <= offset }
      let isObject = mark(of: token) == UInt8(ascii: "{")
      let isPast = children.last.map { hasMark(after: $0, before: offset) } ?? false
      if !isObject {
        steps.append("[\(max(0, children.count - (isPast ? 0 : 1)))]")
      } else if children.count % 2 == 1 {
        if isPast { steps.append(string(children[children.endIndex - 1]).jsonPathStep) }
      } else if !isPast, let value = children.last, !isClosedContainer(value, before: offset) {
        steps.append(string(children[children.endIndex - 2]).jsonPathStep)
      }
    }
    return "$" + (steps.count > 16 ? steps.prefix(15).joined() + "…" : steps.joined())
  }

  /// Returns whether there is a colon or a comma between a value and a place after it.
  private func hasMark(after token: Int, before offset: Int) -> Bool {
    let end = end(of: token)
    return end < offset && (end..<offset).contains { bytes[$0] == UInt8(ascii: ":") || bytes[$0] == UInt8(ascii: ",") }
  }

  /// Returns whether a container ends before a place, which then belongs to the one around it.
  private func isClosedContainer(_ token: Int, before offset: Int) -> Bool {
    isContainer(token) && end(of: token) <= offset
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
  fileprivate var jsonPathStep: String {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? ".\(self)" : "[\(quoted)]"
  }
}
