public import Foundation
public import NetworkEndpoints

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request as a transport received it, its body read.
public struct ReceivedRequest: Sendable {
  /// The request; a body that came as a stream is in `httpBody`.
  public let urlRequest: URLRequest

  /// Takes a request, and reads its body if that is a stream: a stream can be read only once.
  init(_ request: URLRequest) {
    if request.httpBody == nil, let stream = request.httpBodyStream {
      var read = request
      read.httpBody = stream.readAll()
      urlRequest = read
    } else {
      urlRequest = request
    }
  }

  /// The method.
  public var method: HTTPMethod { HTTPMethod(rawValue: urlRequest.httpMethod ?? "GET") }

  /// The URL.
  public var url: URL? { urlRequest.url }

  /// The header fields, in the order of their names.
  public var headers: HTTPHeaders { HTTPHeaders(urlRequest.allHTTPHeaderFields ?? [:]) }

  /// The body, empty if the request has none.
  public var body: Data { urlRequest.httpBody ?? Data() }

  /// The decoded path, such as `/users/42`.
  public var path: String { parts.path }

  /// The query, decoded and in its order.
  public var queryItems: [URLQueryItem] { parts.query.map { URLQueryItem(name: $0.name, value: $0.value) } }

  /// The body as JSON.
  ///
  /// - Throws: A `JSONSyntaxError` if the body is not JSON.
  public func json() throws -> JSONValue { try JSONValue(parsing: body) }

  /// The body as a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder to use in place of the standard one.
  /// - Returns: The value.
  /// - Throws: A `DecodingError` if the body is not JSON of the value.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, using decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try decoder.decode(type, from: body)
  }

  var parts: URLParts { URLParts(urlRequest.url?.absoluteString ?? "") }
}

extension ReceivedRequest: CustomStringConvertible {
  /// The method and URL, secrets masked.
  public var description: String {
    "\(method) \(Secrets.masked(url: url?.absoluteString ?? "(no URL)"))".printable
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
      // Zero is the end; below zero is an error, and what came before it is all there is.
      guard count > 0 else { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }
}
