import Foundation

/// A regular expression from a user, which may not compile: then it matches nothing and says why.
struct RegularExpression: Sendable {
  let pattern: String
  // NSRegularExpression and not Regex: it may be shared by threads, and it is made once.
  private let compiled: NSRegularExpression?

  init(_ pattern: String) {
    self.pattern = pattern
    compiled = try? NSRegularExpression(pattern: pattern)
  }

  /// Why it matches nothing; nil if it may match something.
  var problem: String? { compiled == nil ? "\(pattern.quoted()) is not a regular expression" : nil }

  func matches(_ text: String) -> Bool {
    let range = NSRange(text.startIndex..., in: text)
    return compiled?.firstMatch(in: text, range: range) != nil
  }
}
