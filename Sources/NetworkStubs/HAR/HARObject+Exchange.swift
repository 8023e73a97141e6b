// What is known about an exchange, as the objects of a recording.
extension HARObject {
  /// This package, as the creator of a recording.
  package static let creator: Self = ["name": "NetworkTesting", "version": "1"]

  /// Creates the content of a recording: its creator, and the exchanges.
  ///
  /// - Parameter entries: The exchanges, in order.
  package static func log(_ entries: [HARObject] = []) -> Self {
    ["version": "1.2", "creator": .object(creator), "entries": .list(entries)]
  }

  /// Creates the entry of an exchange.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - response: The response; its status is 0 if there was none.
  ///   - started: The start of the request.
  ///   - duration: The duration of the whole response.
  ///   - comment: A remark.
  package static func entry(
    request: HARObject, response: HARObject, started: Date, duration: Duration, comment: String? = nil
  ) -> Self {
    let time = HARValue.double(max(duration.inMilliseconds, 0))
    return [
      "startedDateTime": .string(HARDate.format(started)),
      "time": time,
      "request": .object(request),
      "response": .object(response),
      "cache": .object([:]),
      "timings": .object(["send": 0, "wait": time, "receive": 0]),
      "comment": comment.map(HARValue.string),
    ]
  }

  /// Creates the record of a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The absolute URL; its fragment is left out.
  ///   - headers: The header fields.
  ///   - body: The body.
  package static func request(method: String, url: String, headers: HTTPHeaders, body: Data) -> Self {
    let url = String(url.prefix { $0 != "#" })
    return [
      "method": .string(method),
      "url": .string(url),
      "httpVersion": "HTTP/1.1",
      "cookies": .list(headers.values(for: "Cookie").flatMap(CookieText.sent)),
      "headers": .list(pairs(headers)),
      "queryString": .list(queryString(of: url)),
      "postData": body.isEmpty
        ? nil : .object(postData(body, mimeType: headers["Content-Type"] ?? "application/octet-stream")),
      "headersSize": -1,
      "bodySize": .integer(body.count),
    ]
  }

  /// Creates the record of a response.
  ///
  /// - Parameters:
  ///   - status: The status code; 0 if there was no response.
  ///   - headers: The header fields.
  ///   - body: The body, with content codings undone.
  package static func response(status: Int, headers: HTTPHeaders, body: Data) -> Self {
    [
      "status": .integer(status),
      "statusText": .string(ReasonPhrase.of(status)),
      "httpVersion": "HTTP/1.1",
      "cookies": .list(headers.values(for: "Set-Cookie").compactMap(CookieText.set)),
      "headers": .list(pairs(headers)),
      "content": .object(content(body, mimeType: headers["Content-Type"] ?? "")),
      "redirectURL": .string(headers["Location"] ?? ""),
      "headersSize": -1,
      "bodySize": .integer(body.count),
    ]
  }

  /// Creates a name and a value: a header field, or an item of a query.
  package static func pair(_ name: String, _ value: String) -> Self {
    ["name": .string(name), "value": .string(value)]
  }

  /// Creates the record of a response's body: as text if it is UTF-8, and otherwise as base64.
  ///
  /// - Parameters:
  ///   - body: The body, with content codings undone.
  ///   - mimeType: The media type.
  package static func content(_ body: Data, mimeType: String) -> Self {
    let (text, encoding) = text(of: body)
    return [
      "size": .integer(body.count),
      "mimeType": .string(mimeType),
      "text": .string(text),
      "encoding": encoding.map(HARValue.string),
    ]
  }

  /// Creates the record of a request's body: as text if it is UTF-8, and otherwise as base64 with the field `_encoding`.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - mimeType: The media type.
  package static func postData(_ body: Data, mimeType: String) -> Self {
    let (text, encoding) = text(of: body)
    var postData: Self = ["mimeType": .string(mimeType), "text": .string(text)]
    // The specification has no encoding here; a field that a tool adds begins with an underscore.
    postData["_encoding"] = encoding.map(JSONValue.string)
    return postData
  }

  /// Returns a body as text if it is UTF-8, and otherwise as base64.
  private static func text(of body: Data) -> (text: String, encoding: String?) {
    let bytes = [UInt8](body)
    guard bytes.firstOffsetThatIsNotUTF8 == nil else { return (body.base64EncodedString(), "base64") }
    return (String(decoding: bytes, as: UTF8.self), nil)
  }

  private static func pairs(_ headers: HTTPHeaders) -> [Self] {
    headers.map { pair($0.name, $0.value) }
  }

  /// Returns the items of a URL's query, decoded, in order.
  private static func queryString(of url: String) -> [Self] {
    guard let mark = url.firstIndex(of: "?") else { return [] }
    return QueryPair.parse(String(url[url.index(after: mark)...])).map { pair($0.name, $0.value ?? "") }
  }
}
