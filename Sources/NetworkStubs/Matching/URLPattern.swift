/// A pattern for the URLs that a matcher takes.
///
/// | written | meaning |
/// |---|---|
/// | `"/users"` | that path on any host |
/// | `"/users/{id}"`, `"/photos/{id}.jpg"` | a template; `{id}` is a segment or a part of one, not empty nor itself a placeholder, captured |
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
    let path: Path
    let query: [PairMatching.Expected]
    let origin: Origin?
    let host: SegmentPattern?
    let text: String
    /// The reason why no request can match; nil for nearly all.
    let problem: String?

    init(_ text: String, _ path: Path, _ parts: URLParts?) {
      self.text = text
      self.path = path
      let marks = text.utf8.contains(UInt8(ascii: "{")) ? ":?<&+#.;,*" : ":?<"
      let isPath = text.utf8.first == UInt8(ascii: "/") && !text.hasPrefix("//")
      let isPlain = isPath && strcspn(text, marks) == text.utf8.count
      problem = URLPattern.problem(of: text, path, isPlain: isPlain)
      origin = parts.flatMap(Origin.init)
      host = origin.map { SegmentPattern($0.host) }.flatMap { $0.hasWildcards ? $0 : nil }
      query = Self.query(of: text, parts)
    }

    private static func query(of text: String, _ parts: URLParts?) -> [PairMatching.Expected] {
      guard let pairs = parts?.query, !pairs.isEmpty else { return [] }
      // A plus is a space, which an author may not have meant.
      let asMeant =
        text.utf8.contains(UInt8(ascii: "+"))
        ? URLParts(text.replacing("+", with: "%2B"), isPattern: true).query : pairs
      return zip(pairs, asMeant).map { pair, asMeant in
        var expected = PairMatching.Expected(pair)
        expected.isSpelledWithPlus = pair.value != asMeant.value
        return expected
      }
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

  func matches(_ url: URLParts) -> Bool {
    guard problem == nil, matchesOrigin(url), matchesPath(url) else { return false }
    return query.isEmpty || PairMatching.matches(query, url.query)
  }

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

  /// Returns the values of the parameters by name, such as `["id": "42"]`; nil if the path does not match.
  package func matchPath(_ url: URLParts) -> [String: String]? {
    if case .pattern(let pattern) = path { return pattern.match(url.segments) }
    return matchesPath(url) ? [:] : nil
  }
}

extension URLPattern {
  /// Returns whether it was written as another.
  func isSame(as other: Self) -> Bool { kind == other.kind && source.isSame(as: other.source) }

  /// The kind of its path, in which a text may mean something else.
  var kind: String {
    switch path {
    case .any: "any"
    case .pattern: "pattern"
    case .prefix: "prefix"
    case .regex: "regex"
    }
  }
}

extension ReceivedRequest {
  package func with(parametersOf pattern: URLPattern) -> Self {
    var copy = self
    copy.parameters = pattern.matchPath(urlParts) ?? [:]
    return copy
  }
}

// URL syntax of other tools that would be plain text here.
extension URLPattern {
  /// The reason why nothing matches, with a correction: no request can, or the pattern does not mean what it says.
  var problem: String? { storage.problem }

  /// - Parameter isPlain: Whether it is a path that cannot be misunderstood, as nearly all are.
  private static func problem(of source: String, _ path: Path, isPlain: Bool) -> String? {
    switch path {
    case .any: return nil
    case .regex(let expression): return expression.problem
    case .pattern:
      if isPlain { return nil }
    case .prefix:
      if let wildcard = source.first(where: { "*{".contains($0) }) {
        return "a prefix has no wildcards, so \(String(wildcard).quoted) means itself: leave .prefix(…) out"
      }
    }
    if source.first?.isWhitespace == true {
      return "\(source.quoted) begins with a space, which no URL has: leave it out"
    }
    if source.first == "^" {
      return "\(source.quoted) is text here, not an expression: write .regex(\(source.swiftLiteral))"
    }
    let (address, query) = halves(source)
    return problem(ofTemplate: source) ?? problem(ofAddress: address) ?? query.flatMap(problem(ofQuery:))
  }

  /// Operators of URI templates ([RFC 6570](https://www.rfc-editor.org/rfc/rfc6570)).
  private static func problem(ofTemplate source: String) -> String? {
    var rest = source[...]
    while let open = rest.firstIndex(of: "{") {
      rest = rest[rest.index(after: open)...]
      guard let end = rest.firstIndex(where: { "{}/".contains($0) }), rest[end] == "}", let mark = rest.first else {
        continue
      }
      let expression = rest[..<end]
      if mark != ":", expression.contains(":") { return constraintProblem(expression) }
      let name = expression.drop { !$0.isLetter }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      switch mark {
      case "?", "&":
        return "{\(expression)} is not supported: write .query(\(String(name).swiftLiteral), .anything) after the URL"
      case "+", "#", ".", "/", ";":
        return "{\(expression)} is not supported: write {\(name)} for one segment, ** for any number"
      default:
        if expression.hasSuffix("*") || expression.contains(",") {
          return "{\(expression)} is not supported: write {\(name)} for one segment, ** for any number"
        }
      }
      rest = rest[end...]
    }
    return nil
  }

  private static func constraintProblem(_ expression: Substring) -> String {
    let name = expression.prefix { $0 != ":" }
    return "the constraint in {\(expression)} is not checked: write {\(name)}, or .regex(…) for the whole path"
  }

  /// Returns the part before the query, and the query.
  private static func halves(_ text: String) -> (String, String?) {
    guard let mark = text.firstIndex(of: "?") else { return (text, nil) }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  private static func problem(ofAddress text: String) -> String? {
    guard let colon = text.range(of: "://"), !text[..<colon.lowerBound].contains("/") else {
      return hostProblem(text) ?? segmentProblem(text)
    }
    let scheme = text[..<colon.lowerBound], rest = text[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" }
    let path = rest.drop { $0 != "/" }
    if authority.contains("@") {
      return "a URL's user and password are not compared: leave them out, and write .basicAuth(user: …, password: …) "
        + "if the request has them in Authorization"
    }
    let host = authority.prefix { $0 != ":" }
    let shownPath = path.isEmpty ? "" : String(path).swiftLiteral
    if !scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }) {
      return "a scheme has no wildcards: write .any(\(shownPath)).host(\(String(host).swiftLiteral))"
    }
    let port = authority.last == "]" || host.hasPrefix("[") ? "" : authority.drop { $0 != ":" }.dropFirst()
    if !port.isEmpty, Int(port) == nil {
      return
        "\(String(port).quoted) is not a port: for any port, write .any(\(shownPath)).host(\(String(host).swiftLiteral))"
    }
    return segmentProblem(String(path))
  }

  /// Returns the problem of a host where a path begins, as in `api.example.com/users`.
  private static func hostProblem(_ text: String) -> String? {
    let slashes = text.prefix { $0 == "/" }.count
    let text = String(text.dropFirst(slashes == 2 ? 2 : 0))
    guard let first = text.first, first != "/", let slash = text.firstIndex(of: "/") else { return nil }
    let name = text[..<slash]
    let labels = name.prefix { $0 != ":" }.split(separator: ".", omittingEmptySubsequences: false)
    let isHost =
      labels.count > 1 && labels.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0 == "-" } }
    let hasPort = name.contains(":") && Int(name.drop { $0 != ":" }.dropFirst()) != nil
    guard isHost || hasPort else { return nil }
    return "\(String(name).quoted) is a segment of a path here: write \("https://\(text)".quoted) for a host, "
      + "\("/\(text)".quoted) for a path"
  }

  /// Returns the problem of a parameter in router syntax, as in `/users/:id`.
  private static func segmentProblem(_ path: String) -> String? {
    let segments = path.split(separator: "/")
    if let found = segments.first(where: { $0.first == "<" && $0.last == ">" }) {
      return "\(String(found).quoted) is not a parameter here: write {\(found.dropFirst().dropLast())}"
    }
    guard let found = segments.first(where: { $0.first == ":" && $0.dropFirst().first?.isLetter == true }) else {
      return nil
    }
    let name = found.dropFirst()
    return "\(String(found).quoted) is not a parameter here: write {\(name)}, or %3A\(name) if the path has a colon"
  }

  private static func problem(ofQuery text: String) -> String? {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, parts[1] == "*" || parts[1].hasPrefix("{") && parts[1].hasSuffix("}") else { continue }
      return "\(parts[1].quoted) is text in a query, not a wildcard: write .query(\(parts[0].swiftLiteral), .anything) "
        + "after the URL, or %2A for a star"
    }
    return nil
  }
}
