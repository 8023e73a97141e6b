/// The numbers of payment cards, found by their issuer, their length and their checksum: ISO/IEC 7812.
///
/// One in fifty random numbers of sixteen digits looks like one, so numbers in a path or with the name of an id stay.
enum CardNumber {
  /// Returns the end of the number that begins at a place; nil if none does, or if it is an id.
  package static func end(in text: ArraySlice<UInt8>, at start: Int) -> Int? {
    guard text.endIndex - start >= 14, start == text.startIndex || !isInsideName(text, start) else { return nil }
    var (digits, groups, index) = ([UInt8](), [0], start)
    let mark = start + 4 < text.endIndex && !text[start + 4].isDigit ? text[start + 4] : 0
    while index < text.endIndex, digits.count < 17 {
      if text[index].isDigit {
        digits.append(text[index] - 0x30)
        groups[groups.count - 1] += 1
      } else if text[index] == mark, index + 1 < text.endIndex, text[index + 1].isDigit, mark == 0x20 || mark == 0x2D {
        groups.append(0)
      } else {
        break
      }
      index += 1
    }
    guard groups.count == 1 || groups == [4, 4, 4, 4] || groups == [4, 6, 5], isValid(digits) else { return nil }
    if index < text.endIndex, text[index].isLetterOrDigit || "/_-".utf8.contains(text[index]) { return nil }
    return index
  }

  /// Returns whether digits, as values from 0 to 9, are a card's.
  private static func isValid(_ digits: [UInt8]) -> Bool {
    guard (14...16).contains(digits.count) else { return false }
    let issuer = digits[..<4].reduce(0) { $0 * 10 + Int($1) }
    let isIssued =
      switch digits.count {
      case 14: (3000...3059).contains(issuer) || (3600...3699).contains(issuer) || (3800...3999).contains(issuer)
      case 15: (3400...3499).contains(issuer) || (3700...3799).contains(issuer)
      default:
        (4000...4999).contains(issuer) || (5100...5599).contains(issuer) || (2221...2720).contains(issuer)
          || issuer == 6011 || (6440...6599).contains(issuer) || (3528...3589).contains(issuer)
          || (6200...6299).contains(issuer)
      }
    guard isIssued else { return false }
    var sum = 0
    for (place, digit) in digits.reversed().enumerated() {
      let value = place % 2 == 0 ? Int(digit) : Int(digit) * 2
      sum += value > 9 ? value - 9 : value
    }
    return sum % 10 == 0
  }

  /// Returns whether a number continues the text before it, or is the value of an id.
  private static func isInsideName(_ text: ArraySlice<UInt8>, _ start: Int) -> Bool {
    var before = text[..<start]
    guard let last = before.last else { return false }
    if last.isLetterOrDigit || "/_-.#+".utf8.contains(last) { return true }
    guard let mark = before.lastIndex(where: { !" \t\"'".utf8.contains($0) }), "=:".utf8.contains(before[mark]) else {
      return false
    }
    before = before[..<mark]
    while let quote = before.last, " \"'\\".utf8.contains(quote) { before = before.dropLast() }
    return before.suffix(2).elementsEqual("id".utf8) { $0 | 0x20 == $1 }
  }

  /// Returns whether a text is the number of a card and nothing else.
  static func isNumber(_ text: ArraySlice<UInt8>) -> Bool { end(in: text, at: text.startIndex) == text.endIndex }
}
