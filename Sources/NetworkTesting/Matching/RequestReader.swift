import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request while it is being matched: each part is taken apart once, and only if a condition asks for it.
final class RequestReader {
  let request: ReceivedRequest

  init(_ request: ReceivedRequest) {
    self.request = request
  }

  var method: String { request.urlRequest.httpMethod ?? "GET" }

  private(set) lazy var url = request.parts

  private(set) lazy var headers = request.headers

  var body: Data { request.body }

  private(set) lazy var json = JSONBody(body)

  private(set) lazy var form = QueryPair.parse(String(decoding: body, as: UTF8.self)[...])

  private(set) lazy var multipart = MultipartBody(contentType: headers["Content-Type"], data: body)

  private(set) lazy var cookies: [QueryPair] = headers.values(for: "Cookie").flatMap { header in
    header.split(separator: ";").map { cookie in
      let parts = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return QueryPair(
        name: String(parts.first ?? "").trimmingCharacters(in: .whitespaces),
        value: parts.count > 1 ? String(parts[1]).trimmingCharacters(in: .whitespaces) : nil
      )
    }
  }
}

/// A body read as JSON, or the reason why it is none.
enum JSONBody {
  case value(JSONValue)
  case invalid(reason: String)

  init(_ body: Data) {
    guard !body.isEmpty else {
      self = .invalid(reason: "the body is empty")
      return
    }
    do { self = .value(try JSONDecoder().decode(JSONValue.self, from: body)) } catch {
      let start = String(decoding: body.prefix(60), as: UTF8.self)
      self = .invalid(reason: "the body is not JSON: \(start.quoted())")
    }
  }
}
