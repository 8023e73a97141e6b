import Foundation
import NetworkEndpoints
import NetworkRecording
import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Benchmark {
  /// A HAR of 10,000 entries and 50 MB, a tenth of it in a debug build, against `JSONDecoder` on structures with the same fields.
  static let loadRecording = Benchmark(
    name: "load a recording of \(10_000.scaled.grouped) entries",
    bound: Bound(release: 1.5, debug: 3),
    repetitions: 1,
    samples: 7,
    subject: { _ in
      guard try HAR(Shop.file).log.entries.count == 10_000.scaled else { throw CocoaError(.fileReadCorruptFile) }
    },
    floor: { _ in
      let file = try JSONDecoder().decode(CodableRecording.self, from: Shop.file)
      guard file.log.entries.count == 10_000.scaled else { throw CocoaError(.fileReadCorruptFile) }
    }
  )

  /// A HAR of 200 entries and 1 MB, against `JSONSerialization` on the same bytes, which is as fast in a debug build.
  static let readRecording = Benchmark(
    name: "read a HAR / JSONSerialization",
    bound: Bound(release: 1, debug: 4),
    repetitions: 1,
    samples: 21,
    subject: { _ in
      guard try HAR(Shop.smallFile).log.entries.count == 200 else { throw CocoaError(.fileReadCorruptFile) }
    },
    floor: { _ in _ = try JSONSerialization.jsonObject(with: Shop.smallFile) }
  )

  /// One exchange with a body of 5 kB, against reading its body as JSON with what the toolchain ships.
  ///
  /// Each text is searched for many shapes of secrets, twice. A debug build has 45 to 55 times the floor, which is optimised there.
  static let redactExchange = Benchmark(
    name: "redact an exchange of 5 kB",
    bound: Bound(release: 15, debug: 65),
    repetitions: 10,
    samples: 41,
    subject: { repetitions in
      for _ in 0..<repetitions { _ = Redaction.standard.redacted(Shop.single) }
    },
    floor: { repetitions in
      for _ in 0..<repetitions { _ = try JSONSerialization.jsonObject(with: Shop.single.response.body) }
    }
  )

  /// 1,000 exchanges with bodies of 5 kB and a secret each, against reading the bodies as JSON with what the toolchain ships.
  static let redactRecording = Benchmark(
    name: "redact \(1_000.scaled.grouped) exchanges",
    bound: Bound(release: 15, debug: 65),
    repetitions: 1,
    samples: 7,
    subject: { _ in _ = Redaction.standard.redacted(Shop.few) },
    floor: { _ in for body in Shop.fewBodies { _ = try JSONSerialization.jsonObject(with: body) } }
  )

  /// Four times as many exchanges and secrets, the time of one exchange.
  static let redactManySecrets = Benchmark(
    name: "redact \(4_000.scaled.grouped) exchanges and secrets, each",
    bound: 1.5,
    repetitions: 4_000.scaled,
    samples: 5,
    subject: { _ in _ = Redaction.standard.redacted(Shop.many) },
    floor: { repetitions in for _ in 0..<repetitions / 1_000.scaled { _ = Redaction.standard.redacted(Shop.few) } }
  )
}

/// Recordings of an invented shop, made when a benchmark first asks for them.
private enum Shop {
  static let single = exchange(1)
  static let few = HAR((0..<1_000.scaled).map(exchange))
  static let fewBodies = (0..<1_000.scaled).map { exchange($0).response.body }
  static let many = HAR((0..<4_000.scaled).map(exchange))
  static let file = HAR((0..<10_000.scaled).map(exchange)).encoded()
  static let smallFile = HAR((0..<200).map(exchange)).encoded()

  /// An exchange with a token of its own, in three places.
  private static func exchange(_ number: Int) -> RecordedExchange {
    let token = "session-" + String(UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 | 1 << 63, radix: 36)
    var request = URLRequest(
      url: URL(string: "https://api.example.com/items?page=\(number)&q=brass%20tea") ?? URL(fileURLWithPath: "/"))
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.setValue("theme=dark; sid=\(token)", forHTTPHeaderField: "Cookie")
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let response = HTTPResponse(
      headers: [
        "Content-Type": "application/json", "Date": "Wed, 11 Jun 2025 17:42:08 GMT", "ETag": "\"5c1e0f\"",
        "Cache-Control": "no-store", "Server": "shop",
      ],
      body: body(number, token), url: request.url)
    let started = Date(timeIntervalSince1970: 1_749_663_728 + Double(number) / 8)
    return RecordedExchange(request: request, response: response, started: started, duration: .milliseconds(38))
  }

  private static func body(_ page: Int, _ token: String) -> Data {
    let items = (0..<13).map { number in
      """
      {"id":"itm_\(page)_\(number)","title":"Brass telescope with tripod, number \(number)",\
      "price":{"amount":\(4_990 + number),"currency":"EUR"},"tags":["optics","brass","antique"],\
      "seller":{"id":"usr_\(page)","name":"Ada's \\"Optics\\" & more",\
      "url":"https://www.example.com/sellers/\(page)?item=\(number)&ref=a%20b"},"rating":{"average":4.75,"count":12},\
      "listedAt":"2025-06-11T17:42:08Z","updatedAt":"2025-06-12T09:00:00Z","endsAt":null}
      """
    }
    return Data(#"{"access_token":"\#(token)","items":[\#(items.joined(separator: ","))]}"#.utf8)
  }
}

/// The fields of HAR 1.2, as one would write them down for a decoder.
private struct CodableRecording: Decodable {
  struct Log: Decodable { let version: String; let creator: Creator; let entries: [Entry] }
  struct Creator: Decodable { let name: String; let version: String; let comment: String? }
  struct Pair: Decodable { let name: String; let value: String; let comment: String? }

  struct Entry: Decodable {
    let pageref: String?
    let startedDateTime: String
    let time: Double
    let request: Request
    let response: Response
    let cache: [String: String]
    let timings: Timings
    let serverIPAddress: String?
    let connection: String?
    let comment: String?
  }

  struct Request: Decodable {
    let method: String
    let url: String
    let httpVersion: String
    let cookies: [Cookie]
    let headers: [Pair]
    let queryString: [Pair]
    let postData: PostData?
    let headersSize: Int
    let bodySize: Int
    let comment: String?
  }

  struct Response: Decodable {
    let status: Int
    let statusText: String
    let httpVersion: String
    let cookies: [Cookie]
    let headers: [Pair]
    let content: Content
    let redirectURL: String
    let headersSize: Int
    let bodySize: Int
    let comment: String?
  }

  struct Cookie: Decodable {
    let name: String
    let value: String
    let path: String?
    let domain: String?
    let expires: String?
    let httpOnly: Bool?
    let secure: Bool?
    let comment: String?
  }

  struct PostData: Decodable { let mimeType: String; let text: String? }

  struct Content: Decodable {
    let size: Int
    let compression: Int?
    let mimeType: String
    let text: String?
    let encoding: String?
    let comment: String?
  }

  struct Timings: Decodable {
    let blocked: Double?
    let dns: Double?
    let connect: Double?
    let send: Double
    let wait: Double
    let receive: Double
    let ssl: Double?
    let comment: String?
  }

  let log: Log
}
