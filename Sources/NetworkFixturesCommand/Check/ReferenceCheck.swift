import Foundation
import NetworkFixtures

/// Compares the fixtures that sources name with the files that are there.
struct ReferenceCheck {
  private struct Source {
    let url: URL
    let literals: [SourceLiteral]
    /// The nearest fixture folder above it.
    let folder: URL?
  }

  private let sources: [Source]

  /// Reads Swift files.
  init(sources: [URL], folders: [URL], progress: (Int, Int) -> Void) {
    let paths = Set(folders.map { $0.standardizedFileURL.path })
    self.sources = sources.enumerated().map { index, url in
      progress(index + 1, sources.count)
      let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
      return Source(url: url, literals: SourceScanner.literals(in: text), folder: Self.nearest(to: url, among: paths))
    }
  }

  private static func nearest(to source: URL, among paths: Set<String>) -> URL? {
    var folder = source.standardizedFileURL.deletingLastPathComponent()
    while folder.path != "/" {
      let fixtures = folder.appendingPathComponent("Fixtures")
      if paths.contains(fixtures.path) { return fixtures }
      folder = folder.deletingLastPathComponent()
    }
    return nil
  }

  /// Names that sources ask for and no file has.
  func missing(in files: [FixtureFiles], from base: URL) -> [Finding] {
    sources.flatMap { source -> [Finding] in
      guard let folder = source.folder,
        let files = files.first(where: { $0.folder.standardizedFileURL.path == folder.path })
      else { return [] }
      let names = Set(files.names)
      return source.literals.compactMap { literal in
        guard literal.isFixtureName, let name = literal.text, !names.contains(name) else { return nil }
        let near = NearNames.of(name, among: files.names)
        let hint = near.isEmpty ? "" : " Near it: \(near.map(\.quoted).inWords)."
        return Finding(
          rule: .missingFixture, file: source.url.path(from: base), line: literal.line,
          message: "there is no fixture \(name.quoted) in \(folder.path(from: base)).\(hint)")
      }
    }
  }

  /// Files that no source names; a name with an interpolation may be any that fits.
  func unused(in files: FixtureFiles, from base: URL) -> [Finding] {
    let literals = sources.flatMap(\.literals)
    let texts = Set(literals.compactMap(\.text))
    // One that is all interpolation says nothing.
    let patterns = literals.filter { $0.text == nil && $0.pieces.contains { $0.count > 2 } }
    return files.names.compactMap { name in
      let recording = name.recordingName
      let names = [name] + (recording.map { [$0] } ?? [])
      if names.contains(where: texts.contains) || patterns.contains(where: { names.contains(where: $0.canBe) }) {
        return nil
      }
      return Finding(
        rule: .unusedFixture, file: files.url(of: name).path(from: base),
        message: "no Swift file names it. Delete it, or keep it with --ignore \(name.quoted).")
    }
  }
}

extension SourceLiteral {
  /// Whether the code before it says that it is a fixture's name.
  fileprivate var isFixtureName: Bool {
    before.hasSuffix("Fixture(") && !before.hasSuffix("RepositoryFixture(") || before.hasSuffix(".fixture(")
  }
}

extension String {
  /// The name by which a trait asks for a recording.
  fileprivate var recordingName: String? {
    guard hasPrefix("recordings/"), hasSuffix(".har") else { return nil }
    return String(dropFirst("recordings/".count).dropLast(".har".count))
  }
}
