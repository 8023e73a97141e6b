import Foundation
import NetworkEndpoints

/// A `multipart/form-data` body taken apart ([RFC 7578](https://www.rfc-editor.org/rfc/rfc7578),
/// [RFC 2046, section 5.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1)), or the reason why it is none.
struct MultipartBody {
  struct Part {
    var headers = HTTPHeaders()
    var data = Data()

    var name: String? { disposition["name"] }
    var filename: String? { disposition["filename"] }
    var text: String { data.text }

    private var disposition: HeaderParameters { HeaderParameters(headers["Content-Disposition"] ?? "") }
  }

  private(set) var parts: [Part] = []
  private(set) var problem: String?

  init(contentType: String?, data: Data) {
    guard let contentType, contentType.lowercased().hasPrefix("multipart/") else {
      problem = "got \(contentType ?? "no content type")"
      return
    }
    guard let boundary = HeaderParameters(contentType)["boundary"], !boundary.isEmpty else {
      problem = "the content type names no boundary"
      return
    }
    guard !data.isEmpty else {
      problem = "the body is empty"
      return
    }
    read(Data(data), boundary)
  }

  private mutating func read(_ data: Data, _ boundary: String) {
    var sections = MultipartSections(data, boundary: boundary)
    while let section = sections.next() { parts.append(Part(section)) }
    let delimiter = "--\(boundary)"
    if sections.isCut {
      problem = "the body ends before the closing boundary \((delimiter + "--").quoted())"
      parts = []
    } else if parts.isEmpty {
      problem = "the body has no part that starts with the boundary \(delimiter.quoted())"
    }
  }
}

extension MultipartBody.Part {
  /// Reads header fields, an empty line, and the content.
  fileprivate init(_ section: Data) {
    var rest = section
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      let line = rest[..<end].text
      rest = rest[end...].dropFirst()
      let text = line.trimmingCharacters(in: .whitespacesAndNewlines)
      if text.isEmpty { break }
      add(line: text, isContinued: line.first == " " || line.first == "\t")
    }
    data = Data(rest)
  }

  /// Adds a field; a line that starts with a space goes on with the one before.
  private mutating func add(line: String, isContinued: Bool) {
    if isContinued, let last = headers.last {
      headers = HTTPHeaders(headers.dropLast())
      headers.append("\(last.value) \(line)", for: last.name)
    } else if let colon = line.firstIndex(of: ":") {
      headers.append(
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces),
        for: line[..<colon].trimmingCharacters(in: .whitespaces))
    }
  }
}
