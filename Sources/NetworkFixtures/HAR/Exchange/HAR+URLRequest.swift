public import Foundation
public import NetworkEndpoints

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension HAR.Request {
  /// Creates the record of a request.
  ///
  /// - Parameter request: The request; its body is in `httpBody`.
  public init(_ request: URLRequest) {
    let headers = HTTPHeaders(request.allHTTPHeaderFields ?? [:])
    let url = request.url?.absoluteString ?? ""
    self.init(
      method: request.httpMethod ?? "GET",
      url: String(url.prefix { $0 != "#" }),
      headers: headers.map { HAR.Pair(name: $0.name, value: $0.value) }
    )
    cookies = headers.values(for: "Cookie").flatMap(CookieText.sent)
    queryString = QueryText.pairs(inURL: url).map { HAR.Pair(name: $0.name, value: $0.value) }
    let body = request.httpBody ?? Data()
    bodySize = body.count
    if !body.isEmpty {
      postData = HAR.PostData(mimeType: headers["Content-Type"] ?? "application/octet-stream", body: body)
    }
  }

  /// Makes the request that was recorded.
  ///
  /// - Parameter readingFile: Reads the body that lies beside the recording, by the name in the field `_file`.
  /// - Returns: The request; of a repeated field, the values joined.
  /// - Throws: A ``HARError`` where the URL is none or the body cannot be decoded; what reading a file throws.
  public func urlRequest(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> URLRequest {
    guard let url = URL(string: url) else { throw HARError(unusable: "the URL is none", in: url) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    // HTTP/2 has fields such as `:authority`, which are part of the URL already.
    for header in headers where !header.name.isEmpty && !header.name.hasPrefix(":") {
      let isCookie = header.name.lowercased() == "cookie"
      let before = request.value(forHTTPHeaderField: header.name)
      let value = before.map { $0 + (isCookie ? "; " : ", ") + header.value } ?? header.value
      request.setValue(value, forHTTPHeaderField: header.name)
    }
    if let body = try postData?.body(readingFile: readingFile), !body.isEmpty { request.httpBody = body }
    return request
  }
}

extension HAR.Response {
  /// Creates the record of a response.
  ///
  /// - Parameter response: The response.
  public init(_ response: HTTPResponse) {
    self.init(
      status: response.status,
      headers: response.headers.map { HAR.Pair(name: $0.name, value: $0.value) },
      content: HAR.Content(response.body, mimeType: response.headers["Content-Type"] ?? "")
    )
    statusText = ReasonPhrase.of(response.status)
    cookies = response.headers.values(for: "Set-Cookie").compactMap(CookieText.set)
    redirectURL = response.headers["Location"] ?? ""
    bodySize = response.body.count
  }

  /// Makes the response that was recorded; its URL is not known here.
  ///
  /// - Parameter readingFile: Reads the body that lies beside the recording, by the name in the field `_file`.
  /// - Returns: The response, with repeated fields repeated.
  /// - Throws: A ``HARError`` where the body cannot be decoded; what reading a file throws.
  public func httpResponse(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> HTTPResponse {
    let fields = headers.filter { !$0.name.isEmpty && !$0.name.hasPrefix(":") }
    return HTTPResponse(
      status: status,
      headers: HTTPHeaders(fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }),
      body: try content.body(readingFile: readingFile)
    )
  }
}
