import Foundation

/// Which URLs a matcher takes.
///
/// | written | meaning |
/// |---|---|
/// | `"/users"` | that path on any host |
/// | `"/users/{id}"` | a template; `{id}` is one segment, captured |
/// | `"/files/*.png"`, `"/files/**"` | a glob: `*` within a segment, `**` any number of segments |
/// | `"/search?q=swift"` | the path, and at least these query items |
/// | `"https://api.example.com/users"` | a whole URL; a default port and the case of the host do not matter |
/// | `.prefix("/v1/")` | a path that starts so |
/// | `.regex("^/users/[0-9]+$")` | a path in which the expression finds something |
public struct URLPattern: Sendable {
  enum Path: Sendable {
    case any
    case pattern(PathPattern)
    case prefix(String)
    case regex(RegularExpression)
  }

  var scheme: String?
  var host: String?
  var port: Int?
  let path: Path
  let query: [QueryPair]
  private let text: String

  /// Any URL.
  public static let any = Self(path: .any, text: "any path")

  /// Paths that start with a text, compared decoded.
  ///
  /// - Parameter start: The start, such as `"/v1/"`.
  public static func prefix(_ start: String) -> Self {
    Self(path: .prefix(start.hasPrefix("/") ? start : "/" + start), text: start)
  }

  /// Paths in which a regular expression finds something.
  ///
  /// - Parameter pattern: The expression, in `NSRegularExpression` syntax, applied to the decoded path.
  public static func regex(_ pattern: String) -> Self {
    Self(path: .regex(RegularExpression(pattern)), text: pattern)
  }

  /// A path, a template, a glob or a whole URL.
  ///
  /// - Parameter text: See the table above.
  public init(_ text: String) {
    let parts = URLParts(text, isPattern: true)
    (scheme, host, port) = (parts.scheme, parts.host, parts.port)
    path = .pattern(PathPattern(segments: parts.segments))
    query = parts.query
    self.text = text
  }

  /// A path in which no character means anything but itself.
  init(literalPath text: String) {
    let segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    path = .pattern(PathPattern(literal: segments.map { String($0).percentDecoded }))
    query = []
    self.text = text
  }

  private init(path: Path, text: String) {
    self.path = path
    self.query = []
    self.text = text
  }
}

extension URLPattern: ExpressibleByStringInterpolation {
  /// A path, a template, a glob or a whole URL.
  public init(stringLiteral value: String) { self.init(value) }
}

extension URLPattern {
  /// The values of the path's parameters, or nil if the path does not match.
  func matchPath(_ url: URLParts) -> [String: String]? {
    switch path {
    case .any: [:]
    case .pattern(let pattern): pattern.match(url.segments)
    case .prefix(let start): url.path.hasPrefix(start) ? [:] : nil
    case .regex(let expression): expression.matches(url.path) ? [:] : nil
    }
  }

  func matchesOrigin(_ url: URLParts) -> Bool {
    guard host != nil else { return true }
    return scheme == url.scheme && host == url.host && port == url.port
  }

  /// The path in words, for comparison with another.
  var pathText: String {
    switch path {
    case .any: "any path"
    case .pattern: URLParts(text).path
    case .prefix(let start): "\(start)…"
    case .regex(let expression): expression.problem ?? "a match of \(expression.pattern)"
    }
  }

  /// The code that makes this pattern; nil for any URL.
  var code: String? {
    switch path {
    case .any: nil
    case .pattern: text.quoted(limit: nil)
    case .prefix: ".prefix(\(text.quoted(limit: nil)))"
    case .regex: ".regex(\(text.quoted(limit: nil)))"
    }
  }
}
