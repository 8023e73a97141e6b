/// A gap in a path, where the app left a value out.
struct PathGap {
  /// The reason why no stub answers, as the end of a sentence.
  let reason: String
  let cure: String

  /// Finds a placeholder, or an optional in words; nil for neither.
  init?(in path: String) {
    if path.utf8.contains(UInt8(ascii: "{")), let gap = path.firstMatch(of: /\{\w+\}/)?.output {
      reason = "its path has \(gap), a placeholder that the app did not fill in."
      cure = "Fix the app: send a value in place of \(gap)."
    } else if path.contains("Optional("), let gap = path.firstMatch(of: /Optional\([^\/]*\)/)?.output {
      reason = "its path has \("\(gap)".shortened(to: 80)), an optional in a text."
      cure = "Fix the app: unwrap the value."
    } else {
      return nil
    }
  }
}

extension String {
  /// Whether a parameter takes it as its value, unlike an empty segment and a placeholder that the app did not fill in.
  ///
  /// A stub for the placeholder itself is written with escapes, as in `/users/%7Bid%7D`.
  var isParameterValue: Bool {
    guard utf8.first == UInt8(ascii: "{") else { return !isEmpty }
    return wholeMatch(of: /\{\w+\}/) == nil
  }
}
