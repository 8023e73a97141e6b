import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

/// Bodies that a tool has written with their content coding.
@Suite("A recorded body with its content coding")
struct CodedBodyTests {
  private static let plain = #"{"access_token": "tok-abcdefghijklmnop1234567890", "user": "ada"}"#
  private static let gzip = Compression.gzip.compressed(Array(plain.utf8))
  private static let zlib = Compression.zlib.compressed(Array(plain.utf8))

  private static func pieces(_ bytes: [UInt8], of size: Int, _ encode: ([UInt8]) -> String) -> String {
    let pieces = stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min(bytes.count, $0 + size)]) }
    return JSONValue.array(pieces.map { .string(encode($0)) }).description
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    String(decoding: HexText.encode(bytes), as: UTF8.self)
  }

  private static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  private func response(_ text: String, _ coding: String, _ encoding: String = "") throws -> HAR {
    let content: JSONValue = [
      "mimeType": "application/json", "text": .string(text), "encoding": .string(encoding), "size": 3,
    ]
    let headers: JSONValue = [["name": "Content-Encoding", "value": .string(coding)]]
    let response: JSONValue = ["status": 200, "headers": headers, "content": content]
    return try HAR(Data(Recordings.text(response: response.description).utf8))
  }

  private static let written: [(text: String, coding: String, encoding: String)] = [10, 31, 1_000].flatMap { size in
    [("gzip", gzip), ("deflate", zlib), ("x-gzip", gzip)].flatMap { coding, bytes in
      [pieces(bytes, of: size, hexadecimal), pieces(bytes, of: size, base64)].map { ($0, coding, "") }
    }
  }

  @Test(
    "a recorded body with its content coding in pieces, hexadecimal or base64, is one body", arguments: written.indices)
  func joined(_ number: Int) throws {
    let (text, coding, encoding) = Self.written[number]
    let recording = try response(text, coding, encoding)
    let body = try recording.log.entries[0].exchange().response.body
    #expect(String(decoding: body, as: UTF8.self) == Self.plain)
  }

  @Test(
    "a recorded body with its content coding is read for its secrets, and all else in it stays",
    arguments: written.indices) func redacted(_ number: Int)
    throws
  {
    let (text, coding, encoding) = Self.written[number]
    let redacted = Redaction.standard.redacted(try response(text, coding, encoding))
    let body = try redacted.log.entries[0].exchange().response.body
    #expect(String(decoding: body, as: UTF8.self) == #"{"access_token": "REDACTED-access-token-1", "user": "ada"}"#)
    #expect(Redaction.standard.redacted(redacted) == redacted)
  }

  @Test("a recorded body with its content coding in base64 is read as well")
  func base64() throws {
    let redacted = Redaction.standard.redacted(try response(Self.base64(Self.gzip), "gzip", "base64"))
    let content = redacted.log.entries[0].response.content
    #expect(content.text == #"{"access_token": "REDACTED-access-token-1", "user": "ada"}"# && content.encoding == nil)
  }

  @Test(
    "a recorded body with its content coding of another form stays as it is",
    arguments: [
      ("[\"1f8b\"]", "gzip"), ("[]", "gzip"), ("[1, 2]", "gzip"), ("[\"a\", \"b\"]", "deflate"), ("[\"00ff\"]", ""),
      ("[\"00ff\"]", "identity"), ("{\"a\": 1}", "gzip"),
      ("[\"main\",\"beta\"]", "br"), ("[\"main\",\"beta\"]", "zstd"), ("[\"\"]", "br"), ("[\"\"]", "zstd"),
    ])
  func others(_ text: String, _ coding: String) throws {
    let recording = try response(text, coding)
    #expect(try recording.log.entries[0].exchange().response.body == Data(text.utf8))
    #expect(Redaction.standard.redacted(recording) == recording)
  }

  @Test("a recorded body with its content coding in another charset than UTF-8 keeps its bytes, all but its secrets")
  func latin1() throws {
    let key = try #require(DrawnKeys.all.first { $0.kind == "aws-key-id" }?.keys(1, seed: 1).first)
    let coded = Compression.gzip.compressed([0x63, 0x61, 0x66, 0xE9, 0x20] + Array(key.utf8) + [0x20, 0xE9])
    for text in [(Self.base64(coded), "base64"), (Self.pieces(coded, of: 10, Self.hexadecimal), "")] {
      let redacted = Redaction.standard.redacted(try response(text.0, "gzip", text.1))
      let content = redacted.log.entries[0].response.content
      let body = Array(try #require(Data(base64Encoded: content.text ?? "")))
      #expect(content.encoding == "base64" && body.starts(with: [0x63, 0x61, 0x66, 0xE9, 0x20]) && body.last == 0xE9)
      #expect(!String(decoding: body, as: UTF8.self).contains(key))
    }
  }

  @Test("a recorded body with its content coding in pieces of Zstandard is joined, as its first bytes show it")
  func zstandard() throws {
    let recording = try response("[\"28b5\", \"2ffd00\"]", "zstd")
    #expect(try recording.log.entries[0].response.body() == Data([0x28, 0xB5, 0x2F, 0xFD, 0]))
  }

  @Test("a recorded body with its content coding that nobody can read is named by its placeholder") func damaged()
    throws
  {
    let redacted = Redaction.standard.redacted(try response(Self.base64(Array(Self.gzip.prefix(20))), "gzip", "base64"))
    #expect(redacted.log.entries[0].response.content.text == "REDACTED-compressed-body-1")
    #expect(Placeholder.counts(in: [redacted.encoded()]).keys.sorted() == ["compressed-body"])
  }

  /// 100,000 zeros.
  private static let zeros = Array(
    Data(
      base64Encoded:
        "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA") ?? Data())

  @Test(
    "a recorded body with its content coding has one limit for all of its parts, and may be much larger than its data")
  func manyMembers() {
    #expect(Compression.gzip.decompressed(Self.zeros[...])?.count == 100_000)
    let bomb = Array(repeatElement(Self.zeros, count: 3).joined())[...]
    if case .plain(let plain) = Compression.gzip.unpacked(bomb, most: 300_000) {
      #expect(plain.count == 300_000)
    } else {
      Issue.record("not read")
    }
    guard case .immense = Compression.gzip.unpacked(bomb, most: 299_999) else {
      Issue.record("no limit")
      return
    }
  }
}
