/// The content coding of a request's body, as its `Content-Encoding` says and as its bytes are.
package enum BodyCoding: Sendable {
  /// There is none, or one that is not undone here.
  case none
  /// The coding that is said is that of the bytes, which are decoded.
  case undone(Data)
  /// A coding is said that the bytes do not have: a server answers 400.
  case unused(String)
  /// The bytes are compressed, and nothing says so: a server reads them as they are.
  case unsaid(String)

  package init(_ body: Data, saying codings: String?, type: String?) {
    guard !body.isEmpty else {
      self = .none
      return
    }
    let names = (codings ?? "").lowercased().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { $0 != "identity" && !$0.isEmpty }
    guard !names.isEmpty else {
      self = Self.isArchive(type) ? .none : Self.mark(of: body).map(Self.unsaid) ?? .none
      return
    }
    guard names.allSatisfy(["gzip", "x-gzip", "deflate"].contains) else {
      self = .none
      return
    }
    self = body.decompressed(names.joined(separator: ",")).map(Self.undone) ?? .unused(names.joined(separator: ", "))
  }

  /// The coding that bytes show by their first ones: only that of gzip is sure.
  private static func mark(of body: Data) -> String? { body.starts(with: Compression.gzipMark) ? "gzip" : nil }

  /// Returns whether a type is that of a compressed file, which has no coding.
  private static func isArchive(_ type: String?) -> Bool {
    guard let type = type?.lowercased() else { return false }
    return type.contains("zip") || type.contains("octet-stream") || type.contains("tar")
      || type.hasPrefix("multipart/")
  }

  /// The problem of the coding, as the end of a sentence; nil if there is none.
  package var problem: String? {
    switch self {
    case .none, .undone: nil
    case .unused(let name):
      "the request says Content-Encoding: \(name), but its body is not in it: a server answers 400"
    case .unsaid(let name):
      "the body is in \(name), but the request has no Content-Encoding, so a server reads it as it is"
    }
  }
}

/// An error about a body that cannot be read, since it is not in the content coding that its request says.
public struct BodyCodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, and what to do.
  public let description: String

  init(_ problem: String) {
    description = "The body cannot be decoded: \(problem). Compress the body, or leave the field out."
  }
}
