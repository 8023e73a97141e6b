import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request while it is being matched: each part is taken apart once, and only if a condition asks for it.
final class RequestReader {
  let request: ReceivedRequest
  private let mostBytes: Int

  /// Reads a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - mostBytes: The largest body to read whole; a failure must come soon, whatever the body weighs.
  init(_ request: ReceivedRequest, mostBytes: Int = .max) {
    self.request = request
    self.mostBytes = mostBytes
  }

  /// A reader for explaining what does not match.
  static func explaining(_ request: ReceivedRequest) -> RequestReader { RequestReader(request, mostBytes: 500_000) }

  var method: String { request.urlRequest.httpMethod ?? "GET" }

  private(set) lazy var url = request.parts

  private(set) lazy var headers = request.headers

  private(set) lazy var body = request.body

  private(set) lazy var text = body.prefix(mostBytes).text

  private(set) lazy var json: JSONBody =
    body.count <= mostBytes
    ? JSONBody(body) : .invalid(reason: "the body has \(body.count) bytes, too many to be compared here")

  /// The body as a form, in which a name without `=` has an empty value.
  private(set) lazy var form = QueryPair.parse(text).map { QueryPair(name: $0.name, value: $0.value ?? "") }

  private(set) lazy var multipart = MultipartBody(contentType: headers["Content-Type"], data: body.prefix(mostBytes))

  private(set) lazy var cookies: [QueryPair] = headers.values(for: "Cookie").flatMap { header in
    header.split(separator: ";").map { cookie in
      let parts = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      return QueryPair(name: parts[0], value: parts.count > 1 ? parts[1] : nil)
    }
  }

  /// Whether the body can be read as a form: it says so, or says nothing, since `URLSession` adds the type only later.
  var isForm: Bool {
    guard let type = headers["Content-Type"] else { return true }
    let name = type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces)
    return name.lowercased() == "application/x-www-form-urlencoded"
  }
}
