extension HAR {
  /// Creates a recording of exchanges, in order.
  ///
  /// - Parameter exchanges: The exchanges.
  public init(_ exchanges: some Sequence<RecordedExchange>) {
    self.init(log: Log(entries: exchanges.map { Entry($0) }))
  }
}

extension HAR.Entry {
  /// Creates the entry of an exchange.
  ///
  /// - Parameter exchange: The exchange; the fields of its request come in the order of their names.
  public init(_ exchange: RecordedExchange) {
    self.init(
      startedDateTime: exchange.started,
      request: HAR.Request(exchange.request),
      response: HAR.Response(exchange.response),
      timings: HAR.Timings(wait: exchange.duration.inMilliseconds)
    )
    if let url = exchange.response.url, url != exchange.request.url {
      // HAR has no field for the URL of a redirected answer.
      extras["_responseURL"] = .string(url.absoluteString)
    }
  }

  /// Creates the exchange that the entry records.
  ///
  /// - Parameter readingFile: Reads a body beside the recording, by the name in the field `_file`.
  /// - Returns: The exchange; the values of a repeated request field are joined.
  /// - Throws: A ``HARError`` if the URL is not valid or a body cannot be decoded; any error of `readingFile`.
  public func exchange(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> RecordedExchange {
    let request = try request.urlRequest(readingFile: readingFile)
    var response = try response.httpResponse(readingFile: readingFile)
    response.url = extras["_responseURL"]?.text.flatMap { URL(string: $0) } ?? request.url
    return RecordedExchange(
      request: request,
      response: response,
      started: startedDateTime,
      duration: Duration(inMilliseconds: time)
    )
  }
}

extension HAR {
  /// Throws an error that names the body beside a recording, in place of reading its file.
  ///
  /// - Parameter name: The name in the field `_file`.
  /// - Throws: A ``HARError``, always.
  @usableFromInline
  package static func refuseFile(_ name: String) throws -> Data {
    throw HARError(
      unusable: "the body lies beside the recording, in \(name.quoted): pass a closure that reads it", in: name)
  }
}

extension HAR.Request {
  /// Creates the record of a request.
  ///
  /// - Parameter request: The request; its body is in `httpBody`.
  package init(_ request: URLRequest) {
    let headers = HTTPHeaders(request.allHTTPHeaderFields ?? [:])
    let url = request.url?.absoluteString ?? ""
    self.init(
      method: request.httpMethod ?? "GET",
      url: String(url.prefix { $0 != "#" }),
      headers: headers.map { HAR.Pair(name: $0.name, value: $0.value) }
    )
    cookies = headers.values(for: "Cookie").flatMap(CookieText.sent)
    queryString = Self.queryString(ofURL: url)
    let body = request.httpBody ?? Data()
    bodySize = body.count
    if !body.isEmpty {
      postData = HAR.PostData(mimeType: headers["Content-Type"] ?? "application/octet-stream", body: body)
    }
  }

  /// Returns the items of a URL's query, decoded, in order.
  private static func queryString(ofURL url: String) -> [HAR.Pair] {
    let beforeFragment = url.prefix { $0 != "#" }
    guard let mark = beforeFragment.firstIndex(of: "?") else { return [] }
    return beforeFragment[beforeFragment.index(after: mark)...].split(separator: "&").map { item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map { String($0).queryDecoded }
      return HAR.Pair(name: parts.first ?? "", value: parts.count > 1 ? parts[1] : "")
    }
  }

  /// Creates the recorded request.
  ///
  /// - Parameter readingFile: Reads a body beside the recording, by the name in the field `_file`.
  /// - Returns: The request; the values of a repeated field are joined.
  /// - Throws: A ``HARError`` if the URL is not valid or the body cannot be decoded; any error of `readingFile`.
  package func urlRequest(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> URLRequest {
    guard let url = URL(string: url) else { throw HARError(unusable: "the URL is not valid", in: url) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    // HTTP/2 has fields such as `:authority`, which are already part of the URL.
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
  package init(_ response: HTTPResponse) {
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

  /// Creates the recorded response; its URL is not known here.
  ///
  /// - Parameter readingFile: Reads a body beside the recording, by the name in the field `_file`.
  /// - Returns: The response, with repeated fields repeated.
  /// - Throws: A ``HARError`` if the body cannot be decoded; any error of `readingFile`.
  package func httpResponse(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> HTTPResponse {
    let fields = headers.filter { !$0.name.isEmpty && !$0.name.hasPrefix(":") }
    return HTTPResponse(
      status: status,
      headers: HTTPHeaders(fields.map { HTTPHeaders.Field(name: $0.name, value: $0.value) }),
      body: try content.body(readingFile: readingFile)
    )
  }
}

extension HAR.Content {
  /// Creates the record of a body: as text if it is UTF-8, and otherwise as base64.
  ///
  /// - Parameters:
  ///   - body: The body, with content codings undone.
  ///   - mimeType: The media type.
  package init(_ body: Data, mimeType: String) {
    let bytes = [UInt8](body)
    let isText = bytes.firstOffsetThatIsNotUTF8 == nil
    self.init(
      size: body.count,
      mimeType: mimeType,
      text: isText ? String(decoding: bytes, as: UTF8.self) : body.base64EncodedString()
    )
    encoding = isText ? nil : "base64"
  }

  /// Creates the recorded body; empty if it was not kept.
  ///
  /// - Parameter readingFile: Reads a body beside the recording, by the name in the field `_file`.
  /// - Returns: The body.
  /// - Throws: A ``HARError`` if the text cannot be decoded; any error of `readingFile`.
  package func body(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> Data {
    if let body = try HAR.bodyBeside(extras, text: text, readingFile) { return body }
    return try HAR.decoded(text, as: encoding)
  }
}

extension HAR.PostData {
  /// Creates the record of a body: as text if it is UTF-8, and otherwise as base64 with the field `_encoding`.
  ///
  /// - Parameters:
  ///   - mimeType: The media type.
  ///   - body: The body.
  package init(mimeType: String, body: Data) {
    let content = HAR.Content(body, mimeType: mimeType)
    self.init(mimeType: mimeType, text: content.text)
    // The specification has no encoding here; a field that a tool adds begins with an underscore.
    if let encoding = content.encoding { extras["_encoding"] = .string(encoding) }
  }

  /// Creates the recorded body, from the fields of a form if there is no text.
  ///
  /// - Parameter readingFile: Reads a body beside the recording, by the name in the field `_file`.
  /// - Returns: The body.
  /// - Throws: A ``HARError`` if the text cannot be decoded; any error of `readingFile`.
  package func body(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> Data {
    if let body = try HAR.bodyBeside(extras, text: text, readingFile) { return body }
    if text ?? "" == "", let params, mimeType.lowercased().hasPrefix("application/x-www-form-urlencoded") {
      return Data(PercentCoding.form(params.map { URLQueryItem(name: $0.name, value: $0.value) }).utf8)
    }
    // Some tools write the field of the later draft, without an underscore.
    return try HAR.decoded(text, as: extras["_encoding"]?.text ?? extras["encoding"]?.text)
  }
}

extension HAR {
  fileprivate static func decoded(_ text: String?, as encoding: String?) throws -> Data {
    guard let text else { return Data() }
    guard let encoding, !encoding.isEmpty else { return Data(text.utf8) }
    guard encoding.lowercased() == "base64" else {
      throw HARError(unusable: "the body's encoding is \(encoding.quoted), and only base64 is supported", in: text)
    }
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      throw HARError(unusable: "the body is not base64", in: text)
    }
    return data
  }
}
