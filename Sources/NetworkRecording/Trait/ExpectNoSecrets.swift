/// The files to search in ``expectNoSecrets(in:planted:redaction:sourceLocation:filePath:)``.
public struct SecretSearchPlace: Hashable, Sendable {
  fileprivate let prefix: String

  /// The recordings of the nearest fixture folder.
  public static let recordings = Self(prefix: "recordings/")

  /// All files of the nearest fixture folder.
  public static let fixtures = Self(prefix: "")
}

/// Expects that no file holds a secret: neither one of your own keys, in any encoding, nor one that a redaction removes.
///
/// ```swift
/// @Test func recordingsAreSafe() {
///   expectNoSecrets(in: .recordings, planted: ["s3cret-of-the-staging-account"])
/// }
/// ```
///
/// Pass the keys that the tests record with, such as the keys of a staging account, from their environment variables. For each file
/// that holds a secret, an issue names the exchange and the kind of secret, but doesn't show it.
///
/// - Parameters:
///   - place: The files to read.
///   - planted: Keys that must not be there, of at least four bytes each.
///   - redaction: The rules for other secrets.
///   - sourceLocation: The location of issues.
///   - filePath: The file near which the fixture folder is, by default the calling one.
public func expectNoSecrets(
  in place: SecretSearchPlace = .recordings, planted: [String] = [], redaction: Redaction = .standard,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
) {
  func report(_ text: String) { Problem(text: text, sourceLocation: sourceLocation).record() }
  for (number, text) in planted.enumerated() where text.utf8.count < 4 {
    report(
      "Planted secret \(number + 1) is shorter than four bytes, so it would be found everywhere: plant a longer one.")
  }
  let redaction = planted.filter { $0.utf8.count >= 4 }.reduce(redaction) { $0.hiding(.value($1)) }
  do {
    let folder = FixtureFolder.nearest(to: filePath)
    for name in try folder.fileNames(limit: .max) where name.hasPrefix(place.prefix) {
      if let text = try SecretFinding(Fixture(name, in: folder), redaction).text { report(text) }
    }
  } catch {
    report("\(error)")
  }
}

/// The secrets of one file.
private struct SecretFinding {
  /// The problem with the file, or nil.
  let text: String?

  init(_ fixture: Fixture, _ redaction: Redaction) throws {
    let places: [String]
    if fixture.name.hasSuffix(".har") {
      let har = try fixture.har
      let redacted = redaction.redacted(har)
      let entries = zip(har.log.entries, redacted.log.entries).enumerated().filter { $0.element.0 != $0.element.1 }
      places =
        entries.isEmpty && har != redacted
        ? ["the parts outside its entries"]
        : entries.map {
          "entry \($0.offset + 1), \($0.element.1.request.method) \(redaction.unnumbered($0.element.1.request.url).shortened(to: 120))"
        }
    } else {
      let message = HTTPMessage.response(200, headers: ["Content-Type": fixture.contentType], body: try fixture.data)
      places = redaction.redacted(message) == message ? [] : ["it"]
    }
    guard !places.isEmpty else {
      text = nil
      return
    }
    text = """
      \(fixture.name.quoted) holds a secret, in:
      \(places.shortList)
      Take it out with: swift package network-fixtures redact \(fixture.name.quoted)
      """
  }
}

extension [String] {
  /// The first eight, a line each, and how many more there are.
  fileprivate var shortList: String {
    let rest = count > 8 ? ["  … and \(count - 8) more"] : []
    return (prefix(8).map { "  \($0)" } + rest).joined(separator: "\n")
  }
}
