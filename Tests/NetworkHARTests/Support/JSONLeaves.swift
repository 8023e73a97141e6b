import Foundation
import NetworkEndpoints

/// The values of a JSON text by their paths, to see that none is lost.
struct JSONLeaves {
  private var values: [String: JSONValue] = [:]

  init(_ data: Data) throws {
    collect(try JSONDecoder().decode(JSONValue.self, from: data), at: "$")
  }

  private mutating func collect(_ value: JSONValue, at path: String) {
    switch value {
    case .object(let members): for (key, value) in members { collect(value, at: path + "." + key) }
    case .array(let elements): for (index, value) in elements.enumerated() { collect(value, at: "\(path)[\(index)]") }
    default: values[path] = value
    }
  }

  /// What is not there in the other text, taking for the same what a lenient reader takes for the same.
  func isContained(in other: Self) -> [String] {
    values.filter { path, value in
      let found = other.values[path]
      // A known field that is null is the same as none.
      return found != value && !(value == .null && !path.contains("._")) && !Self.areAlike(value, found, at: path)
    }
    .map { "\($0.key): \($0.value), now \(other.values[$0.key]?.description ?? "missing")" }.sorted()
  }

  private static func areAlike(_ value: JSONValue, _ found: JSONValue?, at path: String) -> Bool {
    // Dates are written in UTC with milliseconds.
    if path.hasSuffix(".startedDateTime") { return found?.description.hasSuffix("Z\"") == true }
    guard case .string(let text) = value, let found else { return false }
    return Double(text) != nil && found.description == text
  }
}
