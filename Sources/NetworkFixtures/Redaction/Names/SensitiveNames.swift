/// Which names of header fields, query items, form fields, cookies and JSON keys stand for secrets.
///
/// Case, dashes, underscores, dots and brackets make no difference: `X-Api-Key`, `xApiKey` and `x_api_key` are one name.
///
/// ```swift
/// SensitiveNames.standard.contains("X-Api-Key")     // true
/// SensitiveNames.standard.verdict(on: "key")        // .doubtful: a sort key is no secret
/// var names = SensitiveNames.standard
/// names.insert("x-acme-*")
/// names.remove("sessionTitle")
/// ```
public struct SensitiveNames: Hashable, Sendable {
  /// What a name says of the value under it.
  public enum Verdict: Hashable, Sendable {
    /// The value is a secret.
    case secret
    /// The value is a secret if it looks like one.
    case doubtful
    /// The name says nothing.
    case harmless
  }

  private var inserted: Set<NamePattern> = []
  private var removed: Set<NamePattern> = []

  /// The names that are sensitive wherever one looks: credentials, tokens, keys, signatures, cookies.
  public static let standard = Self()

  /// Whether a value under this name should be hidden from those who may not read secrets.
  ///
  /// For where the value does not matter or is not known: a doubtful name counts, but for `code`, which stands for an
  /// error or a country more often than for an authorization.
  ///
  /// - Parameter name: The name in any spelling.
  public func contains(_ name: String) -> Bool {
    switch verdict(on: name) {
    case .secret: true
    case .doubtful: NamePattern.plain(name) != "code"
    case .harmless: false
    }
  }

  /// What a name says of the value under it.
  ///
  /// - Parameter name: The name in any spelling.
  public func verdict(on name: String) -> Verdict {
    let plain = NamePattern.plain(name)
    if removed.contains(where: { $0.matches(plain) }) { return .harmless }
    if inserted.contains(where: { $0.matches(plain) }) { return .secret }
    return StandardNames.verdict(on: plain)
  }

  /// Adds names.
  ///
  /// - Parameter pattern: A name, in which `*` stands for anything.
  public mutating func insert(_ pattern: String) {
    inserted.insert(NamePattern(pattern))
  }

  /// Takes names out, also those of the standard and those that were added.
  ///
  /// - Parameter pattern: A name, in which `*` stands for anything.
  public mutating func remove(_ pattern: String) {
    removed.insert(NamePattern(pattern))
  }
}

/// A name in which `*` stands for anything.
struct NamePattern: Hashable, Sendable {
  /// What stands between the stars.
  private let pieces: [String]

  init(_ pattern: String) {
    pieces = pattern.split(separator: "*", omittingEmptySubsequences: false).map { Self.plain(String($0)) }
  }

  func matches(_ plain: String) -> Bool {
    Wildcards.match(Array(plain.utf8)[...], pieces: pieces.map { Array($0.utf8)[...] }, atLeast: 0)
  }

  /// The name without what spellings differ in.
  static func plain(_ name: String) -> String {
    String(decoding: name.utf8.compactMap(letter), as: UTF8.self)
  }

  private static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: " "), UInt8(ascii: "["),
      UInt8(ascii: "]"):
      nil
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    default: byte
    }
  }
}
