import Foundation
import NetworkFixtures

/// A question whether a word was misspelt; nothing where none is near.
func nearest(to word: String, in words: [String]) -> String {
  NearNames.of(word, among: words).first.map { " Did you mean \($0)?" } ?? ""
}

extension String {
  /// The text with spaces after it.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
