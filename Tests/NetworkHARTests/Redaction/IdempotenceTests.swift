import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@Suite("Redacting twice")
struct IdempotenceTests {
  /// Ways to write a text, of which any two are tried one in the other.
  private static let encodings: [(name: String, encode: @Sendable (String) -> String)] = [
    ("plain", { $0 }), ("percent", { percent($0) }),
    ("base64", { Data($0.utf8).base64EncodedString() }),
    ("base64 without padding", { Data($0.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "") }),
    (
      "base64 for URLs",
      { String(decoding: Base64Text.encode(Array($0.utf8), isURLSafe: true, hasPadding: false), as: UTF8.self) }
    ),
    ("gzip", { Data(Compression.gzip.compressed(Array($0.utf8))).base64EncodedString() }),
    ("zlib", { Data(Compression.zlib.compressed(Array($0.utf8))).base64EncodedString() }),
    ("hexadecimal", { String(decoding: HexText.encode(Array($0.utf8)), as: UTF8.self) }),
    ("a string of JSON", { JSONValue.object(["note": .string($0)]).description }),
    ("entities", { "<a>" + $0.replacingOccurrences(of: "\"", with: "&quot;") + "</a>" }),
    ("lines", { "data: " + $0 + "\n\n" }),
    ("a query", { "https://api.example.com/a?note=" + percent($0) }),
  ]

  @Sendable private static func percent(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private static let texts = [
    #"{"password":"hunter2hunter2","otp":482913,"list":["hunter2hunter2",7]}"#,
    "token=t0ken-one-4711&page=2", "Authorization: Bearer t0ken-one-4711\r\n",
    "The key is sk_" + "live_abcdefghijklmnopqrst, and /hooks/sk_" + "live_abcdefghijklmnopqrst.",
    "https://user:s3cretS3cret@example.com/a",
    // Compressed by another program, which compresses better.
    #"{"blob":"H4sIAAAAAAAC/6tWKkgsLi7PL0pRslLKKM0rSS0yglJKOkp5+SWpQHGnIqAahZLUnNTi5PyCVB2FJAICSrUAzlxZdFgAAAA="}"#,
    #"{"blob":"eJyrVipILC4uzy9KUbJSyijNK0ktMoJSSjpKefklqUBxpyKgGoWS1JzU4uT8glQdhSQCAkq1AHrZH9c="}"#,
  ]

  @Test("redacting twice is redacting once, byte for byte, in any two encodings", arguments: texts)
  func encodings(_ text: String) {
    for (number, outer) in Self.encodings.enumerated() {
      for inner in Effort.every(7, of: Self.encodings, from: number) {
        let once = Redaction.standard.redacted(outer.encode(inner.encode(text)))
        let twice = Redaction.standard.redacted(once)
        #expect(twice == once, "\(inner.name) in \(outer.name)")
      }
    }
  }

  @Test("redacting twice is redacting once of a body, whatever its bytes", arguments: texts)
  func bodies(_ text: String) {
    let bytes = Array(text.utf8)
    let bodies = [
      Data(Compression.gzip.compressed(bytes)), Data(Compression.zlib.compressed(bytes)),
      text.data(using: .utf16LittleEndian) ?? Data(), text.data(using: .utf16) ?? Data(), Data([0xFF, 0] + bytes),
    ]
    for body in bodies {
      let once = Redaction.standard.redacted(HTTPMessage.response(200, body: body))
      #expect(Redaction.standard.redacted(once) == once)
    }
  }
}
