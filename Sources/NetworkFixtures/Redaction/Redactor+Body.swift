import Foundation
import NetworkEndpoints

extension Redactor {
  /// A body with its secrets replaced.
  mutating func body(_ body: Data, type: String, coding: String) -> Data {
    guard !body.isEmpty else { return body }
    let bytes = Array(body)
    if isClosed(bytes[...], type: type, coding: coding) {
      // What cannot be looked into cannot be left.
      return Data(conceal(bytes, called: "compressed-body", spreads: false))
    }
    let edits = edits(inBody: bytes[...], type: type, depth: 0)
    return edits.isEmpty || phase == .learning ? body : Data(edits.apply(to: bytes[...]))
  }

  /// Whether a body is in a content coding that cannot be undone here; most bodies are recorded with theirs undone.
  private func isClosed(_ bytes: ArraySlice<UInt8>, type: String, coding: String) -> Bool {
    let isCoded = coding.lowercased().split(separator: ",").contains {
      $0.trimmingCharacters(in: .whitespaces) != "identity"
    }
    guard isCoded, !bytes.isText else { return false }
    if let compression = Compression(of: bytes) { return compression.decompressed(bytes) == nil }
    let isTextByType = ["text/", "json", "xml", "urlencoded", "javascript"].contains { type.lowercased().contains($0) }
    return isTextByType && UTF16Text(bytes) == nil || bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
  }

  mutating func edits(inBody body: ArraySlice<UInt8>, type: String, depth: Int) -> [Edit] {
    if depth < 3, let boundary = MultipartText.boundary(of: type) {
      let parts = MultipartText.parts(of: body, boundary: boundary)
      return knownSecrets(in: body, depth: depth) + parts.flatMap { edits(inPart: $0, of: body, depth: depth) }
    }
    if body.isText { return edits(in: body, depth: depth) }
    if depth < 4, let compression = Compression(of: body), let plain = compression.decompressed(body) {
      let edits = edits(inBody: plain[...], type: type, depth: depth + 1)
      guard phase == .replacing, !edits.isEmpty else { return [] }
      let replacement = encoded(Placeholder.bare) { _ in compression.compressed(edits.apply(to: plain[...])) }
      return [Edit(range: body.indices, replacement: replacement)]
    }
    if let text = UTF16Text(body) {
      let edits = edits(in: text.utf8[...], depth: depth + 1)
      guard phase == .replacing, !edits.isEmpty else { return [] }
      let replacement = encoded(Placeholder.bare) { _ in text.encoded(edits.apply(to: text.utf8[...])) }
      return [Edit(range: body.indices, replacement: replacement)]
    }
    // Bytes that are nothing else hold secrets as text at most.
    return knownSecrets(in: body, depth: depth)
      + SecretShapes.findings(in: body, includingKeys: false).map {
        conceal($0.range, of: body, called: $0.name, .shape)
      }
  }

  private mutating func edits(inPart part: MultipartText.Part, of body: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    let content = body[part.content]
    let head = edits(in: body[part.head], depth: depth + 1)
    if let name = part.name, content.isText, isSecret(content, named: self.name(name)) {
      return head + credentialEdits(content, named: name, depth: depth)
    }
    return head + edits(inBody: content, type: part.type, depth: depth + 1)
  }

}

/// The parts of a `multipart` body and their places: [RFC 2046, section 5.1](https://www.rfc-editor.org/rfc/rfc2046#section-5.1).
enum MultipartText {
  struct Part {
    let head: Range<Int>
    let content: Range<Int>
    let name: String?
    let type: String
  }

  static func boundary(of type: String) -> [UInt8]? {
    guard type.lowercased().hasPrefix("multipart/"), let mark = type.range(of: "boundary=", options: .caseInsensitive)
    else { return nil }
    let rest = type[mark.upperBound...]
    let boundary = rest.hasPrefix("\"") ? rest.dropFirst().prefix { $0 != "\"" } : rest.prefix { !"; ".contains($0) }
    return boundary.isEmpty ? nil : Array("--\(boundary)".utf8)
  }

  static func parts(of body: ArraySlice<UInt8>, boundary: [UInt8]) -> [Part] {
    var (parts, rest, start) = ([Part](), body, Int?.none)
    while let mark = rest.firstRange(of: boundary[...]) {
      rest = rest[mark.upperBound...]
      // A boundary begins a line; the same text elsewhere is content.
      guard mark.lowerBound == body.startIndex || body[mark.lowerBound - 1] == 0x0A else { continue }
      if let start, let part = part(body[start..<mark.lowerBound]) { parts.append(part) }
      start = rest.firstIndex(of: 0x0A).map { $0 + 1 } ?? rest.endIndex
    }
    // A body that was cut off has no last boundary.
    if let start, start < body.endIndex, let part = part(body[start...]) { parts.append(part) }
    return parts
  }

  private static func part(_ section: ArraySlice<UInt8>) -> Part? {
    var rest = section
    var (name, type) = (String?.none, "")
    while let lineEnd = rest.firstIndex(of: 0x0A) {
      let line = String(decoding: rest[..<lineEnd], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      rest = rest[(lineEnd + 1)...]
      if line.isEmpty {
        let content =
          rest.suffix(2).elementsEqual([0x0D, 0x0A]) ? rest.dropLast(2) : rest.last == 0x0A ? rest.dropLast() : rest
        return Part(head: section.startIndex..<rest.startIndex, content: content.indices, name: name, type: type)
      }
      let lower = line.lowercased()
      if lower.hasPrefix("content-type:") { type = line.dropFirst(13).trimmingCharacters(in: .whitespaces) }
      guard lower.hasPrefix("content-disposition:"), let mark = line.range(of: " name=\"") ?? line.range(of: ";name=\"")
      else { continue }
      name = String(line[mark.upperBound...].prefix { $0 != "\"" })
    }
    return nil
  }
}
