package import NetworkEndpoints
package import NetworkHAR
import NetworkStubs

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

extension Recordings {
  /// A recording of requests, answered with their number from 1.
  package static func numbered(_ requests: [URLRequest], redactedBy redaction: Redaction = .none) -> HAR {
    let exchanges = requests.enumerated().map { number, request in
      RecordedExchange(
        request: request, response: .json(["number": .integer(number + 1)]),
        started: Date(timeIntervalSince1970: 1_700_000_000), duration: .milliseconds(7))
    }
    return redaction.redacted(HAR(exchanges))
  }

  package static func numbered(_ requests: URLRequest..., redactedBy redaction: Redaction = .none) -> HAR {
    numbered(requests, redactedBy: redaction)
  }
}

extension URLRequest {
  /// A `GET` request for a path of the host that recordings here are of.
  package static func get(_ path: String, headers: [String: String] = [:]) -> URLRequest {
    .make(.get, "https://api.example.com\(path)", headers: headers)
  }

  package static func post(_ path: String, headers: [String: String] = [:], body: String? = nil, json: JSONValue? = nil)
    -> URLRequest
  {
    .make(.post, "https://api.example.com\(path)", headers: headers, body: body, json: json)
  }
}

extension HTTPTransport {
  /// The number that a numbered recording answers with; nil where it does not answer.
  package func number(_ request: URLRequest) async -> Int? {
    guard let response = try? await send(request),
      case .integer(let number)? = try? JSONValue(parsing: response.body)["number"]
    else { return nil }
    return number
  }
}
