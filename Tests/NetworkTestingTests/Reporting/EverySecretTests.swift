import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import NetworkHAR
@testable import NetworkRecording
@testable import NetworkStubs
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A kind of secret, and how to draw any number of it.
struct SecretKind: Sendable, CustomStringConvertible {
  let description: String
  /// Whether only the name over it says that it is a secret.
  var isNamed = false
  let draw: @Sendable (_ count: Int, _ seed: UInt64) -> [String]

  /// Keys that services document, and secrets that stand under a name.
  static let all: [Self] =
    DrawnKeys.all.map { drawn in Self(description: "\(drawn)") { drawn.keys($0, seed: $1) } }
    + [
      Self(description: "JSON Web Token") { count, seed in
        random(43, count, seed).map { signature in
          [#"{"alg":"HS256","typ":"JWT"}"#, #"{"sub":"usr_7Q2MZK4E","exp":1749663728}"#]
            .map { Data($0.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "") }
            .joined(separator: ".") + "." + signature
        }
      },
      Self(description: "bearer token", isNamed: true) { random(40, $0, $1) },
      Self(description: "password", isNamed: true) { random(14, $0, $1) },
    ]

  private static func random(_ length: Int, _ count: Int, _ seed: UInt64) -> [String] {
    var generator = Dice(seed: seed)
    let letters = Array("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789")
    return (0..<count).map { _ in
      String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "a" })
    }
  }
}

/// A form of a body, and a secret in it.
enum PlantedBody: Int, CaseIterable, Sendable {
  case json, form, multipart, xml, text, gzip

  var type: String {
    switch self {
    case .json, .gzip: "application/json"
    case .form: "application/x-www-form-urlencoded"
    case .multipart: "multipart/form-data; boundary=part"
    case .xml: "application/xml"
    case .text: "text/plain"
    }
  }

  func data(_ secret: String, named name: String) -> Data {
    let json = JSONValue.object(["title": "Tea", "login": .object(JSONObject([(key: name, value: .string(secret))]))])
    switch self {
    case .json: return Data(json.description.utf8)
    case .gzip: return Data(Compression.gzip.compressed(Array(json.description.utf8)))
    case .form:
      let encoded = secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
      return Data("user=ada&\(name)=\(encoded)&page=2".utf8)
    case .multipart:
      return Data("--part\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(secret)\r\n--part--\r\n".utf8)
    case .xml: return Data("<login><user>ada</user><\(name)>\(secret)</\(name)></login>".utf8)
    case .text: return Data("Use this today.\n\(name): \(secret)\n".utf8)
    }
  }
}

@Suite("Every kind of secret")
struct EverySecretTests {
  private static let seed: UInt64 = 20_261_122

  /// All of them with `NETWORK_TESTING_FULL=1`, each in every form of body; else every 32nd, in one form each.
  private static let cases: [(SecretKind, PlantedBody)] = SecretKind.all.enumerated().flatMap { number, kind in
    PlantedBody.allCases.filter {
      Effort.isFull() || (number % 32 == 0 || kind.isNamed) && $0.rawValue == number / 32 % 6
    }
    .map { (kind, $0) }
  }

  /// An exchange with a secret of its own in each part of its request and its answer.
  private func exchange(_ kind: SecretKind, _ body: PlantedBody, _ secrets: [String]) throws -> RecordedExchange {
    let name = kind.isNamed ? "password" : "note"
    func encoded(_ secret: String) -> String {
      secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? secret
    }
    // Under no name, only a form tells a secret.
    let path = kind.isNamed ? "items" : encoded(secrets[1])
    let url =
      "https://ada:\(encoded(secrets[0]))@api.example.com/v1/\(path)/notes?page=2&\(name)=\(encoded(secrets[2]))"
    var request = URLRequest(url: try #require(URL(string: url)))
    request.httpMethod = "POST"
    request.setValue(body.type, forHTTPHeaderField: "Content-Type")
    request.setValue(secrets[3], forHTTPHeaderField: kind.isNamed ? "X-Api-Key" : "X-Note")
    request.setValue("theme=dark; sid=\(secrets[4])", forHTTPHeaderField: "Cookie")
    request.setValue("Bearer \(secrets[5])", forHTTPHeaderField: "Authorization")
    request.httpBody = body.data(secrets[6], named: name)
    let response = HTTPResponse(
      headers: HTTPHeaders([
        .init(name: "Content-Type", value: body.type), .init(name: "Set-Cookie", value: "sid=\(secrets[7]); Path=/"),
        .init(name: kind.isNamed ? "X-Auth-Token" : "X-Note", value: secrets[8]),
        .init(name: "Location", value: "https://www.example.com/next?\(name)=\(encoded(secrets[9]))"),
      ]),
      body: body.data(secrets[10], named: name), url: request.url)
    return RecordedExchange(request: request, response: response, started: Date(timeIntervalSince1970: 1_749_663_728))
  }

  /// All texts that leave the process about an exchange.
  private func outputs(_ exchange: RecordedExchange) async throws -> [String: Data] {
    let fixtures = try TemporaryFixtures()
    let folder = FixtureFolder(at: fixtures.url)
    return try await Task.detached {
      var texts: [String: String] = [:]
      // Each stub asks for another part, so that each is shown in a difference.
      let unanswered = MockTransport(
        .post("/v1/{id}/notes").header("X-Note", "other").header("X-Api-Key", "other").query("note", "other")
          .query("password", "other").cookie("sid", "other").respond(status: 200),
        .post("/v1/{id}/notes").body(json: ["title": "Tea"]).respond(status: 200),
        .post("/v1/{id}/notes").body(text: "other").respond(status: 200))
      do { _ = try await unanswered.send(exchange.request) } catch let error as UnansweredRequest {
        (texts["failure"], texts["error"]) = (error.explanation, "\(error)")
      }
      try? await unanswered.verify()
      let answered = MockTransport(.any.respond(with: .response(exchange.response)))
      _ = try await answered.send(exchange.request)
      let exchanges = await answered.exchanges
      let received = ReceivedRequest(exchange.request)
      texts["curl"] = CurlCommand(received).text
      texts["description"] = "\(received)"
      texts["traffic.txt"] = TrafficText(exchanges).text
      var outputs = texts.mapValues { Data($0.utf8) }
      outputs["traffic.har"] = TrafficHAR(exchanges).data
      var writer = try RecordingWriter(RecordingFile("all", in: folder))
      try writer.save([HAR.Entry(exchange)])
      outputs["report"] = Data((writer.report ?? "").utf8)
      let environment = RecordingEnvironment(variables: ["NETWORK_TESTING_RECORD": "all"]) { Date() }
      _ = try RequestSnapshot(Fixture("request.http", in: folder), redaction: .standard)
        .problem(of: received, mode: nil, in: environment)
      for name in try folder.fileNames() { outputs[name] = try Fixture(name, in: folder).data }
      let replay = try ReplayTransport("all", in: folder)
      var other = exchange.request
      other.httpMethod = "PUT"
      do { _ = try await replay.send(other) } catch let error as UnrecordedRequest {
        outputs["unrecorded"] = Data(error.explanation.utf8)
      }
      try? await replay.verify()
      return outputs
    }.value
  }

  /// What can be read in an output: its text, and the bodies in it with their encodings undone.
  private func readable(_ data: Data) -> [String] {
    var texts = [String(decoding: data, as: UTF8.self)]
    for entry in (try? HAR(data))?.log.entries ?? [] {
      for body in [try? entry.request.postData?.body(), try? entry.response.content.body()] {
        let bytes = Array(body ?? Data())[...]
        texts.append(String(decoding: bytes, as: UTF8.self))
        if let plain = Compression(of: bytes)?.decompressed(bytes) {
          texts.append(String(decoding: plain, as: UTF8.self))
        }
      }
    }
    return texts + texts.compactMap(\.removingPercentEncoding)
  }

  @Test("every kind of secret is in no output, wherever in an exchange it stands", arguments: cases)
  func hidden(_ kind: SecretKind, _ body: PlantedBody) async throws {
    let secrets = kind.draw(11, Self.seed)
    let outputs = try await outputs(try exchange(kind, body, secrets))
    #expect(outputs.count >= 10, "\(outputs.keys.sorted())")
    for (name, data) in outputs {
      if name.hasSuffix(".har") { #expect(HARSchema.problems(in: data) == [], "\(name)") }
      for text in readable(data) {
        let shown = secrets.indices.filter { number in
          !(number == 1 && kind.isNamed) && text.contains(secrets[number])
        }
        #expect(shown.isEmpty, "\(name) shows the secrets \(shown), seed \(Self.seed): \(text)")
      }
    }
  }

  @Test("every kind of secret is found by the search of this test where nothing is hidden")
  func search() throws {
    let kind = try #require(SecretKind.all.first)
    for body in PlantedBody.allCases {
      let secrets = kind.draw(11, Self.seed)
      let texts = readable(HAR([try exchange(kind, body, secrets)]).encoded())
      for secret in secrets { #expect(texts.contains { $0.contains(secret) }, "\(body)") }
    }
  }
}
