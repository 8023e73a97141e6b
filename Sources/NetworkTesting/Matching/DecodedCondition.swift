import Foundation
import NetworkEndpoints

/// A body that is JSON of a type and fulfils a predicate.
struct DecodedCondition<Value: Decodable & Sendable>: Condition {
  let name: String
  let predicate: @Sendable (Value) throws -> Bool

  var code: String { ".body(as: \(Value.self).self, \(name.quoted(limit: nil))) { … }" }

  func matches(_ request: RequestReader) -> Bool {
    guard let value = try? Self.decode(request) else { return false }
    return (try? predicate(value)) ?? false
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "body \(name)"
    if let problem = request.json.problem {
      return [.mismatch(.body, label, expected: "JSON of \(Value.self)", got: problem)]
    }
    do {
      let value = try Self.decode(request)
      do {
        return try predicate(value)
          ? [.match(.body, label, "true")] : [.mismatch(.body, label, "is false for this body", similarity: 0.5)]
      } catch {
        return [.mismatch(.body, label, "threw \(error)".shortened(to: 200), similarity: 0.5)]
      }
    } catch {
      return [.mismatch(.body, label, expected: "JSON of \(Value.self)", got: Self.reason(error))]
    }
  }

  private static func decode(_ request: RequestReader) throws -> Value {
    try JSONDecoder().decode(Value.self, from: request.body)
  }

  private static func reason(_ error: any Error) -> String {
    func place(_ path: [any CodingKey]) -> String {
      "$" + path.map { key in key.intValue.map { "[\($0)]" } ?? JSONPath.step(key.stringValue) }.joined()
    }
    return switch error {
    case DecodingError.keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
    case DecodingError.valueNotFound(let type, let context): "\(place(context.codingPath)) is null, not \(type)"
    case DecodingError.typeMismatch(let type, let context): "\(place(context.codingPath)) is not \(type)"
    case DecodingError.dataCorrupted(let context):
      "\(place(context.codingPath)) cannot be read: \(context.debugDescription)".shortened(to: 200)
    default: "\(error)".shortened(to: 200)
    }
  }
}
