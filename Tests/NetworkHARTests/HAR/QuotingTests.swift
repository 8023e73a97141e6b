import Foundation
import NetworkHAR
import NetworkStubs
import Testing

@Suite("A foreign text in an error")
struct QuotingTests {
  @Test("a foreign text in an error is as harmless where it is an excerpt of a file")
  func excerpt() throws {
    let error = try #require(
      #expect(throws: HARError.self) { try HAR(Data("{ \"\u{202E}\u{1B}]0;x\u{2029}\": 1 }".utf8)) })
    #expect(!"\(error)".unicodeScalars.contains { "\u{202E}\u{1B}\u{2029}".unicodeScalars.contains($0) })
  }
}
