/// Texts as parts of a path that every system can check out, always distinct.
package enum FileSlug {
  /// Returns the name of a suite or a function: unchanged if it is a plain identifier, with its labels, as in `loads-id`.
  package static func name(_ text: String) -> String {
    let parts = text.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
    let labels = parts.count == 2 && parts[1].hasSuffix(")") ? parts[1].dropLast().split(separator: ":") : []
    let isWhole = parts.count == 1 || parts[1] == labels.map { "\($0):" }.joined() + ")"
    let words = [parts[0]] + labels
    // No identifier has a dash, so labels cannot be mistaken for a part of the name.
    let isPlain = isWhole && words.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(\.isWordByte) }
    let name = words.joined(separator: "-")
    return isPlain && name.utf8.count <= 100 ? name : hashed(text, as: text)
  }

  /// Returns a readable start and a distinguishing hash: file systems may treat `A` and `a` as equal.
  package static func hashed(_ text: String, as identity: String) -> String {
    let words = text.lowercased().utf8.split { !$0.isWordByte }.map { String(decoding: $0, as: UTF8.self) }
    let start = words.joined(separator: "-").prefix(40)
    return (start.isEmpty ? "" : start + "-") + hash(identity)
  }

  /// Ten digits of a fingerprint, with both its halves mixed.
  private static func hash(_ text: String) -> String {
    let value = Fingerprint(of: text.utf8).value
    return String(Fingerprint.digits(value ^ (value >> 29)).suffix(10))
  }
}

extension UInt8 {
  fileprivate var isWordByte: Bool {
    self >= 0x61 && self <= 0x7A || self >= 0x41 && self <= 0x5A || self >= 0x30 && self <= 0x39 || self == 0x5F
  }
}
