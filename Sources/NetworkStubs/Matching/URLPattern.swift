/// A pattern for the URLs that a matcher takes.
///
/// | written | meaning |
/// |---|---|
/// | `"/users"` | that path on any host |
/// | `"/users/{id}"`, `"/photos/{id}.jpg"` | a template; `{id}` is a segment or a part of one, not empty, captured |
/// | `"/users/*/posts"`, `"/files/*.png"` | a glob: `*` is a segment that is not empty, or any part of one |
/// | `"/files/**"` | a glob: `**` is any number of segments, including none |
/// | `"/search?q=swift"` | the path, and at least these query items |
/// | `"https://api.example.com/users"` | a whole URL; a default port and the case of the host do not matter |
/// | `"https://*.example.com/users"` | a whole URL; `*` is any part of a host, however many labels |
/// | `.prefix("/v1/")` | a path, or a whole URL, that starts with this |
/// | `.regex("^/users/[0-9]+$")` | a path in which the expression finds a match |
///
/// Paths are compared decoded, segment by segment: `%2F` does not split one, and `+` is itself. `%7B` and `%2A` are a
/// literal brace and a literal star.
public struct URLPattern: Sendable {
  package enum Path: Sendable {
    case any
    case pattern(PathPattern)
    case prefix(String)
    case regex(RegularExpression)
  }

  /// In one block of memory, however many stubs there are: finding a stub looks at nothing else of it.
  private final class Storage: Sendable {
    package let path: Path
    package let query: [PairMatching.Expected]
    let origin: Origin?
    package let host: SegmentPattern?
    package let text: String

    init(_ text: String, _ path: Path, _ parts: URLParts?) {
      self.text = text
      self.path = path
      origin = parts.flatMap(Origin.init)
      host = origin.map { SegmentPattern($0.host) }.flatMap { $0.hasWildcards ? $0 : nil }
      query = parts?.query.map { PairMatching.Expected($0.name, $0.value.map(TextPattern.exactly)) } ?? []
    }
  }

  private let storage: Storage

  package var path: Path { storage.path }
  var origin: Origin? { storage.origin }
  package var query: [PairMatching.Expected] { storage.query }
  private var text: String { storage.text }
  /// The pattern as it was written.
  var source: String { storage.text }
  /// Any URL.
  public static let any = Self("", path: .any)

  /// Paths that start with a text, compared decoded, wherever it ends: `"/v1"` takes `/v1`, `/v1/users` and `/v10`.
  ///
  /// - Parameter start: The start, such as `"/v1/"` or `"https://api.example.com/v1/"`.
  public static func prefix(_ start: String) -> Self {
    let parts = URLParts(start)
    return Self(start, path: .prefix(parts.path), parts)
  }

  /// Paths in which a regular expression finds a match.
  ///
  /// - Parameter pattern: The expression, in `NSRegularExpression` syntax, applied to the decoded path.
  public static func regex(_ pattern: String) -> Self { Self(pattern, path: .regex(RegularExpression(pattern))) }

  /// Creates a path, a template, a glob or a whole URL.
  ///
  /// - Parameter text: See the table above.
  public init(_ text: String) {
    let parts = URLParts(text, isPattern: true)
    self.init(text, path: .pattern(PathPattern(segments: parts.segments)), parts)
  }

  init(literalPath text: String, isEnd: Bool = false) {
    let segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      .map { String($0).percentDecoded }
    self.init(
      (isEnd ? "/**/" : "/") + segments.map(Self.escaped).joined(separator: "/"),
      path: .pattern(PathPattern(literal: segments, isEnd: isEnd)))
  }

  private init(_ text: String, path: Path, _ parts: URLParts? = nil) { storage = Storage(text, path, parts) }

  /// Returns a segment as a pattern that takes only that segment.
  private static func escaped(_ segment: String) -> String {
    segment.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "%", "/", "?", "#", "*", "{", "}": text += "%" + String(scalar.value, radix: 16, uppercase: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension URLPattern: ExpressibleByStringInterpolation {
  /// Creates a path, a template, a glob or a whole URL.
  public init(stringLiteral value: String) { self.init(value) }
}

extension URLPattern {
  /// The path in words, for comparison with another.
  package var pathText: String {
    switch path {
    case .any: "any path"
    case .pattern: isPlainPath ? text : URLParts(text).path
    case .prefix(let start): "\(start)…"
    case .regex(let expression): "a match of \(expression.pattern)"
    }
  }

  /// Whether the text is a path that needs no decoding; each of ten thousand stubs may be compared with a request.
  private var isPlainPath: Bool {
    text.utf8.first == UInt8(ascii: "/") && !text.utf8.contains { "%?#".utf8.contains($0) }
  }

  /// The code that creates this pattern, secrets masked; nil for any URL.
  package var code: String? {
    switch path {
    case .any: nil
    case .pattern: Secrets.masked(text).swiftLiteral
    case .prefix: ".prefix(\(Secrets.masked(text).swiftLiteral))"
    case .regex: ".regex(\(text.swiftLiteral))"
    }
  }

  /// Whether it takes every URL.
  var isAny: Bool { if case .any = path { true } else { false } }
}

extension URLPattern {
  func matches(_ url: URLParts) -> Bool {
    matchesOrigin(url) && matchesPath(url) && (query.isEmpty || PairMatching.matches(query, url.query))
  }

  var hostPattern: SegmentPattern? { storage.host }

  func matchesOrigin(_ url: URLParts) -> Bool {
    guard let origin else { return true }
    guard let pattern = storage.host else { return origin.matches(url) }
    return origin.scheme == url.scheme && origin.port == url.port && url.host.map { pattern.match($0) != nil } == true
  }

  func matchesPath(_ url: URLParts) -> Bool {
    switch path {
    case .any: true
    case .pattern(let pattern): pattern.matches(url.segments)
    case .prefix(let start): url.path.utf8.starts(with: start.utf8)
    case .regex(let expression): expression.matches(url.path)
    }
  }

  func matchPath(_ url: URLParts) -> [String: String]? {
    if case .pattern(let pattern) = path { return pattern.match(url.segments) }
    return matchesPath(url) ? [:] : nil
  }
}

extension ReceivedRequest {
  package func with(parametersOf pattern: URLPattern) -> Self {
    var copy = self
    copy.parameters = pattern.matchPath(parts) ?? [:]
    return copy
  }

  /// Returns the values of a path template's parameters in this request.
  ///
  /// - Parameter template: A template such as `"/users/{id}"`.
  /// - Returns: The values by name, such as `["id": "42"]`; nil if the path does not match.
  package func pathParameters(_ template: URLPattern) -> [String: String]? { template.matchPath(parts) }
}
