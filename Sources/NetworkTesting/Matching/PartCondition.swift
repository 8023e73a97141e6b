import Foundation

/// A part of a multipart body.
struct PartCondition: Condition {
  let name: String
  let text: TextPattern?
  let filename: TextPattern?
  let contentType: TextPattern?

  var code: String {
    let arguments =
      [name.quoted(limit: nil)]
      + [
        ("text", text.map { Secrets.code($0, named: name) }), ("filename", filename?.code),
        ("contentType", contentType?.code),
      ]
      .compactMap { label, code in code.map { "\(label): \($0)" } }
    return ".part(\(arguments.joined(separator: ", ")))"
  }

  func matches(_ request: RequestReader) -> Bool {
    request.multipart.parts.contains { $0.name == name && mismatches($0).isEmpty }
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "part \(name)"
    if matches(request) { return [.match(.body, label, "as asked for")] }
    if let problem = request.multipart.problem {
      return [.mismatch(.body, label, expected: "multipart/form-data", got: problem)]
    }
    guard let part = request.multipart.parts.first(where: { $0.name == name }) else {
      let names = request.multipart.parts.compactMap(\.name)
      let near = Similarity.nearest(to: name, in: names).map { "did you mean \($0.quoted())?" }
      return [
        .mismatch(.body, label, "missing; \(near ?? "there is \(names.map { $0.quoted() }.joined(separator: ", "))")")
      ]
    }
    return mismatches(part)
  }

  private func mismatches(_ part: MultipartBody.Part) -> [Finding] {
    let checks: [(String, TextPattern?, String?)] = [
      ("part \(name)", text, part.text),
      ("part \(name) filename", filename, part.filename),
      ("part \(name) content type", contentType, part.headers["Content-Type"]),
    ]
    return checks.compactMap { label, pattern, actual in
      guard let pattern, !pattern.matches(actual) else { return nil }
      let isSecret = Secrets.isSensitive(name)
      return .mismatch(
        .body, label, expected: isSecret ? "a value (masked)" : pattern.expectation,
        got: actual.map { isSecret ? "got another value (masked)" : "got \($0.quoted())" } ?? "missing", similarity: 0.5
      )
    }
  }
}
