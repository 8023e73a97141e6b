/// The compared parts of a request, as texts that are equal for equal parts.
struct RequestKey: Hashable, Sendable {
  let texts: [String]

  /// Creates the key of a request.
  ///
  /// - Parameters:
  ///   - request: The request, its body in `httpBody`.
  ///   - parts: The parts to compare.
  init(_ request: URLRequest, _ parts: MatchedParts) {
    self.init(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "", body: request.httpBody ?? Data(),
      parts
    ) {
      request.value(forHTTPHeaderField: $0)
    }
  }

  /// Creates the key of a recorded request, with its placeholders.
  ///
  /// - Returns: Nil if the body cannot be read.
  init?(_ request: HAR.Request, _ parts: MatchedParts, readingFile: (String) throws -> Data) {
    let isUnrecorded = parts.hasBody && request.isBodyUnrecorded
    let body = Result {
      parts.hasBody && !isUnrecorded
        ? try request.body(readingFile: readingFile, unrecorded: Data(UnrecordedBody.mark.utf8)) : Data()
    }
    guard case .success(let body) = body else { return nil }
    self.init(
      method: request.method, url: request.url, body: body, bodyText: isUnrecorded ? UnrecordedBody.mark : nil, parts
    ) { name in
      if name.lowercased() == "content-type" { return request.contentType }
      let values = request.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
      return values.isEmpty ? nil : values.joined(separator: name.lowercased() == "cookie" ? "; " : ", ")
    }
  }

  /// Stands between the items of a query or a form, which may have any other.
  fileprivate static let separator = "\u{1F}"

  private init(
    method: String, url: String, body: Data, bodyText: String? = nil, _ parts: MatchedParts,
    header: (String) -> String?
  ) {
    var texts: [String] = []
    if parts.hasMethod { texts.append(method) }
    let url = URLParts(url)
    if parts.hasOrigin { texts.append("\(url.scheme ?? "")://\(url.host ?? ""):\(url.port ?? 0)") }
    if parts.hasPath { texts.append(url.path) }
    if let exceptions = parts.queryExceptions {
      texts.append(url.query.filter { !exceptions.contains($0.name) }.sortedText)
    }
    for name in parts.headers { texts.append(header(name).map { "=\($0)" } ?? "") }
    if parts.hasBody { texts.append(bodyText ?? BodyText(body, contentType: header("content-type"), parts).text) }
    self.texts = texts
  }

  init(texts: [String]) { self.texts = texts }

  /// The key in which placeholders have no numbers, but their digests.
  var unnumbered: Self { Self(texts: texts.map { Placeholder.replacing(in: $0, Placeholder.unnumbered) }) }

  /// The key in which all placeholders are equal.
  var bare: Self {
    Self(
      texts: texts.map { text in
        Placeholder.replacing(in: text) { mark in
          let plain = Placeholder.unnumbered(mark)
          return Array(plain.dropLast(Placeholder.digest(plain[...]).count))
        }
      })
  }

  /// The key in which the items of a query or a form have no order, also those with one name.
  var inAnyOrder: Self {
    Self(
      texts: texts.map { text in
        guard text.contains(Self.separator) else { return text }
        return text.split(separator: Self.separator, omittingEmptySubsequences: false).sorted()
          .joined(separator: Self.separator)
      })
  }

  /// The key with the digest in place of each word that is a secret of the recording, and is not recognised as one here.
  ///
  /// - Parameter isKnown: Returns whether the recording has a digest, with its tilde.
  func replacingKnown(_ isKnown: (String) -> Bool) -> Self {
    Self(
      texts: texts.map { text in
        let bytes = Array(text.utf8)
        let words = bytes.split { !($0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")) }
        var result = text
        for word in words where word.count >= 12 {
          let placeholder = String(decoding: Placeholder.text(Placeholder.bare, digest: Array(word)), as: UTF8.self)
          guard isKnown(String(placeholder.dropFirst(Placeholder.bare.count))) else { continue }
          result = result.replacing(String(decoding: word, as: UTF8.self), with: placeholder)
        }
        return result
      })
  }

  /// Whether something in it stands for more than one text: a placeholder, or what a recording does not keep.
  var hasGaps: Bool { texts.contains { $0.contains(UnrecordedBody.mark) } || !marks.isEmpty }

  /// The placeholders, in their order.
  var marks: [String] {
    var marks: [String] = []
    for text in texts {
      _ = Placeholder.replacing(in: text) { mark in
        marks.append(String(decoding: mark, as: UTF8.self))
        return []
      }
    }
    return marks
  }

  /// Returns whether a live request equals a recorded one in which a placeholder may stand for anything.
  func agrees(with recorded: RequestKey, _ redaction: Redaction) -> Bool {
    texts.count == recorded.texts.count && zip(texts, recorded.texts).allSatisfy { redaction.agrees($0, with: $1) }
  }
}

extension [QueryPair] {
  /// The items in the order of their names; those with one name stay in theirs, which may be the order of a list.
  fileprivate var sortedText: String {
    let sorted = enumerated().sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }
    // No value is not an empty one.
    return sorted.map { _, pair in pair.value.map { "\(pair.name)=\($0)" } ?? pair.name }
      .joined(separator: RequestKey.separator)
  }

  /// The items with an empty value where there is none, as a form cannot tell the two apart.
  fileprivate var withValues: Self {
    map { pair in
      var copy = pair
      copy.value = pair.value ?? ""
      return copy
    }
  }
}

/// A body as a text that is the same for bodies with the same meaning.
struct BodyText {
  let text: String

  init(_ body: Data, contentType: String?, _ parts: MatchedParts? = nil) {
    guard !body.isEmpty else {
      text = ""
      return
    }
    let type = contentType?.lowercased() ?? ""
    if let boundary = MultipartBody.boundary(of: contentType ?? "") {
      text = Self.parts(of: body, boundary)
    } else if Self.looksLikeJSON(body), let json = try? JSONValue(parsing: body) {
      text = (parts?.pruned(json) ?? json).withPlainNumbers.description
    } else if type.hasPrefix("application/x-www-form-urlencoded"), let form = String(data: body, encoding: .utf8) {
      text = QueryPair.parse(form).withValues.sortedText
    } else {
      text = Self.plain(body)
    }
  }

  /// Returns the parts of a body, as each client writes boundaries and heads of its own.
  private static func parts(of body: Data, _ boundary: String) -> String {
    let multipart = MultipartBody(Array(body)[...], boundary: boundary)
    guard !multipart.isCut, !multipart.parts.isEmpty else {
      return plain(body.replacing(Data("--\(boundary)".utf8), with: Data("--boundary".utf8)))
    }
    let parts = multipart.parts.map { part in
      "--boundary\n\(head(of: part))\n\n\(plain(Data(part.content)))\n"
    }
    return parts.joined() + "--boundary--"
  }

  /// Returns what the head of a part says: the name, the file and the type of a form's field; all fields of another part.
  private static func head(of part: MultipartBody.Part) -> String {
    guard let name = part.name else {
      return part.headers.map { "\($0.name.lowercased()): \($0.value)" }.sorted().joined(separator: "\n")
    }
    let file = part.filename.map { "; filename=\($0.quoted)" } ?? ""
    let type = (part.headers["Content-Type"] ?? "text/plain").lowercased().filter { $0 != " " }
    return "content-disposition: form-data; name=\(name.quoted)\(file)\ncontent-type: \(type)"
  }

  private static func plain(_ body: Data) -> String {
    // Bodies that are not text must not become the same text.
    String(data: body, encoding: .utf8) ?? "base64:" + body.base64EncodedString()
  }

  private static func looksLikeJSON(_ body: Data) -> Bool {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

extension JSONValue {
  /// The value with its whole numbers as integers, as `1.0` is `1`.
  fileprivate var withPlainNumbers: JSONValue {
    switch self {
    case .number(let number): Int(exactly: number).map(JSONValue.integer) ?? self
    case .array(let elements): .array(elements.map(\.withPlainNumbers))
    case .object(let members): .object(members.mapValues(\.withPlainNumbers))
    default: self
    }
  }
}

extension Data {
  fileprivate func replacing(_ old: Data, with new: Data) -> Data {
    var result = Data()
    var rest = self[...]
    while let range = rest.range(of: old) {
      result += rest[..<range.lowerBound] + new
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
