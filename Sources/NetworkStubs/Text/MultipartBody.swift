/// The parts of a `multipart` body ([RFC 2046, section 5.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1)).
package struct MultipartBody {
  package struct Part {
    package let headers: HTTPHeaders
    /// The header fields and the empty line after them, in their place in the body.
    package let head: ArraySlice<UInt8>
    /// The content in its place, without the line break that belongs to the next boundary.
    package let content: ArraySlice<UInt8>

    package let name: String?
    package let filename: String?
    var data: Data { Data(content) }
    /// Whether all of it is taken for header fields, since nothing separates them from a content.
    var lacksEmptyLine: Bool {
      content.isEmpty && !head.isEmpty && !head.lazy.filter { $0 != 0x0D }.suffix(2).elementsEqual([0x0A, 0x0A])
    }

    init(headers: HTTPHeaders, head: ArraySlice<UInt8>, content: ArraySlice<UInt8>) {
      self.headers = headers
      self.head = head
      self.content = content
      // Read once, since each of many stubs may look for a part.
      let disposition = HeaderParameters(headers["Content-Disposition"] ?? "")
      name = disposition["name"]
      filename = disposition["filename"]
    }
  }

  package private(set) var parts: [Part] = []
  /// The text before the first boundary and after the last, in its place in the body.
  package private(set) var outside: [ArraySlice<UInt8>] = []
  /// Whether the body ends without a closing boundary, so that its last part is incomplete.
  package private(set) var isCut = false
  /// The reason why the body is not a whole one, and has no parts.
  private(set) var problem: String?
  /// Whether it says that it has parts, and no server can read them.
  private(set) var isBroken = false

  package static func boundary(of contentType: String) -> String? {
    guard contentType.lowercased().hasPrefix("multipart/") else { return nil }
    return HeaderParameters(contentType)["boundary"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Reads a `multipart/form-data` body ([RFC 7578](https://www.rfc-editor.org/rfc/rfc7578)), which must be whole.
  init(contentType: String?, data: Data) {
    guard let contentType = contentType?.trimmingCharacters(in: .whitespaces),
      contentType.lowercased().hasPrefix("multipart/")
    else {
      self.init(problem: "got \(contentType ?? "no content type")")
      return
    }
    guard let boundary = Self.boundary(of: contentType) else {
      self.init(problem: "the Content-Type has no boundary, so a server cannot find the parts", isBroken: true)
      return
    }
    guard !data.isEmpty else {
      self.init(problem: "the body is empty", isBroken: true)
      return
    }
    self.init(Array(data)[...], boundary: boundary)
    let delimiter = "--\(boundary)"
    isBroken = isCut || parts.isEmpty
    if isCut {
      problem = "the body ends before the closing boundary \((delimiter + "--").quoted)"
      parts = []
    } else if parts.isEmpty {
      problem = "the body has no part that starts with the boundary \(delimiter.quoted)"
    }
  }

  private init(problem: String, isBroken: Bool = false) {
    self.problem = problem
    self.isBroken = isBroken
  }

  /// Reads what there is of a body, whole or not.
  package init(_ body: ArraySlice<UInt8>, boundary: String) {
    let delimiter = Array("--\(boundary)".utf8)
    var start: Int?
    var place = body.startIndex
    while let found = body.firstRange(of: delimiter[...], from: place) {
      place = found.upperBound
      // A boundary begins a line; the same text elsewhere is content.
      guard found.lowerBound == body.startIndex || body[found.lowerBound - 1] == 0x0A else { continue }
      let isLast = body.has([0x2D, 0x2D], at: place)
      guard isLast || Self.isLineEnd(body, at: &place) else { continue }
      if let start {
        add(body[start..<max(start, Self.endWithoutLineBreak(body[..<found.lowerBound]))])
      } else {
        outside.append(body[..<found.lowerBound])
      }
      if isLast {
        outside.append(body[(place + 2)...])
        return
      }
      start = place
    }
    isCut = start != nil
    if let start {
      if start < body.endIndex { add(body[start..<max(start, Self.endWithoutLineBreak(body[start...]))]) }
    } else {
      outside.append(body)
    }
  }

  /// Returns whether nothing but spaces follows on the line; if so, the place moves to the next line.
  private static func isLineEnd(_ body: ArraySlice<UInt8>, at place: inout Int) -> Bool {
    var end = place
    while end < body.endIndex, body[end] == 0x20 || body[end] == 0x09 || body[end] == 0x0D { end += 1 }
    guard end == body.endIndex || body[end] == 0x0A else { return false }
    place = min(end + 1, body.endIndex)
    return true
  }

  private static func endWithoutLineBreak(_ bytes: ArraySlice<UInt8>) -> Int {
    var end = bytes.endIndex
    if end > bytes.startIndex, bytes[end - 1] == 0x0A { end -= 1 }
    if end > bytes.startIndex, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// Reads header fields, an empty line, and the content.
  private mutating func add(_ section: ArraySlice<UInt8>) {
    var headers = HTTPHeaders()
    var place = section.startIndex
    while place < section.endIndex {
      let end = section.place(of: 0x0A, from: place) ?? section.endIndex
      let line = String(decoding: section[place..<end], as: UTF8.self)
      place = min(end + 1, section.endIndex)
      let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
      if text.isEmpty { break }
      headers.append(line: text, isContinued: line.first == " " || line.first == "\t")
    }
    parts.append(Part(headers: headers, head: section[..<place], content: section[place...]))
  }
}

extension HTTPHeaders {
  /// Adds a field; a line that starts with a space continues the one before it.
  fileprivate mutating func append(line: String, isContinued: Bool) {
    if isContinued, let last {
      self = HTTPHeaders(dropLast())
      append("\(last.value) \(line)", for: last.name)
    } else if let colon = line.firstIndex(of: ":") {
      append(
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces),
        for: line[..<colon].trimmingCharacters(in: .whitespaces))
    }
  }
}
