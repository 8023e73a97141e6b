import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension SessionProtocol {
  /// Tells the session a step of its request.
  func deliver(_ step: SessionLoad.Step) {
    guard let client else { return }
    switch step {
    case .response(let response, let url):
      deliver(response, from: url, to: client)
    case .redirect(let response, let next):
      if let head = HTTPURLResponse(response, from: request.url) {
        client.urlProtocol(self, wasRedirectedTo: next, redirectResponse: head)
      }
      // Whoever refuses the redirect gets the answer that redirects.
      deliver(response, from: request.url, to: client)
    case .head(let response, let url):
      deliver(head: response, from: url, to: client)
    case .chunk(let data):
      client.urlProtocol(self, didLoad: data)
    case .end:
      finish(client)
    case .failure(let error):
      client.urlProtocol(self, didFailWithError: error)
    }
  }

  private func deliver(_ response: HTTPResponse, from url: URL?, to client: any URLProtocolClient) {
    guard deliver(head: response, from: url, to: client) else { return }
    if !response.body.isEmpty, response.mayHaveBody(for: request) { client.urlProtocol(self, didLoad: response.body) }
    finish(client)
  }

  @discardableResult
  private func deliver(head response: HTTPResponse, from url: URL?, to client: any URLProtocolClient) -> Bool {
    let heads = Self.lease?.heads ?? SessionHeads()
    guard let head = heads.head(of: response, from: url) else {
      client.urlProtocol(self, didFailWithError: URLError(.badServerResponse, of: request))
      return false
    }
    client.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
    return true
  }
}

extension HTTPResponse {
  /// Whether an answer to a request has a body, whatever the stub says.
  ///
  /// Source: [RFC 9110, section 6.4.1](https://www.rfc-editor.org/rfc/rfc9110#section-6.4.1).
  func mayHaveBody(for request: URLRequest) -> Bool {
    request.httpMethod != "HEAD" && !(100..<200).contains(status) && status != 204 && status != 304
  }

  /// The header fields as a session gives them out: one of each name, repeated ones joined.
  fileprivate var joinedFields: [String: String] {
    if headers.count == 1, let field = headers.first { return [field.name: field.value] }
    var fields: [String: String] = [:]
    var names: [String: String] = [:]
    for field in headers {
      let name = names[field.name.lowercased(), default: field.name]
      names[field.name.lowercased()] = name
      fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
    }
    return fields
  }
}

extension HTTPURLResponse {
  /// The head of an answer; nil if there is no address or the status is none.
  convenience init?(_ response: HTTPResponse, from url: URL?) {
    guard let url else { return nil }
    self.init(url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: response.joinedFields)
  }
}
