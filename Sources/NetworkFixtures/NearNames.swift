import Foundation

/// The search for the names that somebody may have meant.
package enum NearNames {
  /// How many names are offered.
  static let limit = 3

  package static func of(_ name: String, among names: [String]) -> [String] {
    let wanted = Split(name)
    return
      names
      .compactMap { candidate in distance(from: wanted, to: Split(candidate)).map { (candidate, $0) } }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      .prefix(limit)
      .map(\.0)
  }

  // What people get wrong, the likeliest first: the case, the extension, the folder, the letters.
  private static func distance(from wanted: Split, to other: Split) -> Int? {
    if wanted.whole == other.whole { return 0 }
    if !wanted.stem.isEmpty, wanted.folder == other.folder, wanted.stem == other.stem { return 1 }
    if wanted.file == other.file { return 2 }
    // In a name of a letter or two, one letter is no slip.
    let allowed = min(4, wanted.file.count / 3)
    let inPlace = editDistance(wanted.whole, other.whole, atMost: allowed).map { 2 + $0 }
    if inPlace != nil || wanted.folder == other.folder { return inPlace }
    return editDistance(wanted.file, other.file, atMost: (allowed + 1) / 2).map { 6 + $0 }
  }

  /// A name in lower case, and its parts.
  private struct Split {
    let whole: [Unicode.Scalar]
    let folder: [Unicode.Scalar]
    let file: [Unicode.Scalar]
    let stem: [Unicode.Scalar]

    init(_ name: String) {
      whole = Array(name.prefix(1_024).lowercased().precomposedStringWithCanonicalMapping.unicodeScalars)
      let slash = whole.lastIndex(of: "/")
      folder = Array(whole[..<(slash ?? 0)])
      file = Array(whole[(slash.map { $0 + 1 } ?? 0)...])
      stem = Array(file[..<(file.lastIndex(of: ".") ?? file.endIndex)])
    }
  }
}
