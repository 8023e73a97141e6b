/// The start of a body for a failure text, secrets masked.
package struct BodyExcerpt {
  package let text: String
  /// Whether the text is of the body, and not about it.
  var isQuoted: Bool { text.hasPrefix("\"") }

  /// Creates the excerpt of a body, of which only the start may be at hand.
  ///
  /// - Parameters:
  ///   - body: The body, or its start.
  ///   - fullCount: The number of bytes of the whole body; nil if that is it.
  package init(_ body: Data, of fullCount: Int? = nil) {
    let count = (fullCount ?? body.count).counted("byte")
    // More than is shown, so that a secret is masked before it is cut.
    let start = body.prefix(Self.mostRead)
    // A character may be cut in two where the excerpt ends.
    let isCut = body.count > Self.mostRead
    let decoded =
      (0...(isCut ? 3 : 0)).lazy.compactMap { String(data: start.dropLast($0), encoding: .utf8) }.first ?? ""
    if body.isEmpty {
      text = "nothing"
    } else if decoded.isEmpty {
      text = "\(count) of binary data"
    } else if decoded.hasPrefix("--"), decoded.lowercased().contains("content-disposition") {
      // Names and values are on separate lines here.
      text = "\(count) of multipart"
    } else {
      let masked = Secrets.masked(decoded)
      let utf8 = masked.utf8
      var end = utf8.index(utf8.startIndex, offsetBy: Self.mostShown, limitedBy: utf8.endIndex) ?? utf8.endIndex
      while end.samePosition(in: masked.unicodeScalars) == nil { end = utf8.index(before: end) }
      let quoted = String(masked[..<end]).swiftLiteral
      text = isCut || end < masked.endIndex ? "\(quoted.dropLast())…\" (\(count))" : quoted
    }
  }

  private static let mostShown = 80
  private static let mostRead = 1_024
}

extension Data {
  /// The bytes as UTF-8 or, if they are not, each byte as the character with that number.
  ///
  /// So ASCII in a binary body can be searched for. Replacing invalid UTF-8 would be slow, a second and more for a megabyte, and
  /// could make different bodies equal.
  package var text: String {
    // Foundation's UTF-8 decoding would drop a byte-order mark.
    firstOffsetThatIsNotUTF8 == nil
      ? String(decoding: self, as: UTF8.self) : String(data: self, encoding: .isoLatin1) ?? ""
  }

  /// The decompressed data; nil for corrupt data, and for
  /// [codings](https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1) other than `gzip` and `deflate`.
  package func decompressed(_ codings: String) -> Data? {
    let names = codings.lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    var data: Data? = self
    for name in names.reversed() where name != "identity" {
      guard ["gzip", "x-gzip", "deflate"].contains(name), let bytes = data.map({ Array($0)[...] }) else { return nil }
      // Bytes of another coding than the one that is said are corrupt.
      switch Compression(of: bytes) {
      case .gzip? where name != "deflate": data = Compression.gzip.decompressed(bytes).map { Data($0) }
      case .zlib? where name == "deflate": data = Compression.zlib.decompressed(bytes).map { Data($0) }
      case nil where name == "deflate": data = Compression.inflated(bytes).map { Data($0) }
      default: return nil
      }
    }
    return data
  }

  /// The decompressed data as far as it goes, and whether a fault follows; nil where nothing can be decompressed, and for several codings.
  func decompressedStart(_ coding: String) -> (data: Data, isFaulty: Bool)? {
    let bytes = Array(self)[...]
    let compression = Compression(of: bytes)
    guard (compression == .gzip) != (coding == "deflate") else { return nil }
    return Compression.decompressedStart(of: bytes, as: compression).map { (Data($0.bytes), $0.isFaulty) }
  }

  /// Returns the number of equal bytes at the start.
  func commonStart(with other: Data) -> Int {
    var low = 0
    var high = Swift.min(count, other.count)
    while low < high {
      let middle = (low + high + 1) / 2
      if prefix(middle) == other.prefix(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

/// A body read as JSON, or the reason why it is not JSON.
package enum JSONBody {
  case value(JSONValue)
  case invalid(reason: String)

  init(_ body: Data) {
    guard !body.isEmpty else {
      self = .invalid(reason: "the body is empty")
      return
    }
    do { self = .value(try JSONValue(parsing: body)) } catch {
      let excerpt = BodyExcerpt(body)
      self = .invalid(reason: "got \(excerpt.text), which is not JSON\(excerpt.isQuoted ? ": \(error)" : "")")
    }
  }

  var problem: String? { if case .invalid(let reason) = self { reason } else { nil } }
}
