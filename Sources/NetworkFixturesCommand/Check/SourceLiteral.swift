import NetworkFixtures

/// A string literal in Swift source.
struct SourceLiteral: Hashable {
  /// What stands between its interpolations.
  var pieces: [String]
  /// The line it begins at, from 1.
  let line: Int
  /// The code right before it, without spaces, such as `.fixture(`.
  let before: String

  /// The text, where nothing is interpolated.
  var text: String? { pieces.count == 1 ? pieces[0] : nil }

  /// Whether the literal can be a name, where each interpolation may be anything.
  func canBe(_ name: String) -> Bool {
    Wildcards.match(Array(name.utf8)[...], pieces: pieces.map { Array($0.utf8)[...] }, atLeast: 0)
  }
}
