import Foundation
import NetworkEndpoints

/// What a decoder complains of, in words that are the same on every platform.
struct DecodingProblem {
  let place: JSONPlace

  /// The coding path as JSON path notation, `$[2].seller.name`.
  let path: String

  let reason: String

  /// The keys of the object that lacks one, at most twenty.
  let keys: [String]

  init(_ error: any Error, in data: Data) {
    let bytes = [UInt8](data)
    let codingPath = (error as? DecodingError)?.codingPath ?? []
    path = codingPath.jsonPath
    if case .dataCorrupted = error as? DecodingError, codingPath.isEmpty, let flaw = JSONFlaw(in: bytes) {
      place = JSONPlace(at: flaw.offset, in: bytes)
      reason = flaw.reason
      keys = []
      return
    }
    var scanner = JSONScanner(bytes)
    let arrived = scanner.follow(codingPath)
    place = JSONPlace(at: scanner.index, in: bytes)
    switch error as? DecodingError {
    case .keyNotFound(let key, _):
      reason = "there is no key \(key.stringValue.quoted)."
      keys = Array(scanner.keys().prefix(20))
      return
    case .typeMismatch(let type, _): reason = "expected \(type)\(arrived ? ", found \(scanner.kind)" : "")."
    case .valueNotFound(let type, _): reason = "expected \(type), found null or nothing."
    case .dataCorrupted(let context): reason = context.debugDescription
    default: reason = "\(error)"
    }
    keys = []
  }
}

extension DecodingError {
  fileprivate var codingPath: [any CodingKey] {
    switch self {
    case .keyNotFound(_, let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath
    @unknown default: []
    }
  }
}

extension [any CodingKey] {
  fileprivate var jsonPath: String {
    reduce(into: "$") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else if !key.stringValue.isEmpty, key.stringValue.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) {
        text += ".\(key.stringValue)"
      } else {
        text += "[\(key.stringValue.quoted)]"
      }
    }
  }
}
