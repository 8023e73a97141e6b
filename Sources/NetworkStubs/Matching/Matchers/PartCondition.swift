extension RequestMatcher {
  /// Asks for a part of a `multipart/form-data` body.
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - text: The pattern of its content; `.missing` for a part that must be absent.
  ///   - filename: The pattern of its file name; `.missing` for a part that is not a file.
  ///   - contentType: The pattern of its content type.
  public func part(
    _ name: String, text: TextPattern? = nil, filename: TextPattern? = nil, contentType: TextPattern? = nil
  ) -> Self {
    adding(PartCondition(name: name, text: text, filename: filename, contentType: contentType))
  }

  /// Asks for a part of a `multipart/form-data` body that holds JSON.
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - value: The value that its content is equal to as JSON, such as `["title": "Cat"]`.
  public func part(_ name: String, json value: JSONValue) -> Self { part(name, text: .json(value)) }

  /// Asks for a part of a `multipart/form-data` body that holds the JSON of a value.
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - value: The value, whose JSON is compared.
  ///   - encoder: The encoder of the value.
  @_disfavoredOverload
  public func part(_ name: String, json value: some Encodable, encoder: JSONEncoder = .stable) -> Self {
    part(name, text: .json(value, encoder: encoder))
  }

  /// Asks for a part of a `multipart/form-data` body by texts, such as variables.
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - text: The text of its content; nil for any.
  ///   - filename: Its file name; nil for any.
  ///   - contentType: Its content type; nil for any.
  @_disfavoredOverload
  public func part(_ name: String, text: String? = nil, filename: String? = nil, contentType: String? = nil) -> Self {
    part(
      name, text: text.map { .exactly($0) }, filename: filename.map { .exactly($0) },
      contentType: contentType.map { .exactly($0) })
  }
}

/// A part of a multipart body.
struct PartCondition: Condition {
  let name: String
  let text: TextPattern?
  let filename: TextPattern?
  let contentType: TextPattern?

  var readsBody: Bool { true }
  var problem: String? { [text, filename, contentType].lazy.compactMap { $0?.problem }.first }

  func matches(_ request: RequestReader) -> Bool {
    guard request.multipart.problem == nil else { return false }
    let parts = parts(in: request)
    return parts.isEmpty ? text?.isMissing == true : parts.contains { accepts($0, in: request) }
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "part \(name)"
    if let problem = request.multipart.problem, request.multipart.isBroken {
      // No part was looked for.
      var finding = Finding.mismatch(.body, "parts", problem)
      finding.phrase = .sentence
      finding.suspicion = .request
      return [finding]
    }
    if let problem = request.multipart.problem {
      return [.mismatch(.body, label, expected: "multipart/form-data", got: problem)]
    }
    let candidates = parts(in: request).map { findings($0, in: request) }
    guard let nearest = candidates.max(by: { Self.matches(in: $0) < Self.matches(in: $1) }) else {
      return [missing(request.multipart.parts.compactMap(\.name), renamed: renamed(in: request)?.name)]
    }
    return candidates.first { $0.allSatisfy(\.isMatch) } ?? nearest
  }

  private func parts(in request: RequestReader) -> [MultipartBody.Part] {
    request.multipart.parts.filter { $0.name?.isSame(as: name) == true }
  }

  /// Returns the part that is as expected, by another name; nil if there is none.
  private func renamed(in request: RequestReader) -> MultipartBody.Part? {
    let named = request.multipart.parts.filter { $0.name != nil }
    let near = Similarity.nearest(to: name, in: named.compactMap(\.name))
    let isSpecific = text != nil || filename != nil || contentType != nil
    return named.first { $0.name == near }
      ?? named.first { (isSpecific || named.count == 1) && accepts($0, in: request) }
  }

  private func accepts(_ part: MultipartBody.Part, in request: RequestReader) -> Bool {
    (filename?.matches(part.filename) ?? true) && (contentType?.matches(part.headers["Content-Type"]) ?? true)
      && (text?.matches(request.text(of: part)) ?? true)
  }

  private func findings(_ part: MultipartBody.Part, in request: RequestReader) -> [Finding] {
    let checks: [(String, TextPattern?, String?, ValueExpectation.Visibility)] = [
      ("part \(name)", text, text.map { _ in request.text(of: part) }, .init(named: name)),
      ("part \(name) filename", filename, part.filename, .shown),
      ("part \(name) content type", contentType, part.headers["Content-Type"], .shown),
    ]
    let findings = checks.compactMap { label, pattern, actual, visibility -> Finding? in
      guard let pattern else { return nil }
      let expectation = ValueExpectation(pattern, visibility)
      if pattern.matches(actual) { return expectation.match(.body, label, actual) }
      if label == "part \(name)", part.lacksEmptyLine {
        let got = "got nothing, because no empty line follows the part's header fields"
        var finding = Finding.mismatch(.body, label, expected: expectation.expectation, got: got)
        finding.suspicion = .request
        return finding
      }
      if label == "part \(name)", !part.content.isText {
        let size = part.content.count.counted("byte")
        return .mismatch(.body, label, expected: expectation.expectation, got: "got \(size) of binary data")
      }
      return actual.map { expectation.mismatch(.body, label, got: $0) }
        ?? expectation.mismatch(.body, label, missing: name, near: nil)
    }
    return findings.isEmpty ? [.match(.body, "part \(name)", part.content.count.counted("byte"))] : findings
  }

  private func missing(_ names: [String], renamed: String?) -> Finding {
    let expectation = ValueExpectation(text ?? .anything, .init(named: name))
    if text?.isMissing == true { return expectation.match(.body, "part \(name)", nil) }
    let near = Similarity.nearest(to: name, in: names)
    var finding = expectation.mismatch(.body, "part \(name)", missing: name, near: near, among: names)
    // The code to paste asks for that one.
    if renamed != nil {
      finding.isAbsent = false
      finding.isElsewhere = true
    }
    return finding
  }

  private static func matches(in findings: [Finding]) -> Int { findings.filter(\.isMatch).count }

  var code: String {
    let arguments = [
      name.swiftLiteral, text.map { "text: \($0.code(named: name))" }, filename.map { "filename: \($0.code)" },
      contentType.map { "contentType: \($0.code)" },
    ]
    return ".part(\(arguments.compactMap { $0 }.joined(separator: ", ")))"
  }

  func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    guard let part = parts(in: correction.request).first ?? renamed(in: correction.request) else {
      return correction.addingJSON(to: matcher)
    }
    let name = part.name ?? name
    let lasting = correction.parts
    let isShort = part.content.count <= 100 && part.content.isText
    let isShown = text != nil && isShort && !Secrets.isSensitive(name)
    return matcher.part(
      name, text: isShown ? lasting.pattern(of: part.data.text) : nil,
      filename: filename.flatMap { _ in part.filename.map(lasting.pattern) },
      contentType: contentType.flatMap { _ in part.headers["Content-Type"].map(TextPattern.exactly) })
  }

  func asked(in request: RequestReader) -> [String] {
    guard request.multipart.problem == nil else { return [] }
    let labels: [(TextPattern?, String)] = [(text, ""), (filename, " filename"), (contentType, " content type")]
    return labels.compactMap { pattern, end in
      pattern.flatMap { $0.isAnything ? nil : "part \(name)\(end)" }
    }
  }

  var identity: JSONValue? {
    .array(["part", .string(name)] + [text, filename, contentType].map { $0?.identity ?? .null })
  }
}
