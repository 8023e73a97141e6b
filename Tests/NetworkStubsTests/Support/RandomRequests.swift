import Foundation
import NetworkEndpoints
import NetworkStubs
import TestSupport

extension Dice {
  /// Pieces of which paths and queries are made, as they stand in a URL.
  private static let pathPieces = [
    "a", "b", "users", "42", "%7Bid%7D", "*", "**", "%2A", "%25", "%2F", "%2f", ";v=1", "+", "%20", "caf%C3%A9",
    "%F0%9F%8E%89", ".", "..", "", "%FF", "a.json", "~", ":", "@", "%3F", "%23",
  ]
  private static let queryPieces = [
    "a", "b", "", "1", "+", "%20", "%2B", "%26", "%3D", "%F0%9F%8E%89", "%C3%A9", "%25", "%FF", ",", "token", "%23",
  ]

  mutating func segment() -> String { list(0...2) { $0.pick(Self.pathPieces) }.joined() }

  mutating func queryItem() -> String {
    let name = pick(Self.queryPieces)
    return pick([name, "\(name)=", "\(name)=\(pick(Self.queryPieces))", "\(name)=\(pick(Self.queryPieces))=1"])
  }

  mutating func url() -> String {
    let origin = pick(["https://api.example.com", "HTTP://LOCALHOST:8080", "http://127.0.0.1", "https://[::1]:443"])
    let path = list(0...4) { "/" + $0.segment() }.joined()
    let query = list(0...4) { $0.queryItem() }
    return origin + path + (query.isEmpty ? pick(["", "?"]) : "?" + query.joined(separator: "&"))
  }

  mutating func json(depth: Int = 3) -> JSONValue {
    switch number(0...(depth > 0 ? 8 : 5)) {
    case 0: .null
    case 1: .bool(number(0...1) == 0)
    case 2: .integer(number(-2...2))
    case 3: .number(pick([1, 0.5, -2, 1e20]))
    case 4, 5: .string(pick(["", "1", "a", "é", "🎉", "a\"b\\\n", "null"]))
    case 6: .array(list(0...3) { $0.json(depth: depth - 1) })
    default:
      .object(
        Dictionary(
          list(0...4) { ($0.pick(["a", "b", "odd key", "it's", "password", "é"]), $0.json(depth: depth - 1)) }
        ) {
          $1
        })
    }
  }

  mutating func request() -> ReceivedRequest {
    let headers = Dictionary(
      list(0...3) {
        (
          $0.pick(["Accept", "X-A", "Authorization", "Cookie"]),
          $0.pick(["", "a", "a=1; b=2", "Bearer x", "text/html"])
        )
      }
    ) { $1 }
    return .test(pick(["GET", "POST", "PURGE", "DELETE"]), url(), headers: headers, data: body())
  }

  private mutating func body() -> Data? {
    switch number(0...4) {
    case 0: nil
    case 1: Data(queryItem().utf8)
    case 2: Data([0xFF, 0x00])
    default: Data(json().description.utf8)
    }
  }
}
