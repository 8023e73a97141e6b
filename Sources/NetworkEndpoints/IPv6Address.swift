/// The check of an address in brackets.
enum IPv6Address {
  /// Whether a text is an IPv6 address without a zone.
  ///
  /// See [RFC 4291, section 2.2](https://www.rfc-editor.org/rfc/rfc4291#section-2.2).
  static func isValid(_ text: Substring) -> Bool {
    guard let gap = text.firstRange(of: "::") else { return groupCount(in: text, mayEndInIPv4: true) == 8 }
    guard let head = groupCount(in: text[..<gap.lowerBound], mayEndInIPv4: false),
      let tail = groupCount(in: text[gap.upperBound...], mayEndInIPv4: true)
    else { return false }
    return head + tail <= 7
  }

  /// How many groups of 16 bits a text has, or nil if one of them is none.
  private static func groupCount(in text: Substring, mayEndInIPv4: Bool) -> Int? {
    if text.isEmpty { return 0 }
    var groups = text.split(separator: ":", omittingEmptySubsequences: false)
    var count = 0
    if mayEndInIPv4, let last = groups.last, last.contains(".") {
      guard isIPv4(last) else { return nil }
      groups.removeLast()
      count = 2
    }
    let areGroups = groups.allSatisfy { group in
      (1...4).contains(group.utf8.count) && group.utf8.allSatisfy(ASCIISet.hexDigits.contains)
    }
    return areGroups ? count + groups.count : nil
  }

  private static func isIPv4(_ text: Substring) -> Bool {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4
      && numbers.allSatisfy { $0.utf8.allSatisfy(ASCIISet.digits.contains) && UInt8($0) != nil }
  }
}
