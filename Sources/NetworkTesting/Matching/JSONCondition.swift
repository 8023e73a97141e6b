import Foundation
import NetworkEndpoints

/// A body that is JSON equal to a value, or that has at least what the value has.
struct JSONCondition: Condition {
  let expected: JSONExpectation
  let isSubset: Bool

  var code: String { ".body(\(isSubset ? "containing" : "json"): \(expected.code))" }

  func matches(_ request: RequestReader) -> Bool {
    guard case .value(let expected) = expected, case .value(let actual) = request.json else { return false }
    return isSubset ? JSONDifference.contains(actual, expected) : actual == expected
  }

  func findings(_ request: RequestReader) -> [Finding] {
    switch (expected, request.json) {
    case (.unencodable(_, let reason), _):
      return [.mismatch(.body, "body", reason)]
    case (.value, .invalid(let reason)):
      return [.mismatch(.body, "body", expected: "JSON", got: reason)]
    case (.value(let expected), .value(let actual)):
      let differences = JSONDifference.between(expected: expected, actual: actual, isSubset: isSubset)
      guard !differences.isEmpty else {
        return [.match(.body, "body", isSubset ? "JSON with what is expected" : "equal JSON")]
      }
      return differences.map { $0.finding(label: "body $", among: expected.leafCount) }
    }
  }
}

/// The JSON a test expects, which may have been a value that cannot be encoded.
enum JSONExpectation: Sendable {
  case value(JSONValue)
  case unencodable(type: String, reason: String)

  init(_ value: some Encodable, encoder: JSONEncoder) {
    do {
      let data = try encoder.encode(value)
      switch JSONBody(data) {
      case .value(let json): self = .value(json)
      case .invalid(let reason): self = .unencodable(type: "\(type(of: value))", reason: reason)
      }
    } catch {
      let reason = "the expected \(type(of: value)) cannot be encoded: \(error)".shortened(to: 300)
      self = .unencodable(type: "\(type(of: value))", reason: reason)
    }
  }

  /// The code of a literal of the value, secrets masked.
  var code: String {
    switch self {
    case .value(let value): Secrets.masked(json: value).swiftCode
    case .unencodable(let type, _): "nil /* \(type): cannot be encoded */"
    }
  }
}
