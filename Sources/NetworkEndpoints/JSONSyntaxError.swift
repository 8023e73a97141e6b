public import Foundation

/// Where a text is not JSON, and why.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// What is wrong, such as "a colon is expected".
  public let reason: String
}

extension JSONSyntaxError: CustomStringConvertible, LocalizedError {
  /// The place and the reason.
  public var description: String { "\(reason), at line \(line), column \(column)" }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension JSONValue {
  /// Reads JSON.
  ///
  /// - Parameter data: The text, in UTF-8.
  /// - Throws: ``JSONSyntaxError`` with the place and the reason.
  public init(parsing data: Data) throws(JSONSyntaxError) {
    let bytes = [UInt8](data)
    // The closure of Foundation's own access to bytes throws any error; the result keeps the type.
    self = try bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(JSONSyntaxError) in try JSONParser.parse(buffer) }
    }.get()
  }
}
