import Foundation
import NetworkEndpoints
import NetworkHAR
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("The key of a service")
struct ServiceKeyTests {
  private static let count = Effort.count(1, full: 400)
  private static let seed: UInt64 = 20_261_122

  @Test("the key of a service is one of at least 120 kinds")
  func kinds() {
    #expect(Set(DrawnKeys.all.map(\.kind)).count >= 120)
    #expect(Set(KeyKinds.all.map(\.kind)).count >= 100)
  }

  @Test(
    "the key of a service is gone from prose, JSON, a query, a field and a path, and nothing else is",
    arguments: DrawnKeys.all)
  func places(_ drawn: DrawnKeys) throws {
    let keys = drawn.keys(Self.count, seed: Self.seed)
    // Each key stands alone, as one that is found somewhere is replaced everywhere.
    for place in Place.allCases {
      var (leaks, changes) = ([String](), [String]())
      for key in keys {
        // In a path, base64 is that for URLs.
        let isURLSafe = place == .path && drawn.form.contains("<b")
        let key = isURLSafe ? key.replacingOccurrences(of: "/", with: "_") : key
        let redacted = Redaction.standard.redacted(place.text(key))
        if redacted.contains(key) || redacted.contains(key.suffix(key.count / 2)) { leaks.append(redacted) }
        if !place.surrounds(redacted) { changes.append(redacted) }
      }
      #expect(leaks.isEmpty, "\(leaks.count) of \(keys.count) in \(place), seed \(Self.seed): \(leaks[0])")
      #expect(changes.isEmpty, "\(place), seed \(Self.seed): \(changes[0])")
    }
  }

  private enum Place: CaseIterable {
    case prose, json, query, header, path

    /// A text around a key, under no name that says what it is.
    func text(_ key: String) -> String { before + key + after }

    func surrounds(_ text: String) -> Bool { text.hasPrefix(before) && text.hasSuffix(after) }

    private var before: String {
      switch self {
      case .prose: "We sent it with "
      case .json: #"{"title":"Tea","note":""#
      case .query: "https://api.example.com/items?page=2&ref="
      case .header: "X-Ref: "
      case .path: "https://api.example.com/v1/"
      }
    }

    private var after: String {
      switch self {
      case .prose: ". It came back."
      case .json: #"","count":3}"#
      case .query: "&sort=title"
      case .header: "\r\n"
      case .path: "/items"
      }
    }
  }

  @Test("the key of a service needs no checksum", arguments: ["gh" + "p_", "gh" + "s_", "np" + "m_"])
  func checksum(_ start: String) {
    for key in DrawnKeys(kind: "key", form: "\(start)<w36>").keys(20, seed: Self.seed) {
      #expect(Redaction.standard.redacted(key).hasPrefix("REDACTED-api-key-1~"))
      #expect(Redaction.standard.redacted(key.dropLast() + "_") == key.dropLast() + "_")
    }
  }

  @Test(
    "the key in the address of a webhook goes, and the address stays",
    arguments: [
      ("https://hooks.slack.com/services/", "T024BE7LD/B0G9QF9C6/<w24>"),
      ("https://hooks.slack.com/triggers/", "T024BE7LD/<d13>/<x32>"),
      ("https://discord.com/api/webhooks/1187345678901234567/", "<u67>w"),
      (
        "https://example.webhook.office.com/webhookb2/",
        "<x8>-<x4>-<x4>-<x4>-<x12>@<x8>-<x4>-<x4>-<x4>-<x12>/IncomingWebhook/<x32>"
      ),
      ("https://hooks.zapier.com/hooks/catch/", "<d7>/<l7>/"),
    ])
  func webhook(_ address: String, _ form: String) {
    for key in DrawnKeys(kind: "webhook", form: form).keys(Self.count, seed: Self.seed) {
      let redacted = Redaction.standard.redacted("Send it to \(address)\(key)")
      #expect(redacted.hasPrefix("Send it to \(address)REDACTED-"), "\(redacted)")
      #expect(!redacted.contains(key.suffix(20)))
    }
  }

  @Test("the key of a chat bot goes from its path")
  func bot() {
    for key in DrawnKeys(kind: "bot", form: "<d9>:AA<u32>w").keys(Self.count, seed: Self.seed) {
      #expect(
        Redaction.standard.redacted("https://api.telegram.org/bot\(key)/getMe")
          == "https://api.telegram.org/botREDACTED-bot-token-1/getMe")
    }
  }
}
