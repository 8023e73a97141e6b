import NetworkTesting
import TestSupport

@Suite("A JSON value")
struct JSONValueTests {
  @Test("a JSON value is written as a literal")
  func literals() {
    let value: JSONValue = [
      "null": nil, "bool": true, "integer": 1, "number": 1.5, "string": "a", "array": [1, "b", []],
    ]
    #expect(
      value
        == .object([
          "null": .null, "bool": .bool(true), "integer": .integer(1), "number": .number(1.5), "string": .string("a"),
          "array": .array([.integer(1), .string("b"), .array([])]),
        ]))
  }

  @Test("a JSON value keeps the last of a repeated key")
  func repeatedKey() {
    #expect((["a": 1, "b": 2, "a": 3] as JSONValue) == ["a": 3, "b": 2])
  }

  @Test("a JSON value is read by key and by index, and what is not there is nil")
  func subscripts() {
    let value: JSONValue = ["items": [["id": 1], ["id": nil]]]
    #expect(value["items"]?[0]?["id"] == 1)
    #expect(value["items"]?[1]?["id"] == .null)
    #expect(value["items"]?[2] == nil)
    #expect(value["items"]?[-1] == nil)
    #expect(value["other"] == nil)
    #expect(value[0] == nil)
    #expect(value["items"]?["id"] == nil)
    #expect(JSONValue.null["a"] == nil)
  }

  @Test("a JSON value gives its content as the type that it has, and nil as any other")
  func content() {
    let value: JSONValue = ["text": "a", "int": 1, "double": 1.5, "whole": .number(2), "bool": true, "list": [nil]]
    #expect(value["text"]?.text == "a")
    #expect((value["int"]?.int, value["int"]?.double) == (1, 1))
    #expect((value["double"]?.int, value["double"]?.double) == (nil, 1.5))
    #expect((value["whole"]?.int, value["whole"]?.double) == (2, 2))
    #expect((value["bool"]?.bool, value["bool"]?.int) == (true, nil))
    #expect(value["list"]?.list == [nil])
    #expect(value.object?.count == 6)
    #expect([value.text, value["int"]?.text] == [nil, nil])
    #expect([value.list, value["text"]?.list] == [nil, nil])
    #expect((value["list"]?.object, value["text"]?.bool, JSONValue.null.double) == (nil, nil, nil))
  }

  @Test("a JSON value equals another that is the same JSON, and no other", arguments: 0..<values.count)
  func equality(index: Int) {
    for (other, value) in Self.values.enumerated() {
      #expect((Self.values[index] == value) == (index == other), "\(Self.values[index]) and \(value)")
    }
  }

  static let values: [JSONValue] = [
    nil, true, false, 0, 1, -1, 1.5, "", "1", "true", "null", [], [nil], [1, 2], [2, 1], [[]], [:], ["a": nil],
    ["a": 1],
    ["b": 1], ["a": 1, "b": 1], .integer(.max), .integer(.min), .number(9_223_372_036_854_775_808), .number(1e300),
    .number(.infinity), 9_007_199_254_740_993, .number(9_007_199_254_740_992),
  ]

  @Test(
    "a JSON value has the same number whether it is written with a fraction or without",
    arguments: [0, 1, -1, 42, 1 << 53, .min])
  func numbers(integer: Int) {
    let (integral, fractional) = (JSONValue.integer(integer), JSONValue.number(Double(integer)))
    #expect(integral == fractional)
    #expect(fractional == integral)
    #expect(integral.hashValue == fractional.hashValue)
    #expect(JSONValue.number(-0.0) == 0)
    #expect(JSONValue.number(-0.0).hashValue == JSONValue.integer(0).hashValue)
  }

  @Test("a JSON value hashes like its equal", arguments: 0..<8 as Range<UInt64>)
  func hashing(seed: UInt64) {
    var generator = Dice(seed: seed)
    for _ in 0..<100 {
      let value = generator.jsonValue()
      let other = value.withOtherNumbers
      #expect(value == other)
      #expect(other == value)
      #expect(value.hashValue == other.hashValue)
    }
  }
}

extension JSONValue {
  /// The same JSON, with whole numbers as floating-point numbers where they fit.
  fileprivate var withOtherNumbers: JSONValue {
    switch self {
    case .integer(let value): Double(exactly: value).map(JSONValue.number) ?? self
    case .number(let value): Int(exactly: value).map(JSONValue.integer) ?? self
    case .array(let elements): .array(elements.map(\.withOtherNumbers))
    case .object(let members): .object(members.mapValues(\.withOtherNumbers))
    default: self
    }
  }
}
