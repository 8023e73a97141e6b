import Foundation

extension Data {
  /// The bytes as UTF-8, or, where they are none, each byte as the character of that number.
  ///
  /// So ASCII in a binary body can be looked for. Replacing what is not UTF-8 would be slow, a second and more for a
  /// megabyte, and could make different bodies equal.
  var text: String {
    String(data: self, encoding: .utf8) ?? String(data: self, encoding: .isoLatin1) ?? ""
  }

  /// How many bytes are the same as another's from the start.
  func commonStart(with other: Data) -> Int {
    var (low, high) = (0, Swift.min(count, other.count))
    while low < high {
      let middle = (low + high + 1) / 2
      if prefix(middle) == other.prefix(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}
