extension Placeholder {
  /// Returns a text with its placeholders replaced, from left to right.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - replace: Returns the replacement of a placeholder, which may be a number: it stands for a secret one.
  package static func replacing(in text: String, _ replace: (ArraySlice<UInt8>) -> [UInt8]) -> String {
    let bytes = Array(text.utf8)[...]
    guard bytes.firstRange(of: bare) != nil || bytes.firstRange(of: NumericPlaceholder.start) != nil else {
      return text
    }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let end = end(in: bytes, at: index) ?? NumericPlaceholder.end(in: bytes, at: index)
      if let end { result += replace(bytes[index..<end]) } else { result.append(bytes[index]) }
      index = end ?? index + 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns a placeholder as it stands for any secret, with its digest if it has one.
  static func unnumbered(_ placeholder: ArraySlice<UInt8>) -> [UInt8] {
    placeholder.first == UInt8(ascii: "R") ? bare + digest(placeholder) : NumericPlaceholder.bareDigits
  }
}

extension NumericPlaceholder {
  /// Returns the end of a number that starts here and stands for a secret one; nil if none does.
  static func end(in bytes: ArraySlice<UInt8>, at index: Int) -> Int? {
    guard bytes[index] == start[0], index == bytes.startIndex || !bytes[index - 1].isLetterOrDigit else { return nil }
    let digits = bytes[index...].prefix(10).prefix(while: \.isDigit)
    return isPlaceholder(digits) ? digits.endIndex : nil
  }
}
