import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkStubs
@testable import NetworkHAR
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// Recordings for tests.
enum Recordings {
  /// A recording of requests, answered with their number from 1.
  static func numbered(_ requests: [URLRequest], redactedBy redaction: Redaction = .none) -> HAR {
    let exchanges = requests.enumerated().map { number, request in
      RecordedExchange(
        request: request, response: .json(["number": .integer(number + 1)]),
        started: Date(timeIntervalSince1970: 1_700_000_000), duration: .milliseconds(7))
    }
    return redaction.redacted(HAR(exchanges))
  }

  static func numbered(_ requests: URLRequest..., redactedBy redaction: Redaction = .none) -> HAR {
    numbered(requests, redactedBy: redaction)
  }
}

extension URLRequest {
  /// A `GET` request for a path of the host that recordings here are of.
  static func get(_ path: String, headers: [String: String] = [:]) -> URLRequest {
    .make(.get, "https://api.example.com\(path)", headers: headers)
  }

  static func post(_ path: String, headers: [String: String] = [:], body: String? = nil, json: JSONValue? = nil)
    -> URLRequest
  {
    .make(.post, "https://api.example.com\(path)", headers: headers, body: body, json: json)
  }
}

extension HTTPTransport {
  /// The number that a numbered recording answers with; nil where it does not answer.
  func number(_ request: URLRequest) async -> Int? {
    guard let response = try? await send(request),
      case .integer(let number)? = try? JSONValue(parsing: response.body)["number"]
    else { return nil }
    return number
  }
}
