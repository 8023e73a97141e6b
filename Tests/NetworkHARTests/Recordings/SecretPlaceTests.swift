import Foundation
import NetworkHAR
import NetworkStubs
import Testing

@Suite("A name and a value are a secret in every place")
struct SecretPlaceTests {
  /// Names of secrets with values as they are drawn.
  private static let kinds: [(name: String, value: String)] = [
    ("jsessionid", "1A530637289A03B07199A44E8D531427"), ("JSESSIONID", "0000Yl7sG9cGqzQ1nZ3b8hJx2kD"),
    ("sid", "n4kT8s2Lq9Vb3xZ7"), ("PHPSESSID", "r2t5ir4gvtlf0mpl9u2s38n1u4"),
    ("access_token", "Zq3vT8sLw2Xc9Rb4Nd7Gh1Jk"),
    ("client_secret", "5f3a09c1d2e4b6a8970c"), ("api_key", "k7Rw2Lq9Tn4Vb8Xs3Zd6"),
    ("refreshToken", "Hn6Tq2Wx8Lr4Vc9Bz3Md"),
    ("X-Amz-Signature", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
  ]

  /// Names that say nothing of a secret, with values that stay.
  private static let innocents: [(name: String, value: String)] = [
    ("id", "1A530637289A03B07199A44E8D531427"), ("color", "dark-blue"), ("page_token", "Zq3vT8sLw2Xc9Rb4Nd7Gh1Jk"),
    ("v", "2026-11-01"),
    ("side", "left"), ("filename", "annual-report.pdf"), ("charset", "utf-8"), ("token_type", "bearer"),
  ]

  @Test("no value of a secret's name stays", arguments: SecretPlace.all) func secrets(_ place: SecretPlace) throws {
    var left: [String] = []
    for (name, value) in Self.kinds {
      for encoding in place.encodings {
        let written = encoding.encode(value)
        let text = Redaction.standard.redacted(try place.recording(of: written, named: name)).encoded()
        let escaped = String(decoding: text, as: UTF8.self).replacing("\\\\", with: "\\")
        if escaped.contains(value) || escaped.contains(written) { left.append("\(name), \(encoding)") }
      }
    }
    #expect(left.isEmpty)
  }

  @Test(
    "nor does the session that a path has in parentheses",
    arguments: [
      "(S(VALUE))", "(X(1)S(VALUE))", "(S(VALUE)X(1))", "(F(TICKET))", "(S(VALUE)F(TICKET))", "(A(TICKET)S(VALUE))",
    ])
  func parentheses(_ segment: String) throws {
    let value = "hb0c3q55mdgtdf45gktqxk55"
    let ticket = String(repeating: "A9f4Zq0LxT7mB2c8", count: 4)
    let filled = segment.replacing("VALUE", with: value).replacing("TICKET", with: ticket)
    for text in ["/a/\(filled)/b.aspx", "/a?next=%2F\(filled.replacing("(", with: "%28"))%2Fb"] {
      let har = Redaction.standard.redacted(try SecretPlace(.target, text).recording(of: "", named: ""))
      let url = har.log.entries[0].request.url
      #expect(!url.contains(value) && !url.contains(ticket), "\(url)")
    }
  }

  @Test("a value of any other name stays", arguments: SecretPlace.all.filter { !$0.isOfSecrets })
  func innocents(_ place: SecretPlace) throws {
    var changed: [String] = []
    for (name, value) in Self.innocents {
      let recording = try place.recording(of: value, named: name)
      if Redaction.standard.redacted(recording).encoded() != recording.encoded() { changed.append(name) }
    }
    #expect(changed.isEmpty)
  }
}
