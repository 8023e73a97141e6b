import Foundation
import NetworkEndpoints
import NetworkFixtures

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is compared of a request, part by part, as texts that are equal where the parts are the same.
struct RequestKey: Hashable, Sendable {
  let texts: [String]

  /// Takes the parts of a request.
  ///
  /// - Parameters:
  ///   - request: The request, its body in `httpBody`.
  ///   - parts: What is compared.
  init(_ request: URLRequest, _ parts: MatchedParts) {
    self.init(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "", body: request.httpBody ?? Data(),
      parts
    ) { request.value(forHTTPHeaderField: $0) }
  }

  /// Takes the parts of a recorded request, its placeholders without their numbers.
  ///
  /// - Returns: Nil where the body cannot be read.
  init?(_ request: HAR.Request, _ parts: MatchedParts, _ redaction: Redaction, readingFile: (String) throws -> Data) {
    let body =
      parts.hasBody ? Result { try request.postData?.body(readingFile: readingFile) ?? Data() } : .success(Data())
    guard case .success(let body) = body else { return nil }
    let text = String(data: body, encoding: .utf8)
    self.init(
      method: request.method, url: redaction.unnumbered(request.url),
      body: text.map { Data(redaction.unnumbered($0).utf8) } ?? body, parts
    ) { name in
      let values = request.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
      return values.isEmpty
        ? nil : redaction.unnumbered(values.joined(separator: name.lowercased() == "cookie" ? "; " : ", "))
    }
  }

  private init(
    method: String, url: String, body: Data, _ parts: MatchedParts, header: (String) -> String?
  ) {
    var texts: [String] = []
    if parts.hasMethod { texts.append(method) }
    let url = URLParts(url)
    if parts.hasOrigin { texts.append("\(url.scheme ?? "")://\(url.host ?? ""):\(url.port ?? 0)") }
    if parts.hasPath { texts.append(url.path) }
    if let exceptions = parts.queryExceptions {
      texts.append(url.query.filter { !exceptions.contains($0.name) }.sortedText)
    }
    for name in parts.headers { texts.append(header(name).map { "=\($0)" } ?? "") }
    if parts.hasBody { texts.append(BodyText(body, contentType: header("content-type")).text) }
    self.texts = texts
  }

  /// Whether a live request is a recorded one in which a placeholder may stand for anything.
  func agrees(with recorded: RequestKey, _ redaction: Redaction) -> Bool {
    texts.count == recorded.texts.count && zip(texts, recorded.texts).allSatisfy { redaction.agrees($0, with: $1) }
  }
}

extension [QueryPair] {
  fileprivate var sortedText: String {
    // No value is not an empty one.
    map { pair in pair.value.map { "\(pair.name)=\($0)" } ?? pair.name }.sorted().joined(separator: "&")
  }
}
