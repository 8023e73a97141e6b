/// A request as a transport received it, with its body read.
public struct ReceivedRequest: Sendable {
  /// The request; a body that came as a stream is in `httpBody`.
  public private(set) var urlRequest: URLRequest
  /// The size of a body that is kept in part.
  private var fullCount: Int?
  /// Whether all of its body is kept.
  package var isWhole: Bool { fullCount == nil }

  /// Whether its body is not there yet, so that nothing is known of it.
  package private(set) var isHeadOnly = false

  /// The values of the path's parameters, such as `["id": "42"]`, if a stub with a template answers with a closure.
  public package(set) var parameters: [String: String] = [:]

  /// Creates a received request, and reads its body if that is a stream, which can be read only once.
  package init(_ request: URLRequest) { urlRequest = request.hasUnreadBody ? request.withBodyRead() : request }

  /// Creates the head of a request, whose body must wait: it can be read only once, or has not come.
  package init(headOf request: URLRequest) {
    urlRequest = request.withoutUnreadBody
    isHeadOnly = true
  }

  /// Returns the request with the beginning of its body.
  package func keeping(_ count: Int) -> Self {
    var copy = self
    copy.fullCount = body.count
    copy.urlRequest.httpBody = Data(body.prefix(count))
    return copy
  }

  /// The method.
  public var method: HTTPMethod { HTTPMethod(rawValue: urlRequest.httpMethod ?? "GET") }
  /// The URL.
  public var url: URL? { urlRequest.url }
  /// The header fields, in the order of their names.
  public var headers: HTTPHeaders { HTTPHeaders(urlRequest.allHTTPHeaderFields ?? [:]) }
  /// Returns the value of a header field, by its name in any case; nil without one.
  public func header(_ name: String) -> String? { headers[name] }

  /// The body as it was sent, empty if the request has none; ``decodedBody`` is what it says.
  public var body: Data { urlRequest.httpBody ?? Data() }
  /// The decoded path, such as `/users/42`.
  public var path: String { urlParts.path }
  /// The query, decoded and in order.
  public var queryItems: [URLQueryItem] { urlParts.query.map { URLQueryItem(name: $0.name, value: $0.value) } }

  /// The query items by their names, decoded, such as `["page": "2"]`; of items with the same name, the first counts.
  ///
  /// An item without a value has an empty one here; ``queryItems`` has all items.
  public var query: [String: String] {
    Dictionary(urlParts.query.map { ($0.name, $0.value ?? "") }) { first, _ in first }
  }

  /// Whether it asks to open a WebSocket ([RFC 6455](https://www.rfc-editor.org/rfc/rfc6455#section-4.1)).
  ///
  /// A server keeps no `Upgrade` field, which is about the connection.
  var opensWebSocket: Bool { headers["Sec-WebSocket-Version"] != nil }

  /// The cookies, by their names.
  ///
  /// Of cookies with the same name, the first counts. Several `Cookie` fields that `addValue(_:forHTTPHeaderField:)` joins with a
  /// comma are one cookie, as they are for a server.
  public var cookies: [String: String] {
    Dictionary(cookiePairs.map { ($0.name, $0.value ?? "") }) { first, _ in first }
  }

  /// The body, decompressed from `gzip` or `deflate`; the body itself if the request names no content coding.
  ///
  /// - Throws: A ``BodyCodingError`` if the body is not in the coding that its request says.
  public var decodedBody: Data {
    get throws {
      switch coding {
      case .undone(let data): return data
      case .none, .unsaid: return body
      case .unused, .foreign, .unknown, .immense: throw BodyCodingError(coding)
      }
    }
  }

  /// The fields of the body as a form, decoded and in order; empty if the body is not a form.
  ///
  /// A body without a `Content-Type` counts as a form, since a session adds the type only as it sends the request.
  public var form: [URLQueryItem] {
    let reader = RequestReader(self)
    return reader.isForm ? reader.form.map { URLQueryItem(name: $0.name, value: $0.value) } : []
  }

  /// The parts of a `multipart/form-data` body that have a name, in order; empty if the body is not one, or not whole.
  public var parts: [MultipartPart] {
    RequestReader(self).multipart.parts.compactMap { part in
      part.name.map {
        MultipartPart(name: $0, data: part.data, filename: part.filename, contentType: part.headers["Content-Type"])
      }
    }
  }

  /// Returns the body as JSON, its content coding undone.
  ///
  /// - Throws: A `JSONSyntaxError` if the body is not JSON; a ``BodyCodingError``.
  public func json() throws -> JSONValue { try JSONValue(parsing: decodedBody) }

  /// Returns the body as a value, its content coding undone.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder to use in place of the standard one.
  /// - Returns: The value.
  /// - Throws: A `DecodingError` if the body is not JSON of that type; a ``BodyCodingError``.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, using decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: decodedBody)
  }

  package var urlParts: URLParts { URLParts(urlRequest.url?.absoluteString ?? "") }

  /// The content coding of the body.
  package var coding: BodyCoding {
    let fields = headers
    return BodyCoding(body, saying: fields["Content-Encoding"], type: fields["Content-Type"])
  }

  /// The cookies of a field ([RFC 6265, section 4.2](https://www.rfc-editor.org/rfc/rfc6265#section-4.2)): a comma is part of a
  /// value, as servers read it.
  package var cookiePairs: [QueryPair] {
    headers.values(for: "Cookie").flatMap { field in
      field.split(separator: ";").map { cookie in
        let parts = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
        return QueryPair(name: parts[0], value: parts.count > 1 ? parts[1] : nil)
      }
    }
  }
}

extension ReceivedRequest: CustomStringConvertible {
  /// The method and URL, secrets masked.
  public var description: String { MaskedRequest(self).title }

  /// A remark on a body that is kept in part; empty for others.
  package var keptPart: String { fullCount.map { " (\(body.count) of its \($0.counted("byte")) are kept)" } ?? "" }
}

extension ReceivedRequest {
  /// Whether both are known to have the same body; of a body that is kept in part, nothing is known.
  func hasSameBody(as other: Self) -> Bool { isWhole && other.isWhole && body == other.body }

  /// Whether both are known to have different bodies.
  func hasOtherBody(than other: Self) -> Bool { isWhole && other.isWhole && body != other.body }

  /// The masking of all secrets in the request.
  ///
  /// It reads the whole request, except the rest of a large body: use it only to write a failure text.
  package var masking: Masking {
    var masking = Masking()
    masking.learn(message(mostBytes: 65_536))
    return masking
  }

  /// The URL as texts name it.
  var target: String { url?.absoluteString ?? "(no URL)" }

  package func message(mostBytes: Int) -> HTTPMessage { message(mostBytes: mostBytes, target: target) }

  /// Returns the message with another target, such as one that is masked already.
  func message(mostBytes: Int, target: String) -> HTTPMessage {
    .request(method, target, headers: headers, body: body.prefix(mostBytes))
  }
}

extension URLRequest {
  /// Whether the body is a stream, which can be read only once.
  package var hasUnreadBody: Bool { httpBody == nil && httpBodyStream != nil }

  /// The method and URL for a text, secrets masked. It leaves a body in a stream unread.
  package var title: String { "\(ReceivedRequest(withoutUnreadBody))".shortened(to: 200) }

  /// The request without a body that would have to be read, which may take for ever.
  package var withoutUnreadBody: URLRequest {
    guard hasUnreadBody else { return self }
    var copy = self
    copy.httpBodyStream = nil
    return copy
  }

  /// Returns the request with a streamed body in `httpBody`, and waits for the end of the stream.
  package func withBodyRead() -> URLRequest {
    var read = self
    read.httpBody = httpBodyStream?.readAll()
    return read
  }
}

extension InputStream {
  fileprivate func readAll() -> Data {
    open()
    defer { close() }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(&buffer, maxLength: buffer.count)
      // Zero is the end; below zero is an error, and everything before it is kept.
      guard count > 0 else { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }
}
