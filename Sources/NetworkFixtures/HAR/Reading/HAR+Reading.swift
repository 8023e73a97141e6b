public import Foundation

extension HAR {
  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - data: The content of a `.har` file: UTF-8, with or without a byte order mark.
  ///   - file: The file's name for errors.
  /// - Throws: A ``HARError`` that names the line, the column and the path of what is wrong.
  public init(_ data: Data, file: String? = nil) throws {
    let bytes = [UInt8](data)
    do {
      if let offset = bytes.firstOffsetThatIsNotUTF8 {
        throw JSONReader.Failure(code: .notText, offset: offset, reason: "expected UTF-8.")
      }
      var reader = JSONReader(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      self = try HAR(from: &reader)
    } catch let failure as JSONReader.Failure {
      throw HARError(failure, in: bytes, file: file)
    }
  }

  init(from reader: inout JSONReader) throws {
    var log: Log?
    self.init()
    try reader.object { reader, key in
      if key == "log" {
        log = try Log(from: &reader)
      } else {
        try reader.keep(key, in: &extras)
      }
    }
    guard let log else { throw reader.failure(.missingField, #"expected a field "log"."#, at: 0) }
    reader.skipSpace()
    guard reader.current == nil else { throw reader.failure("expected nothing more.") }
    self.log = log
  }
}

extension JSONReader {
  /// Keeps a field that the specification does not know.
  mutating func keep(_ name: String, in extras: inout HAR.Extras) throws {
    let json = try json()
    // As parsers do, the last one of a repeated name stays.
    if let index = extras.members.firstIndex(where: { $0.name == name }) {
      extras.members[index].json = json
    } else {
      extras.members.append(HAR.Extras.Member(name: name, json: json))
    }
  }

  /// Takes an object of fields that are kept as they are; `null` is an empty one.
  mutating func extras() throws -> HAR.Extras {
    var extras = HAR.Extras()
    if take(word: "null") { return extras }
    try object { reader, key in try reader.keep(key, in: &extras) }
    return extras
  }

  /// Takes an object, or nothing where there is `null`.
  mutating func optional<Value>(_ value: (inout Self) throws -> Value) throws -> Value? {
    take(word: "null") ? nil : try value(&self)
  }
}
