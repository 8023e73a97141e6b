/// A comparison of the fixtures that sources name with the existing files.
struct ReferenceCheck {
  private struct Source {
    let url: URL
    let literals: [SwiftSource.Literal]
    /// The functions and types it declares.
    let declared: [String]
    /// The nearest fixture folder above it.
    let folder: URL?
  }

  private let sources: [Source]

  /// Parses Swift files.
  init(sources: [URL], folders: [URL], progress: (Int, Int) -> Void) {
    let paths = Set(folders.map { $0.standardizedFileURL.path })
    self.sources = sources.enumerated().map { index, url in
      progress(index + 1, sources.count)
      let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
      return Source(
        url: url, literals: SwiftSource(text).literals,
        declared: text.matches(of: /\b(?:func|struct|class|actor|enum|extension)\s+`?(\w+)/).map { String($0.1) },
        folder: Self.nearest(to: url, among: paths))
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

  /// Returns a redaction with the names that sources hide and keep: `.hiding(.name("x"))`, `.keeping("x")`.
  func redaction(after standard: Redaction) -> Redaction {
    sources.flatMap(\.literals).reduce(standard) { redaction, literal in
      guard let name = literal.text else { return redaction }
      if literal.before.hasSuffix(".keeping(") { return redaction.keeping(name) }
      return literal.before.hasSuffix(".hiding(.name(") ? redaction.hiding(.name(name)) : redaction
    }
  }

  /// Problems of names that sources use and no file has.
  func missing(in files: [FixtureFiles], from base: URL) -> [Finding] {
    sources.flatMap { source -> [Finding] in
      guard let folder = source.folder,
        let files = files.first(where: { $0.folder.standardizedFileURL.path == folder.path })
      else { return [] }
      let names = Set(files.names)
      return source.literals.compactMap { literal in
        guard literal.isFixtureName, let name = literal.text, !names.contains(name) else { return nil }
        let near = NearNames.of(name, among: files.names)
        let hint = near.isEmpty ? "" : " Similar names: \(near.map(\.quoted).inWords)."
        return Finding(
          rule: .missingFixture, file: source.url.path(from: base), line: literal.line,
          message: "there is no fixture \(name.quoted) in \(folder.path(from: base)).\(hint)")
      }
    }
  }

  /// Problems of files that neither a source nor a recording names; a literal with interpolations names every matching file.
  func unused(among candidates: [String], of files: FixtureFiles, from base: URL) -> [Finding] {
    let bodies = files.namesOfBodies()
    let literals = sources.flatMap(\.literals)
    let texts = Set(literals.compactMap(\.text))
    // A literal that is only an interpolation would name every file.
    let patterns = literals.filter { $0.text == nil && $0.pieces.contains { $0.count > 2 } }
    let declared = Set(sources.flatMap(\.declared))
    return candidates.filter { !bodies.contains($0) }.compactMap { name in
      let recording = RecordingPath(name)
      if let recording, recording.isMade(by: declared) { return nil }
      let names = [name] + (recording?.names ?? [])
      if names.contains(where: texts.contains) || patterns.contains(where: { names.contains(where: $0.canBe) }) {
        return nil
      }
      return Finding(
        rule: .unusedFixture, file: files.url(of: name).path(from: base),
        message: "no Swift file names it. Delete it, or keep it with --ignore \(name.quoted).")
    }
  }
}

extension FixtureFiles {
  /// Returns the files that recordings name as bodies.
  fileprivate func namesOfBodies() -> Set<String> {
    var bodies: Set<String> = []
    for name in names where name.hasSuffix(".har") {
      let parent = name.lastIndex(of: "/").map { name[...$0] } ?? ""
      guard let data = try? Data(contentsOf: url(of: name)),
        let file = try? HARFile(data, at: url(of: name), name: name)
      else { continue }
      bodies.formUnion(file.bodyFiles.map { parent + $0 })
    }
    return bodies
  }
}

extension SwiftSource.Literal {
  /// Whether the code before it takes the name of a fixture.
  fileprivate var isFixtureName: Bool {
    before.hasSuffix("Fixture(") && !before.hasSuffix("RepositoryFixture(") || before.hasSuffix(".fixture(")
  }

  /// Returns whether the literal can be a name, with any text for each interpolation.
  func canBe(_ name: String) -> Bool {
    Wildcards.match(Array(name.utf8)[...], pieces: pieces.map { Array($0.utf8)[...] }, atLeast: 0)
  }
}
