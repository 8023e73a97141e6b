/// JSON text ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)) with the start and end of each of its values.
///
/// All code that reads JSON uses it. The text is indexed once; strings, numbers and whole values are decoded only on demand. If
/// the text is not JSON, the index ends at the ``problem``.
package final class JSONText {
  /// The place of a value or a key. Tokens are in the order of the text, so a container comes before its content.
  package struct Token {
    package let start: UInt32
    /// The end; that of the text while a container is not closed.
    package var end: UInt32
    /// The token after the value: for a container, the one after all of its content.
    package var next: UInt32
    package var hasEscapes = false
  }

  /// The place and cause of a syntax error; nil if the text is JSON.
  package let problem: JSONProblem?
  /// The place of a lone first half of a surrogate pair, which is valid JSON but not text.
  let loneSurrogate: Int?
  /// The number of keys and values.
  package let count: Int
  /// The number of bytes.
  package let length: Int

  // Both belong to this object alone. A NUL follows the last byte, so no loop has to check for the end.
  package let bytes: UnsafePointer<UInt8>
  package let tokens: UnsafeMutablePointer<Token>

  /// Indexes a text.
  ///
  /// - Parameters:
  ///   - text: UTF-8, with or without a byte order mark; any bytes are accepted.
  ///   - isUTF8: Whether a text in another encoding is a problem.
  package init(_ text: some ContiguousBytes, isUTF8: Bool = true) {
    (bytes, length) = text.withUnsafeBytes { source in
      let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: source.count + 1)
      if let start = source.baseAddress { memcpy(copy, start, source.count) }
      copy[source.count] = 0
      return (UnsafePointer(copy), source.count)
    }
    var indexer = JSONIndexer(bytes, length: length)
    problem = indexer.run(isUTF8: isUTF8)
    loneSurrogate = indexer.loneSurrogate
    tokens = indexer.tokens
    count = indexer.count
  }

  deinit {
    bytes.deallocate()
    tokens.deallocate()
  }

  /// Returns the number of bytes before a value.
  package func start(of token: Int) -> Int { token < count ? Int(tokens[token].start) : length }

  /// Returns the number of bytes before the end of a value.
  package func end(of token: Int) -> Int { Int(tokens[token].end) }

  /// Returns the token after a value and all of its content.
  package func next(after token: Int) -> Int { Int(tokens[token].next) }

  /// Returns the first byte of a value, which determines its kind; 0 if there is no such token.
  package func mark(of token: Int) -> UInt8 { token < count ? bytes[Int(tokens[token].start)] : 0 }

  /// Returns whether a value is an object or a list.
  package func isContainer(_ token: Int) -> Bool { mark(of: token) | 0x20 == UInt8(ascii: "{") }

  /// Returns the kind of a value, for a sentence.
  package func kind(of token: Int) -> String {
    switch mark(of: token) {
    case UInt8(ascii: "{"): "an object"
    case UInt8(ascii: "["): "a list"
    case UInt8(ascii: "\""): "a string"
    case UInt8(ascii: "t"), UInt8(ascii: "f"): "a boolean"
    case UInt8(ascii: "n"): "null"
    case 0: "nothing"
    default: "a number"
    }
  }
}

/// The place and cause of a JSON syntax error.
package struct JSONProblem: Error, Hashable {
  package enum Kind { case notUTF8, notJSON, tooDeep }

  package let kind: Kind
  /// The number of bytes before the place.
  package let offset: Int
  /// The expectation there, as a sentence without its full stop.
  package let reason: String
}

// The content of containers.
extension JSONText {
  /// Returns the elements of a list; the alternating keys and values of an object.
  package func children(of token: Int) -> [Int] {
    guard isContainer(token) else { return [] }
    let end = next(after: token)
    var children: [Int] = []
    var child = token + 1
    while child < end {
      children.append(child)
      child = next(after: child)
    }
    return children
  }

  package func keys(of object: Int) -> [String] {
    guard mark(of: object) == UInt8(ascii: "{") else { return [] }
    return members(of: object).map { string($0.key) }
  }

  package func members(of object: Int) -> [(key: Int, value: Int)] {
    let children = children(of: object)
    return stride(from: 1, to: children.count, by: 2).map { (children[$0 - 1], children[$0]) }
  }
}
