import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkRecording
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@Suite("Expecting no secrets")
struct ExpectNoSecretsTests {
  private static let key = "staging-key of 2026/ä"

  private func issues(
    _ text: String, in place: SecretSearchPlace = .recordings, planted: [String] = [key],
    named name: String = "recordings/a.har"
  ) async throws -> [String] {
    let fixtures = try TemporaryFixtures()
    let file = fixtures.url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    var data = Data(text.utf8)
    if name.hasSuffix(".har") {
      data = HAR([
        RecordedExchange(
          request: .get("/items?note=\(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"),
          response: .json(["note": .string(text)]), started: Date(timeIntervalSince1970: 1_700_000_000))
      ]).encoded()
    }
    try data.write(to: file)
    let path = fixtures.url.deletingLastPathComponent().appendingPathComponent("ATests.swift").path
    return await recordedIssues { expectNoSecrets(in: place, planted: planted, filePath: path) }.map(\.text)
  }

  @Test("expecting no secrets passes where there is none")
  func none() async throws {
    #expect(try await issues("Brass telescope").isEmpty)
  }

  @Test(
    "expecting no secrets fails on a planted one in every encoding, and does not show it",
    arguments: [
      key, Data(key.utf8).base64EncodedString(), "x" + Data(("ab" + key).utf8).base64EncodedString(),
      key.utf8.map { String($0, radix: 16) }.joined(), JSONValue.string(key).description,
    ])
  func planted(_ text: String) async throws {
    let found = try await issues("It is \(text).")
    #expect(found.count == 1)
    #expect(found.first?.contains(#""recordings/a.har" holds a secret, in:"#) == true)
    #expect(found.first?.contains("entry 1, GET https://api.example.com/items") == true)
    #expect(found.first?.contains("staging-key") == false)
  }

  @Test(
    "expecting no secrets fails on what a recording would never hold, also in other files where these are asked for")
  func standard() async throws {
    #expect(try await issues("token=kx83hqpl2sW4").count == 1)
    #expect(try await issues(#"{"password":"hunter2hunter2"}"#, named: "login.json").isEmpty)
    #expect(try await issues(#"{"password":"hunter2hunter2"}"#, in: .fixtures, named: "login.json").count == 1)
  }

  @Test("expecting no secrets says of a secret that is too short that it would be everywhere")
  func short() async throws {
    #expect(try await issues("Brass", planted: ["abc"]).first?.contains("shorter than four bytes") == true)
  }
}
