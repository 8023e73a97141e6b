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
      json: .entry(
        request: HAR.Request(exchange.request).json,
        response: HAR.Response(exchange.response).json,
        started: exchange.started,
        duration: exchange.duration))
    if let url = exchange.response.url, url != exchange.request.url {
      // HAR has no field for the URL of a redirected answer.
      json["_responseURL"] = .string(url.absoluteString)
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
    response.url = json["_responseURL"]?.text.flatMap { URL(string: $0) } ?? request.url
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
      unusable: "the body is in the file \(name.quoted), beside the recording: pass a closure that reads it", in: name)
  }
}

extension HAR.Request {
  /// Creates the record of a request.
  ///
  /// - Parameter request: The request; its body is in `httpBody`.
  package init(_ request: URLRequest) {
    self.init(
      json: .request(
        method: request.httpMethod ?? "GET",
        url: request.url?.absoluteString ?? "",
        headers: HTTPHeaders(request.allHTTPHeaderFields ?? [:]),
        body: request.httpBody ?? Data()))
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
    let body = try body(readingFile: readingFile)
    if !body.isEmpty { request.httpBody = body }
    // The boundary of parts that the recording keeps as fields.
    if let contentType, postData?.isMultipart == true {
      request.setValue(contentType, forHTTPHeaderField: "Content-Type")
    }
    return request
  }
}

extension HAR.Response {
  /// Creates the record of a response.
  ///
  /// - Parameter response: The response.
  package init(_ response: HTTPResponse) {
    self.init(json: .response(status: response.status, headers: response.headers, body: response.body))
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
      body: try body(readingFile: readingFile)
    )
  }
}

extension HAR.Content {
  /// Creates the recorded body; empty if it was not kept.
  ///
  /// - Parameter readingFile: Reads a body beside the recording, by the name in the field `_file`.
  /// - Returns: The body.
  /// - Throws: A ``HARError`` if the text cannot be decoded; any error of `readingFile`.
  package func body(readingFile: (String) throws -> Data = HAR.refuseFile) throws -> Data {
    if let body = try HAR.bodyBeside(json, text: text, readingFile) { return body }
    return try HAR.decoded(text, as: encoding)
  }
}

extension HAR {
  static func decoded(_ text: String?, as encoding: String?) throws -> Data {
    guard let text else { return Data() }
    guard let encoding, !encoding.isEmpty else { return Data(text.utf8) }
    guard encoding.lowercased() == "base64" else {
      throw HARError(unusable: "the body's encoding is \(encoding.quoted), but only base64 is supported", in: text)
    }
    // Some tools wrap base64 in lines. Any other character, as in a remark in place of the body, makes it invalid.
    let digits = String(decoding: text.utf8.filter { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
    guard let data = Data(base64Encoded: digits.trimmingCharacters(in: .whitespaces)) else {
      throw HARError(unusable: "the body is not base64", in: text)
    }
    return data
  }
}
