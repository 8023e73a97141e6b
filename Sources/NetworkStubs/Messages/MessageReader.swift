/// A reader of message text, line by line, that knows its place.
struct MessageReader {
  struct Failure: Error {
    let code: HTTPMessageError.Code
    let offset: Int
    let reason: String
  }

  let bytes: [UInt8]
  private(set) var index = 0
  /// The place of the field `Content-Length`.
  private(set) var lengthField = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  func failure(_ code: HTTPMessageError.Code, _ reason: String, at offset: Int) -> Failure {
    Failure(code: code, offset: offset, reason: reason)
  }

  /// Takes raw bytes, up to a number.
  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    let taken = bytes[index...].prefix(count)
    index = taken.endIndex
    return taken
  }

  /// Takes a line without its end; nil at the end of the text.
  mutating func line() -> ArraySlice<UInt8>? {
    guard index < bytes.count else { return nil }
    let end = bytes[index...].firstIndex(of: 0x0A) ?? bytes.count
    let line = bytes[index..<end]
    index = min(end + 1, bytes.count)
    return line.last == 0x0D ? line.dropLast() : line
  }

  mutating func startLine() throws -> HTTPMessage {
    while let line = self.line() {
      let words = line.split { $0 == 0x20 || $0 == 0x09 }
      guard let first = words.first else { continue }
      try checkForEditors(line)
      if let odd = line.firstIndex(where: { $0 == 0x0D || $0 == 0 }) {
        throw failure(.invalidStartLine, "expected no lone carriage return and no NUL in a start line.", at: odd)
      }
      return first.isVersion ? try statusLine(line, words) : try requestLine(words)
    }
    throw failure(.noStartLine, "the text ends, expected a start line.", at: bytes.count)
  }

  /// Throws for a line that only editors know: a separator, a comment, a variable.
  private func checkForEditors(_ line: ArraySlice<UInt8>) throws {
    let text = String(decoding: line, as: UTF8.self)
    guard text.contains(/^\s*(?:#|\/\/|@[\w-]+\s*=)|\{\{[^{}]+\}\}/) else { return }
    throw failure(
      .editorFile, "expected the start line of one request, found what only editors read.", at: line.startIndex)
  }

  /// Throws if another request follows after a separator, with only comments, variables and empty lines between them.
  func checkForMore(in body: Data) throws {
    guard body.range(of: Data("###".utf8)) != nil, String(data: body, encoding: .utf8) != nil else { return }
    var isAfterSeparator = false
    for line in body.split(separator: 0x0A) {
      guard !line.starts(with: "###".utf8) else {
        isAfterSeparator = true
        continue
      }
      guard isAfterSeparator else { continue }
      let text = String(decoding: line, as: UTF8.self)
      if text.starts(with: /(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) +(?:https?:|\/|\{\{)/) {
        throw failure(.editorFile, "expected one request, found another one after \"###\".", at: index)
      }
      isAfterSeparator = text.starts(with: /#|\/\/|@|\s*$/)
    }
  }

  private func requestLine(_ words: [ArraySlice<UInt8>]) throws -> HTTPMessage {
    let hasVersion = words.count > 2 && words.last?.isVersion == true
    let target = hasVersion ? words.dropFirst().dropLast() : words.dropFirst()
    let method = words[0]
    if let odd = method.firstIndex(where: { !$0.isTokenByte }) ?? (target.isEmpty ? method.startIndex : nil) {
      throw failure(
        .noStartLine, #"expected a start line such as "GET /items HTTP/1.1" or "HTTP/1.1 200 OK"."#, at: odd)
    }
    if let extra = target.dropFirst().first {
      throw failure(.invalidStartLine, "expected no space in a target: write it as %20.", at: extra.startIndex)
    }
    let name = String(decoding: method, as: UTF8.self)
    let text = (target.first ?? []).headText
    guard text.hasPrefix("/") || text.contains("://") || text == "*" || name == "CONNECT" else {
      throw failure(
        .noStartLine, #"expected a target such as "/items" or "https://api.example.com/items"."#,
        at: words[1].startIndex)
    }
    return HTTPMessage(
      .request(method: HTTPMethod(rawValue: name), target: text),
      version: hasVersion ? try versionText(words[words.count - 1]) : "HTTP/1.1")
  }

  private func statusLine(_ line: ArraySlice<UInt8>, _ words: [ArraySlice<UInt8>]) throws -> HTTPMessage {
    let version = try versionText(words[0])
    guard words.count > 1, words[1].count == 3, let status = Int(String(decoding: words[1], as: UTF8.self)),
      status >= 100
    else {
      let place = words.count > 1 ? words[1].startIndex : line.endIndex
      throw failure(.invalidStartLine, "expected a status code of three digits.", at: place)
    }
    let reason = words.count > 2 ? line[words[2].startIndex...].headText : ""
    return HTTPMessage(.response(status: status, reason: reason), version: version)
  }

  private func versionText(_ word: ArraySlice<UInt8>) throws -> String {
    let number = word.dropFirst(5)
    let digits = number.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard digits.count <= 2, digits.allSatisfy({ $0.count == 1 && $0.allSatisfy { (0x30...0x39).contains($0) } }) else {
      throw failure(.invalidStartLine, "expected a version such as HTTP/1.1.", at: word.startIndex)
    }
    return "HTTP/" + String(decoding: number, as: UTF8.self)
  }

  /// Takes header fields and the empty line after them.
  mutating func fields() throws -> HTTPHeaders {
    var fields: [HTTPHeaders.Field] = []
    while let line = self.line(), !line.isEmpty {
      if let odd = line.firstIndex(where: { $0 == 0x0D || $0 == 0 }) {
        throw failure(.invalidField, "expected no lone carriage return and no NUL in a field.", at: odd)
      }
      let isFolded = line.first == 0x20 || line.first == 0x09
      // A line of spaces looks empty, so it counts as empty.
      if isFolded, line.headText.isEmpty { break }
      if isFolded, let last = fields.indices.last {
        fields[last].value += (fields[last].value.isEmpty ? "" : " ") + line.headText
      } else {
        fields.append(try field(line))
      }
    }
    return HTTPHeaders(fields)
  }

  private mutating func field(_ line: ArraySlice<UInt8>) throws -> HTTPHeaders.Field {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
      throw failure(
        .invalidField, #"expected a field such as "Accept: text/html", or an empty line."#, at: line.startIndex)
    }
    if let odd = line[..<colon].firstIndex(where: { !$0.isTokenByte }) {
      throw failure(.invalidField, #"expected a name directly before ":", of letters, digits and "-"."#, at: odd)
    }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    if name.lowercased() == "content-length" { lengthField = line.startIndex }
    return HTTPHeaders.Field(name: name, value: line[(colon + 1)...].headText)
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isVersion: Bool { count >= 5 && zip(self, "http/".utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 } }

  /// The text without surrounding spaces: UTF-8, or Latin-1 if it is not.
  fileprivate var headText: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let trimmed = Array(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    return trimmed.firstOffsetThatIsNotUTF8 == nil
      ? String(decoding: trimmed, as: UTF8.self)
      : String(String.UnicodeScalarView(trimmed.map { Unicode.Scalar($0) }))
  }
}

extension String {
  /// Whether it may be a method or the name of a field ([RFC 9110, section 5.6.2](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.2)).
  var isToken: Bool {
    // The C library searches quickly, even in a debug build; it stops at a NUL, which is no such byte.
    !isEmpty && withCString { strspn($0, Self.tokenBytes) } == utf8.count
  }

  private static let tokenBytes =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~"
}

extension UInt8 {
  /// Whether it is a `tchar` of RFC 9110, section 5.6.2.
  package var isTokenByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}

/// A decoded chunked body: [RFC 9112, section 7.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1).
struct ChunkedBody {
  var body = Data()
  var trailer = HTTPHeaders()
}

extension MessageReader {
  /// Takes a chunked body to the end of the text; nil if it does not begin with a chunk.
  mutating func chunkedBody() throws -> ChunkedBody? {
    var result = ChunkedBody()
    let start = index
    guard start < bytes.count else { return nil }
    while true {
      let lineStart = index
      guard let line = self.line() else { throw damaged("the text ends, expected a chunk.", at: lineStart) }
      guard let size = Self.size(line) else {
        if lineStart == start { return nil }
        throw damaged("expected the size of a chunk in hexadecimal digits.", at: lineStart)
      }
      if size == 0 { break }
      let dataStart = index
      let data = take(size)
      guard data.count == size else {
        throw damaged("expected a chunk of \(size) bytes, found \(data.count).", at: dataStart)
      }
      result.body.append(contentsOf: data)
      let end = index
      guard self.line()?.isEmpty == true else { throw damaged("expected a line break after \(size) bytes.", at: end) }
    }
    result.trailer = try fields()
    let end = index
    guard take(bytes.count).allSatisfy({ $0 == 0x0A || $0 == 0x0D }) else {
      throw damaged("expected nothing after the last chunk.", at: end)
    }
    return result
  }

  private func damaged(_ reason: String, at offset: Int) -> Failure { failure(.damagedChunk, reason, at: offset) }

  /// Returns the size that a line such as `1A;name=value` begins with.
  private static func size(_ line: ArraySlice<UInt8>) -> Int? {
    let digits = line.prefix { $0.hexadecimalValue != nil }
    let rest = line.dropFirst(digits.count).drop { $0 == 0x20 || $0 == 0x09 }
    // Fifteen digits are more than any file has bytes.
    guard (1...15).contains(digits.count), rest.isEmpty || rest.first == UInt8(ascii: ";") else { return nil }
    return digits.reduce(0) { $0 << 4 | Int($1.hexadecimalValue ?? 0) }
  }
}
