import Foundation
import NetworkEndpoints

/// The header fields and body of a message, secrets masked.
struct MaskedMessage {
  let headers: HTTPHeaders
  let body: Data

  init(_ headers: HTTPHeaders, _ body: Data) {
    self.headers = HTTPHeaders(
      headers.map { HTTPHeaders.Field(name: $0.name, value: Secrets.masked($0.value, named: $0.name)) })
    self.body = Self.masked(body, headers["Content-Type"])
  }

  private static func masked(_ body: Data, _ contentType: String?) -> Data {
    if case .value(let json) = JSONBody(body) {
      let masked = Secrets.masked(json: json)
      // What holds no secret stays as it was sent.
      return masked == json ? body : Data(masked.description.utf8)
    }
    guard contentType?.contains("urlencoded") == true, let text = String(data: body, encoding: .utf8) else {
      return body
    }
    return Data(Secrets.masked(form: text).utf8)
  }
}
