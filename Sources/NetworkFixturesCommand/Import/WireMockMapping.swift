import Foundation
import NetworkEndpoints

/// A mapping of [WireMock](https://wiremock.org/docs/stubbing/), as its file has it.
struct WireMockMapping {
  let request: [String: JSONValue]
  let response: [String: JSONValue]
  /// The rest: its name, priority and scenario.
  let rest: [String: JSONValue]

  /// The mappings of a file.
  ///
  /// - Throws: A ``UsageError`` that names the file, if it has none.
  static func all(in data: Data, file: String) throws -> [Self] {
    let value: JSONValue
    do { value = try JSONValue(parsing: data) } catch {
      throw UsageError("\(file.quoted) is no JSON: \(error).")
    }
    let values = value["mappings"]?.list ?? value.list ?? [value]
    return try values.enumerated().map { index, value in
      guard let members = value.members, let response = value["response"]?.members else {
        throw UsageError("\(file.quoted) is no WireMock mapping: number \(index + 1) in it has no response.")
      }
      var rest = members
      rest["request"] = nil
      rest["response"] = nil
      return Self(request: value["request"]?.members ?? [:], response: response, rest: rest)
    }
  }

  var priority: Double { rest["priority"]?.double ?? 5 }
}

extension JSONValue {
  var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  var list: [JSONValue]? {
    if case .array(let list) = self { list } else { nil }
  }

  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var double: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  var integer: Int? { double.flatMap { Int(exactly: $0) } }

  var isTrue: Bool { self == .bool(true) }
}
