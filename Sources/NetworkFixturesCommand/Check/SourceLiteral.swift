import Foundation

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
    if let text { return text == name }
    var rest = name[...]
    guard let first = pieces.first, let last = pieces.last, rest.hasPrefix(first) else { return false }
    rest = rest.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let range = rest.range(of: piece) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
