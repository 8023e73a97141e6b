import Foundation
import NetworkEndpoints
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkFixtures
@testable import NetworkHAR

@Suite("The number of a card")
struct CardNumberTests {
  private static let seed: UInt64 = 20_261_123

  /// Issuers, as their documents name them, and the lengths of their numbers.
  private static let issuers = [
    ("4", 16), ("51", 16), ("55", 16), ("2221", 16), ("2720", 16), ("34", 15), ("37", 15), ("6011", 16), ("65", 16),
    ("3528", 16), ("3589", 16), ("36", 14), ("300", 14), ("62", 16),
  ]

  /// Numbers drawn as issuers do, each ending in the digit that makes its checksum right.
  private static func numbers(_ issuer: (String, Int), _ count: Int) -> [String] {
    var random = SeededGenerator(seed: issuer.0.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
    return (0..<count).map { _ in
      var digits = issuer.0.compactMap(\.wholeNumberValue)
      while digits.count < issuer.1 - 1 { digits.append(Int.random(in: 0...9, using: &random)) }
      let sum = digits.reversed().enumerated().reduce(0) { sum, next in
        let value = next.offset % 2 == 0 ? next.element * 2 : next.element
        return sum + value / 10 + value % 10
      }
      return (digits + [(10 - sum % 10) % 10]).map(String.init).joined()
    }
  }

  private static func grouped(_ number: String, by mark: String) -> String {
    var (groups, rest) = ([String](), number[...])
    for size in number.count == 15 ? [4, 6, 5] : [4, 4, 4, 4] {
      groups.append(String(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return groups.joined(separator: mark)
  }

  @Test("is taken out wherever it stands, in groups or not", arguments: issuers)
  func places(_ issuer: (String, Int)) {
    for number in Self.numbers(issuer, Effort.count(4, full: 50)) {
      let forms =
        number.count == 14 ? [number] : [number, Self.grouped(number, by: " "), Self.grouped(number, by: "-")]
      for form in forms {
        for text in [
          form, "Paid with \(form).", #"{"title":"Tea","pan":"\#(form)"}"#, "user=ada&card=\(form)&page=2",
          "X-Card: \(form)", "<card>\(form)</card>",
        ] {
          let redacted = Redaction.standard.redacted(text)
          #expect(!redacted.contains(form), "seed \(Self.seed): \(redacted)")
          #expect(redacted.contains("REDACTED-card-number-1"), "seed \(Self.seed): \(redacted)")
        }
      }
      #expect(Redaction.standard.redacted(#"{"card":\#(number)}"#) == #"{"card":990000001}"#)
    }
  }

  @Test("stays where its checksum is wrong, in a path, and under the name of an id", arguments: issuers)
  func ids(_ issuer: (String, Int)) {
    for number in Self.numbers(issuer, Effort.count(4, full: 50)) {
      let last = number.last?.wholeNumberValue ?? 0
      let wrong = number.dropLast() + String((last + 1) % 10)
      for text in [
        "Paid with \(wrong).", #"{"pan":"\#(wrong)"}"#, "https://api.example.com/orders/\(number)/items",
        #"{"id":"\#(number)","orderId":\#(number),"order_id":"\#(number)"}"#, "?order_id=\(number)&page=2",
        "order-\(number)", "\(number)7", "1.\(number)",
      ] { #expect(Redaction.standard.redacted(text) == text) }
    }
  }
}

@Suite("Personal data")
struct PersonalDataTests {
  @Test(
    "is taken out on request, and stays otherwise",
    arguments: [
      ("Write to ada.l+tea@mail.example.com, please.", "Write to REDACTED-email-1, please."),
      (#"{"name":"Ada","mail":"ada@example.com"}"#, #"{"name":"Ada","mail":"REDACTED-email-1"}"#),
      ("https://a.test/users?email=ada%40example.com&page=2", "https://a.test/users?email=REDACTED-email-1&page=2"),
      ("mailto:ada@example.com", "mailto:REDACTED-email-1"),
      (
        #"{"phone":"0151 2345678","tel":"+44 20 7946 0958"}"#,
        #"{"phone":"REDACTED-phone-1","tel":"REDACTED-telephone-1"}"#
      ),
      ("Call (555) 123-4567 or 555-123-4567.", "Call REDACTED-telephone-1 or REDACTED-telephone-2."),
    ])
  func onRequest(_ text: String, _ redacted: String) {
    #expect(Redaction.standard.redacted(text) == text)
    #expect(Redaction.standard.hiding(.personalData).redacted(text) == redacted)
    #expect(Redaction.standard.hiding(.personalData).redacted(redacted) == redacted)
  }

  @Test(
    "is not what only looks like it",
    arguments: [
      "https://ada@git.example.com/tea.git", "assets/tea@2x.png", "react@18.2.0", "2025-06-11T17:42:08+02:00",
      "7b0c3d2e-5f7a-4a55-9d0e-6a2f0d1c9b8a", "192.168.100.2000", #"{"phone_verified":true,"email_count":12}"#,
      "1749663728", "+1", "@ada",
    ])
  func others(_ text: String) {
    #expect(Redaction.standard.hiding(.personalData).redacted(text) == text)
  }
}
