import Foundation
import NetworkEndpoints
import NetworkFixtures

/// A question whether a word was misspelt; nothing where none is near.
func nearest(to word: String, in words: [String]) -> String {
  NearNames.of(word, among: words).first.map { " Did you mean \($0)?" } ?? ""
}

extension String {
  /// The text in quotes, on one line, with everything escaped that a terminal would act upon.
  var quoted: String {
    let line = replacingOccurrences(of: "\n", with: "\\n").replacingOccurrences(of: "\t", with: "\\t")
    return "\"\(line.printable)\""
  }

  /// The text with everything escaped that a terminal would act upon or hide.
  var printable: String {
    unicodeScalars.map { scalar in
      scalar.isPrinting || scalar == "\n" || scalar == "\t"
        ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
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
