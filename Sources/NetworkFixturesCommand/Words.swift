import Foundation
import NetworkFixtures

/// A question whether a word was misspelt; nothing where none is near.
func nearest(to word: String, in words: [String]) -> String {
  NearNames.of(word, among: words).first.map { " Did you mean \($0)?" } ?? ""
}

extension String {
  /// The text in quotes, with everything escaped that a terminal would act upon.
  var quoted: String { "\"\(printable)\"" }

  /// The text with everything escaped that a terminal would act upon or hide.
  var printable: String {
    unicodeScalars.map { scalar in
      let isHidden =
        scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
        || ["\u{2028}", "\u{2029}"].contains(scalar)
      return isHidden && scalar != "\n" && scalar != "\t"
        ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
    }.joined()
  }

  /// The text with spaces after it.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// The text, cut where it is too long.
  func shortened(to limit: Int) -> String {
    count > limit ? "\(prefix(limit))…" : self
  }
}

extension [String] {
  /// The words as a list in a sentence.
  var inWords: String {
    switch count {
    case 0: "none"
    case 1: self[0]
    default: dropLast().joined(separator: ", ") + " and " + self[count - 1]
    }
  }
}

extension Int {
  /// The number with its noun.
  func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
