import Foundation

/// The start of a body for a failure text, with the secrets masked that it names.
struct BodyExcerpt {
  let text: String

  init(_ body: Data) {
    let count = counted(body.count, "byte")
    let start = body.prefix(Self.most)
    // A character may be cut in two where the excerpt ends.
    let isCut = body.count > Self.most
    let decoded =
      (0...(isCut ? 3 : 0)).lazy.compactMap { String(data: start.dropLast($0), encoding: .utf8) }.first ?? ""
    if body.isEmpty {
      text = "nothing"
    } else if decoded.isEmpty {
      text = "\(count) of binary data"
    } else if decoded.hasPrefix("--"), decoded.lowercased().contains("content-disposition") {
      // Names and values are lines apart here.
      text = "\(count) of multipart"
    } else {
      let quoted = MaskedText.masked(decoded).quoted(limit: nil)
      text = isCut ? "\(quoted.dropLast())…\" (\(count))" : quoted
    }
  }

  private static let most = 80
}
