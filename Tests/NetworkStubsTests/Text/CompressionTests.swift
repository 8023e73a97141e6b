import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

/// Data that zlib compressed.
@Suite("Compressed data")
struct CompressionTests {
  private static let start = #"{"user":"ada","password":"hunter2-hunter2","items":[{"id":"itm_0","#
  private static let gzip = bytes(
    """
    H4sIAAAAAAAC/43VQW6DMBCF4asgr1PJMwMYssw1qqqijaUihSQCoy6i3L2u1EX9Nn4rhOFfzWf74fYtru7opvPkDu4+bdv3bT3nha/9muKqL3
    /P/HFOcdnc8fXh5t8f5rS8+7yc5nSJ+f205rhJ8RK3z9s9Ntd9+Yhr493z8K+QehHKQuuFtGVi9USlTFoiGcqkqyfWlUlfT1otk0AkY5kM9aTr
    y2SsJ73BJInhB5w+M36YvxAABgAghIARBAhBYAQCQhgQDwiEUCACDCQwEUAQQoIoUBDCghhgUM/sUtCgwkR4HDDnQQcelPAgPYDQlolAhDIiAo
    hQRsQAIpQRMYAIZUSMIEIJEepBhHnmEAYRJkwEIowQoYpXBHNHGIgw5pYwEGGECG1BhBEitAMRFpgIRBghQnsQYYyIkEW8PX8Alv1YDmIIAAA=
    """)
  private static let zlib = bytes(
    """
    eNqN1UFugzAQheGrIK9TyTMDGLLMNaqqoo2lIoUkAqMuoty9rtRF/TZ+K4ThX81n++H2La7u6Kbz5A7uPm3b920954Wv/Zriqi9/z/xxTnHZ3P
    H14ebfH+a0vPu8nOZ0ifn9tOa4SfESt8/bPTbXffmIa+Pd8/CvkHoRykLrhbRlYvVEpUxaIhnKpKsn1pVJX09aLZNAJGOZDPWk68tkrCe9wSSJ
    4QecPjN+mL8QAAYAIISAEQQIQWAEAkIYEA8IhFAgAgwkMBFAEEKCKFAQwoIYYFDP7FLQoMJEeBww50EHHpTwID2A0JaJQIQyIgKIUEbEACKUET
    GACGVEjCBCCRHqQYR55hAGESZMBCKMEKGKVwRzRxiIMOaWMBBhhAhtQYQRIrQDERaYCEQYIUJ7EGGMiJBFvD1/AK4buDQ=
    """)
  private static let fixedCodes = bytes(
    """
    H4sIAAAAAAACA6tWKi1OLVKyUkpMSVTSUSpILC4uzy9KAQpklOaVpBYZ6UJpoGRmSWpusZJVdLVSJkhBZkluvAFQuCSzJCcVyHcqAmpWKEnNSS
    1Ozi9IVcgrzU1KLVIwUKrVQdJhSFiHOaoOI8I6DE0ALKvuosgAAAA=
    """)
  private static let named = bytes("H4sICAAAAAAC/2EuanNvbgCrVipILC4uzy9KUbJSyijNK0ktMtKF0kq1ABalkDgeAAAA")

  private static func bytes(_ base64: String) -> [UInt8] {
    Array(Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
  }

  private static func plain(_ bytes: [UInt8]) -> [UInt8]? {
    Compression(of: bytes[...])?.decompressed(bytes[...])
  }

  @Test("compressed data is undone, with codes of its own or fixed ones, with a name in its head or none")
  func undone() throws {
    let whole = try #require(Self.plain(Self.gzip))
    #expect(whole.count == 2146 && String(decoding: whole, as: UTF8.self).hasPrefix(Self.start))
    #expect(Self.plain(Self.zlib) == whole)
    #expect(Self.plain(Self.fixedCodes) == Array(whole.prefix(200)))
    #expect(Self.plain(Self.named) == Array(#"{"password":"hunter2-hunter2"}"#.utf8))
    #expect(Self.plain(Self.named + Self.fixedCodes)?.count == 230)
  }

  @Test("compressed data is refused where it stands for far more than it is")
  func immense() {
    // A fixed code that says "the same 258 bytes again", over and over.
    let bytes: [UInt8] = [0x78, 0x01, 0x63, 0x60] + [UInt8](repeating: 0x18, count: 64) + [0xFF]
    #expect(Self.plain(bytes) == nil)
  }

  @Test("compressed data is refused where it is cut off, and never a trap where it is damaged")
  func damaged() {
    for length in 0..<Self.gzip.count - 8 { #expect(Self.plain(Array(Self.gzip.prefix(length))) == nil) }
    for place in Effort.every(22, of: Self.gzip.indices) {
      for bit in 0..<8 {
        var bytes = Self.gzip
        bytes[place] ^= 1 << UInt8(bit)
        _ = Self.plain(bytes)
      }
    }
  }

  @Test(
    "compressed data is looked into by a redaction, and replaced whole for a secret",
    arguments: ["gzip", "deflate", ""])
  func redacted(_ coding: String) throws {
    let bytes = coding == "deflate" ? Self.zlib : Self.gzip
    let headers: HTTPHeaders = ["Content-Type": "application/json", "Content-Encoding": coding]
    let message = HTTPMessage.request(.post, "/a", headers: headers, body: Data(bytes))
    #expect(Redaction.standard.redacted(message).body == Data("REDACTED-compressed-body-1".utf8))
  }

  @Test(
    "compressed data is replaced whole where it says what it is and cannot be undone",
    arguments: ["gzip", "br", "zstd"])
  func closed(_ coding: String) {
    let bytes = coding == "gzip" ? Array(Self.gzip.dropLast(40)) : [0x8B, 0x02, 0x80, 0xFF, 0x00, 0xFE]
    let headers: HTTPHeaders = ["Content-Type": "application/json", "Content-Encoding": coding]
    let message = HTTPMessage.request(.post, "/a", headers: headers, body: Data(bytes))
    #expect(Redaction.standard.redacted(message).body == Data("REDACTED-compressed-body-1".utf8))
  }

  @Test("compressed data stays byte for byte where it holds no secret")
  func harmless() {
    let bytes = Compression.gzip.compressed(Array(#"{"title":"Brass telescope"}"#.utf8))
    let message = HTTPMessage.response(200, headers: ["Content-Encoding": "gzip"], body: Data(bytes))
    #expect(Redaction.standard.redacted(message) == message)
  }
}
