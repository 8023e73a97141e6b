import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
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

  private static let doubtful: Set = ["jsessionid", "JSESSIONID", "sid", "PHPSESSID", "X-Amz-Signature"]

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
    "a session that a path has in parentheses stays in no recording",
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

  private static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Encodings of a whole text inside another one.
  private static let wrappings: [(name: String, wrap: @Sendable (String) -> String)] = [
    ("percent", { SecretPlace.Encoding.percent.encode($0) }),
    ("percent twice", { SecretPlace.Encoding.percent.encode(SecretPlace.Encoding.percent.encode($0)) }),
    ("base64", { Data($0.utf8).base64EncodedString() }),
    ("hexadecimal", { String(decoding: HexText.encode(Array($0.utf8)), as: UTF8.self) }),
    ("JSON", { JSONValue.string($0).description }),
    ("JSON in base64", { Data(JSONValue.object(["note": .string($0)]).description.utf8).base64EncodedString() }),
    ("claim", { "eyJhbGciOiJub25lIn0." + base64URL(JSONValue.object(["note": .string($0)]).description) + "." }),
    ("data URL", { "data:text/plain;base64," + Data($0.utf8).base64EncodedString() }),
    ("gzip in base64", { Data(Compression.gzip.compressed(Array($0.utf8))).base64EncodedString() }),
  ]

  /// Texts with a name and a value, as they are put into others.
  private static let texts = [
    "https://b.example/c?NAME=VALUE", "https://b.example/c;NAME=VALUE/d?x=1", "a=1&NAME=VALUE&b=2",
    "{\"a\": [1, {\"NAME\": \"VALUE\"}]}", "<a><NAME>VALUE</NAME></a>", "<a NAME=\"VALUE\"/>", "NAME: VALUE\nb: 1",
  ]

  @Test("no value stays in a text inside another one", arguments: wrappings.indices, texts)
  func wrapped(_ number: Int, _ text: String) throws {
    let places = [
      SecretPlace(.target, "/a?note=TEXT&b=1"), SecretPlace(.receivedBody("application/json"), "{\"note\": TEXTJSON}"),
      SecretPlace(.received("X-Note"), "TEXT"),
      SecretPlace(.sentBody("application/x-www-form-urlencoded"), "note=TEXT"),
    ]
    var left: [String] = []
    // In a cursor or a state, which only the service reads, a name in doubt says nothing.
    let isOpen = ["percent", "percent twice", "JSON"].contains(Self.wrappings[number].name)
    for (name, value) in Self.kinds where isOpen || !Self.doubtful.contains(name) {
      let inner = text.replacing("NAME", with: name).replacing("VALUE", with: value)
      let wrapped = Self.wrappings[number].wrap(inner)
      for place in places {
        let isJSON = place.text.contains("TEXTJSON")
        let encoded = isJSON ? JSONValue.string(wrapped).description : SecretPlace.Encoding.percent.encode(wrapped)
        let filled = place.text.replacing(isJSON ? "TEXTJSON" : "TEXT", with: encoded)
        let har = try SecretPlace(place.part, filled).recording(of: "", named: "")
        let result = String(decoding: Redaction.standard.redacted(har).encoded(), as: UTF8.self)
        // Whatever is left of it would be a part of the text as it is written.
        if result.contains(encoded.dropFirst(encoded.count / 2)) || result.contains(wrapped) || result.contains(value) {
          left.append("\(name) in \(place)")
        }
      }
    }
    #expect(left.isEmpty)
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
