import Foundation
import NetworkEndpoints

/// A body read as JSON, or the reason why it is none.
enum JSONBody {
  case value(JSONValue)
  case invalid(reason: String)

  init(_ body: Data) {
    guard !body.isEmpty else {
      self = .invalid(reason: "the body is empty")
      return
    }
    do { self = .value(try JSONValue(parsing: body)) } catch {
      self = .invalid(reason: "got \(BodyExcerpt(body).text), which is not JSON: \(error)")
    }
  }

  /// Why it is no JSON; nil if it is.
  var problem: String? {
    if case .invalid(let reason) = self { reason } else { nil }
  }
}
