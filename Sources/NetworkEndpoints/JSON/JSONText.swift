/// JSON text ([RFC 8259](https://www.rfc-editor.org/rfc/rfc8259)) and where each of its values starts and ends.
///
/// Everything that reads JSON reads it here. The text is indexed once; strings, numbers and whole values are decoded
/// only when they are asked for. Where the text is not JSON, the index ends at the ``problem``.
package final class JSONText {
  /// Where a value or a key stands. Tokens are in the order of the text, so a container comes before its content.
  package struct Token {
    package let start: UInt32
    /// The end of the text while a container is not closed.
    package var end: UInt32
    /// The token after the value: for a container, the one after all of its content.
    package var next: UInt32
    /// Whether a string has escapes.
    package var hasEscapes = false
    /// Whether a key has been asked for.
    package var isTaken = false
  }

  /// Where and why the text is not JSON; nil if it is.
  package let problem: JSONProblem?
  /// Where the first half of a surrogate pair stands alone, which is valid JSON but not text.
  let loneSurrogate: Int?
  /// A key that was taken and is there twice.
  package var repeatedKey: Int?
  /// How many keys and values there are.
  package let count: Int
  /// How many bytes there are.
  let length: Int

  // Both belong to this object alone. A NUL follows the last byte, so that no loop has to look for the end.
  package let bytes: UnsafePointer<UInt8>
  package let tokens: UnsafeMutablePointer<Token>

  /// Indexes a text.
  ///
  /// - Parameters:
  ///   - text: UTF-8, with or without a byte order mark; any bytes will do.
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
    (loneSurrogate, tokens, count) = (indexer.loneSurrogate, indexer.tokens, indexer.count)
  }

  deinit {
    bytes.deallocate()
    tokens.deallocate()
  }

  /// How many bytes come before a value.
  package func start(of token: Int) -> Int { token < count ? Int(tokens[token].start) : length }

  /// How many bytes come before the end of a value.
  package func end(of token: Int) -> Int { Int(tokens[token].end) }

  /// The token after a value and all of its content.
  package func next(after token: Int) -> Int { Int(tokens[token].next) }

  /// The first byte of a value, which tells its kind; 0 if there is no such token.
  package func mark(of token: Int) -> UInt8 { token < count ? bytes[Int(tokens[token].start)] : 0 }

  /// Whether a value is an object or a list.
  package func isContainer(_ token: Int) -> Bool { mark(of: token) | 0x20 == UInt8(ascii: "{") }

  /// What a value is, for a sentence.
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

/// Where and why a text is not JSON.
package struct JSONProblem: Error, Hashable {
  package enum Kind { case notUTF8, notJSON, tooDeep }

  package let kind: Kind
  /// How many bytes come before the place.
  package let offset: Int
  /// What is expected there, as a sentence without its full stop.
  package let reason: String
}

// What is in a container.
extension JSONText {
  /// The elements of a list; the keys and values of an object by turns.
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

  /// The keys of an object.
  package func keys(of object: Int) -> [String] {
    guard mark(of: object) == UInt8(ascii: "{") else { return [] }
    return members(of: object).map { string($0.key) }
  }

  /// The keys of an object that have a value, and the values.
  package func members(of object: Int) -> [(key: Int, value: Int)] {
    let children = children(of: object)
    return stride(from: 1, to: children.count, by: 2).map { (children[$0 - 1], children[$0]) }
  }
}
