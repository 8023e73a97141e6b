/// The placeholders of a recording, in its requests and its answers.
struct KnownPlaceholders: Sendable {
  private(set) var handedOut: Set<String> = []
  private var all: Set<String> = []

  init(in entries: [HAR.Entry], _ readFile: (String) throws -> Data) {
    for entry in entries {
      let body = (try? entry.response.content.body(readingFile: readFile)) ?? Data()
      handedOut.formUnion(Self.marks(entry.response.headers.map(\.value) + [String(decoding: body, as: UTF8.self)]))
      let sent = (try? entry.request.body(readingFile: readFile)) ?? Data()
      all.formUnion(
        Self.marks(
          [entry.request.url, String(decoding: sent, as: UTF8.self)] + entry.request.headers.map(\.value)))
    }
    all.formUnion(handedOut)
    all.formUnion(all.map { Mark($0).digest })
  }

  /// Returns whether the recording has a secret with a digest.
  func hasDigest(_ digest: String) -> Bool { all.contains(digest) }

  private static func marks(_ texts: [String]) -> [String] { RequestKey(texts: texts).marks }

  /// Returns whether the recording has a secret; a number that stands for one is of this recording, as it is not told otherwise.
  func contains(_ mark: Mark) -> Bool {
    all.contains(mark.text) || !mark.digest.isEmpty && all.contains(mark.digest) || mark.text.first?.isNumber == true
  }
}

/// A placeholder in a request: a secret of the recording, or any.
struct Mark {
  let text: String
  /// The digest with its tilde, or nothing.
  let digest: String
  /// Whether it stands for any secret.
  let isAny: Bool

  init(_ text: String) {
    self.text = text
    let bytes = Array(text.utf8)[...]
    digest = String(decoding: Placeholder.digest(bytes), as: UTF8.self)
    isAny = digest.isEmpty && Placeholder.unnumbered(bytes) == Array(bytes)
  }

  var isToken: Bool { text.hasPrefix("REDACTED-refresh-token-") || text.hasPrefix("REDACTED-access-token-") }

  func isSame(as other: Self) -> Bool { text == other.text || !digest.isEmpty && digest == other.digest }
}
