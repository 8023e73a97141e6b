/// The content coding of a request's body, as its `Content-Encoding` says and as its bytes are.
package enum BodyCoding: Sendable {
  /// There is none.
  case none
  /// The coding that is said is that of the bytes, which are decoded.
  case undone(Data)
  /// A coding is said that the bytes do not have: a server answers 400.
  case unused(String)
  /// The bytes are compressed, and nothing says so: a server reads them as they are.
  case unsaid(String)
  /// The coding that is said is one that servers undo, and this package does not.
  case foreign(ForeignCoding)
  /// The coding that is said is none that a server knows.
  case unknown(String)
  /// The bytes become more in the coding that is said than this package reads.
  case immense(String, most: Int)

  package init(_ body: Data, saying codings: String?, type: String?, most: Int = Compression.mostBytes) {
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
    if let unknown = names.first(where: { !Self.known.contains($0) }) {
      self = .unknown(unknown)
      return
    }
    if let foreign = names.reversed().lazy.compactMap(ForeignCoding.init(saidAs:)).first {
      let isOutermost = names.last == foreign.field
      self = isOutermost && ForeignCoding.isPlain(body) ? .unused(names.joined(separator: ", ")) : .foreign(foreign)
      return
    }
    let bytes = Array(body)[...]
    if case .immense? = Compression(of: bytes)?.unpacked(bytes, most: most) {
      self = .immense(names.joined(separator: ", "), most: most)
      return
    }
    self = body.decompressed(names.joined(separator: ",")).map(Self.undone) ?? .unused(names.joined(separator: ", "))
  }

  /// The registered codings ([IANA](https://www.iana.org/assignments/http-parameters/http-parameters.xhtml#content-coding)) that
  /// services take.
  private static let known: Set = ["gzip", "x-gzip", "deflate", "br", "zstd"]

  /// The coding that bytes show by their first ones: those of gzip and of Zstandard are sure.
  private static func mark(of body: Data) -> String? {
    if body.starts(with: Compression.gzipMark) { return "gzip" }
    return body.starts(with: ForeignCoding.zstandardMark) ? ForeignCoding.zstandard.name : nil
  }

  /// Returns whether a type is that of a compressed file, which has no coding.
  private static func isArchive(_ type: String?) -> Bool {
    guard let type = type?.lowercased() else { return false }
    return type.contains("zip") || type.contains("octet-stream") || type.contains("tar")
      || type.hasPrefix("multipart/")
  }

  /// Whether no server reads the body as it is meant.
  var isMistake: Bool {
    switch self {
    case .none, .undone, .foreign, .immense: false
    case .unknown, .unused, .unsaid: true
    }
  }

  /// The problem of the coding, as the end of a sentence; nil if there is none.
  package var problem: String? {
    switch self {
    case .none, .undone: nil
    case .foreign(let coding):
      "the body is marked as \(coding.name) (Content-Encoding: \(coding.field)), which a server decodes, but this package "
        + "does not"
    case .immense(let name, let most):
      "the body becomes more than \(most >> 20) MiB in \(name), which a server may read, but this package does not"
    case .unknown(let name):
      "the request says Content-Encoding: \(name.shortened(to: 40)), which servers do not know: they answer 415"
    case .unused(let name):
      "the request says Content-Encoding: \(name), but its body is not in \(name): a server answers 400"
    case .unsaid(let name):
      "the body is in \(name), and the request has no Content-Encoding, so a server would not decompress it"
    }
  }
}

/// An error about a body that cannot be read in the content coding that its request says.
public struct BodyCodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem, and what to do.
  public let description: String

  init(_ coding: BodyCoding) {
    let remedy =
      switch coding {
      case .foreign: "Compare its bytes, or send it in gzip."
      case .immense: "Compare its bytes."
      case .unknown: "Write gzip or deflate."
      case .none, .undone, .unused, .unsaid: "Compress the body, or leave the field out."
      }
    description = "The body cannot be decoded: \(coding.problem ?? ""). \(remedy)"
  }
}
