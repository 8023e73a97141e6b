extension Redactor {
  /// Returns a body with its secrets replaced.
  package mutating func body(_ body: Data, type: String, coding: String) -> Data {
    guard !body.isEmpty else { return body }
    let bytes = Array(body)
    unpackedCount = 0
    if isClosed(bytes[...], type: type, coding: coding) {
      // Data that cannot be searched cannot stay.
      return Data(conceal(bytes, called: "compressed-body", spreads: false))
    }
    let edits = edits(inBody: bytes[...], type: type, depth: 0)
    return edits.isEmpty || phase == .learning ? body : Data(edits.apply(to: bytes[...]))
  }

  /// Returns whether a body has a content coding that cannot be undone here; most bodies are recorded decoded.
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
    if depth < 3, let boundary = MultipartBody.boundary(of: type) {
      let multipart = MultipartBody(body, boundary: boundary)
      return knownSecrets(in: body, depth: depth)
        + multipart.outside.flatMap { edits(inBody: $0, type: "", depth: depth + 1) }
        + multipart.parts.flatMap { edits(in: $0, depth: depth) }
    }
    // A stylesheet has names of its own; in a script, a name is a secret's where its value is written like a key.
    if origin != .sent, type.lowercased().contains("css") { return shapeEdits(in: body, depth: depth) }
    if origin != .sent, ["javascript", "ecmascript"].contains(where: type.lowercased().contains) {
      return with(\.isInScript, true) { $0.shapeEdits(in: body, depth: depth) + $0.pairEdits(in: body, depth: depth) }
    }
    if body.isText { return edits(in: body, depth: depth) }
    if depth < 4, let compression = Compression(of: body) {
      switch compression.unpacked(body, most: Compression.mostBytes - unpackedCount) {
      case .plain(let plain):
        unpackedCount += plain.count
        let edits = edits(inBody: plain[...], type: type, depth: depth + 1)
        guard phase == .replacing, edits.apply(to: plain[...]) != plain else { return [] }
        return [conceal(body.indices, of: body, called: "compressed-body", spreads: false)]
      // What is too large to be searched cannot stay.
      case .immense: return [conceal(body.indices, of: body, called: "compressed-body", spreads: false)]
      case .damaged: break
      }
    }
    if let text = UTF16Text(body) {
      let edits = edits(in: text.utf8[...], depth: depth + 1)
      guard phase == .replacing, !edits.isEmpty else { return [] }
      let replacement = encoded(Placeholder.bare) { _ in text.encoded(edits.apply(to: text.utf8[...])) }
      return [Edit(range: body.indices, replacement: replacement)]
    }
    return shapeEdits(in: body, depth: depth)
  }

  /// Returns the edits of bytes whose names say nothing: known secrets, and those that have a shape.
  private mutating func shapeEdits(in body: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    knownSecrets(in: body, depth: depth)
      + SecretShapes.findings(in: body).map { conceal($0.range, of: body, called: $0.name, .shape) }
  }

  private mutating func edits(in part: MultipartBody.Part, depth: Int) -> [Edit] {
    let content = part.content
    let head = edits(in: part.head, depth: depth + 1)
    if let name = part.name, content.isText,
      isSecret(content, named: self.name(name))
    {
      return head + credentialEdits(content, named: name, depth: depth)
    }
    return head + edits(inBody: content, type: part.headers["Content-Type"] ?? "", depth: depth + 1)
  }
}
