import NetworkEndpoints
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// Numbers are compared by value, whatever they are written like, and not after rounding.
struct NumberTests {
  @Test(
    "numbers that a double would round to the same are different",
    arguments: [
      ("18446744073709551615", "18446744073709551614"), ("9223372036854775808", "9223372036854775809"),
      ("9007199254740993.5", "9007199254740992.5"), ("0.1", "0.1000000000000000055511151231257827"),
      ("3.14159265358979323846", "3.14159265358979323847"), ("-18446744073709551615", "18446744073709551615"),
      ("1e-40", "1.000000000000000000001e-40"),
    ])
  func different(lhs: String, rhs: String) throws {
    let (left, right) = (try JSONValue(parsing: Data(lhs.utf8)), try JSONValue(parsing: Data(rhs.utf8)))
    #expect(left != right)
    let matcher = RequestMatcher.any.body(json: ["n": left])
    #expect(matcher.takes(.json(#"{"n":\#(lhs)}"#)))
    #expect(!matcher.takes(.json(#"{"n":\#(rhs)}"#)))
    let lines = matcher.conditionLines(.json(#"{"n":\#(rhs)}"#))
    #expect(lines.count == 1 && lines[0].hasPrefix("✗ body $.n: expected \(left), got \(right)"), "\(lines)")
  }

  @Test(
    "spellings of one number are equal, and hash alike",
    arguments: [
      ["1", "1.0", "1e0", "10e-1", "100E-2"],
      ["18446744073709551615", "18446744073709551615.0", "1844674407370955161.5e1"],
      ["0.30", "0.3", "3e-1"], ["0.1", "0.10000000000000001"], ["1.4269999996379018", "1.4269999996379017"],
      ["38.254999999640859", "38.25499999964086"],
      ["1e20", "100000000000000000000", "1.0e+20"], ["0", "-0", "0.0", "0e5"],
      ["0.1000000000000000055511151231257827", "0.10000000000000000555111512312578270e0"],
    ])
  func equal(spellings: [String]) throws {
    let values = try spellings.map { try JSONValue(parsing: Data($0.utf8)) }
    #expect(Set(values).count == 1)
    for value in values { #expect(value == values[0]) }
  }

  @Test("digits are printed as they came, by description, literal and suggested stub")
  func printed() throws {
    let digits = "18446744073709551615"
    let value = try JSONValue(parsing: Data(digits.utf8))
    #expect(value == .decimal(digits))
    #expect(value.description == digits)
    #expect(value.swiftLiteral == #".decimal("18446744073709551615")"#)
    let code = SuggestedStub(.json(#"{"n":\#(digits)}"#)).code
    #expect(code.contains(#"["n": .decimal("18446744073709551615")]"#), "\(code)")
  }

  @Test("digits that are not a number do no harm")
  func notANumber() {
    #expect(JSONValue.decimal("abc").description == "null")
    #expect(JSONValue.decimal("abc") == .decimal("abc"))
    #expect(JSONValue.decimal("abc") != .decimal("b"))
    #expect(JSONValue.decimal("1") == 1)
    #expect(JSONValue.decimal("1.50") == 1.5)
  }

  @Test("encodables and decoders keep all digits")
  func codable() throws {
    struct Order: Codable { let id: UInt64, price: Decimal }
    let order = Order(id: .max, price: try #require(Decimal(string: "12345678901234567.89")))
    let data = try JSONEncoder().encode(order)
    let text = String(decoding: data, as: UTF8.self)
    #expect(RequestMatcher.any.body(json: order).takes(.json(text)))
    let decoded = try JSONDecoder().decode(JSONValue.self, from: data)
    #expect(decoded == (try JSONValue(parsing: data)))
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(decoded)) == decoded)
  }
}
