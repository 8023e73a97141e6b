import Foundation

/// Reads `multipart/form-data` by RFC 7578 and RFC 2046, byte by byte and apart from the code that writes it.
struct MultipartParser {
  struct Part: Equatable {
    var head: [String]
    var content: Data
  }

  struct Malformed: Error {
    let what: String
  }

  /// The parts of a body; the boundary comes from its content type.
  static func parts(of body: Data, contentType: String) throws -> [Part] {
    guard let marker = contentType.range(of: "multipart/form-data; boundary=") else {
      throw Malformed(what: "no boundary in \(contentType)")
    }
    let boundary = String(contentType[marker.upperBound...])
    guard (1...70).contains(boundary.utf8.count) else { throw Malformed(what: "a boundary has 1 to 70 characters") }
    let delimiter = Data("\r\n--\(boundary)".utf8)
    // The first delimiter needs no line break before it; with one, all are alike.
    var rest = Data("\r\n".utf8) + body
    var parts: [Part] = []
    guard let first = rest.range(of: delimiter), first.lowerBound == rest.startIndex else {
      throw Malformed(what: "no delimiter at the start")
    }
    rest = Data(rest[first.upperBound...])
    while !rest.starts(with: Data("--".utf8)) {
      guard rest.starts(with: Data("\r\n".utf8)), let end = rest.range(of: delimiter) else {
        throw Malformed(what: "no delimiter at the end of part \(parts.count)")
      }
      parts.append(try part(Data(rest[..<end.lowerBound].dropFirst(2))))
      rest = Data(rest[end.upperBound...])
    }
    return parts
  }

  private static func part(_ bytes: Data) throws -> Part {
    guard let blank = bytes.range(of: Data("\r\n\r\n".utf8)) else {
      throw Malformed(what: "a part without a blank line")
    }
    let head = String(decoding: bytes[..<blank.lowerBound], as: UTF8.self)
    return Part(head: head.components(separatedBy: "\r\n"), content: Data(bytes[blank.upperBound...]))
  }
}
