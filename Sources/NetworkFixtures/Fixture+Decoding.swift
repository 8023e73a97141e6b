public import Foundation

extension Fixture {
  /// Decodes the JSON in the file.
  ///
  /// - Parameters:
  ///   - type: What the file holds; may be left to the context.
  ///   - decoder: The decoder, with the strategies that the file needs.
  /// - Returns: The decoded value.
  /// - Throws: A ``FixtureError`` as for ``data``; where the file does not decode, with the coding path and the line.
  public func decode<T: Decodable>(_ type: T.Type = T.self, using decoder: JSONDecoder = JSONDecoder()) throws -> T {
    let data = try data
    do {
      return try decoder.decode(type, from: data)
    } catch {
      throw FixtureError.undecodable(name, as: type, data: data, because: error)
    }
  }
}
