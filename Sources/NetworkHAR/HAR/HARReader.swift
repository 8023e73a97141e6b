/// A reader of the objects of a recording.
///
/// Reading is lenient where tools differ: a number may be a string, a string may be a number, and `null` is nothing. What is read
/// has the types and the order of the specification, with a standard value for each field that a file must have. A repeated field
/// is an error, since the intended one is unknown. The first error ends it.
struct HARReader {
  /// A problem with reading, and its place.
  struct Problem: Error {
    let code: HARError.Code
    let offset: Int
    let reason: String
  }

  private let text: JSONText

  init(_ text: JSONText) {
    self.text = text
  }

  /// Reads an object.
  ///
  /// - Parameters:
  ///   - object: Its place among the values of the text.
  ///   - shape: Its fields.
  func object(_ object: Int, _ shape: HARShape) throws(Problem) -> HARObject {
    guard text.mark(of: object) == UInt8(ascii: "{") else { throw mismatch(object, "an object") }
    var places = [Int](repeating: 0, count: shape.fields.count)
    var extras: [Int] = []
    var expected = 0
    var key = object + 1
    let end = text.next(after: object)
    while key < end {
      if let place = shape.place(of: key, in: text, expected: expected) {
        if places[place] > 0 {
          throw problem(.invalidValue, key, "the field \(text.string(key).quoted) appears twice.")
        }
        places[place] = key + 1
        expected = place + 1
      } else {
        extras.append(key)
      }
      key = text.next(after: key + 1)
    }
    var result = HARObject()
    result.fields.reserveCapacity(places.count + extras.count)
    for (place, field) in shape.fields.enumerated() {
      if let value = try value(places[place], field, in: object) {
        result.fields.append(HARObject.Field(field.name, value))
      }
    }
    if !extras.isEmpty { keep(extras, in: &result) }
    return result
  }

  /// Reads a field; nil if it is left out.
  private func value(_ token: Int, _ field: HARShape.Field, in object: Int) throws(Problem) -> HARValue? {
    var value: HARValue?
    if token > 0, text.mark(of: token) != UInt8(ascii: "n") { value = try self.value(token, field.kind) }
    if field.isRequired, token == 0 || field.standard == nil && (value ?? "") == "" {
      throw problem(.missingField, object, "expected a field \"\(field.name)\".")
    }
    return value ?? field.standard
  }

  /// Keeps the fields that the specification does not know: of a repeated name, the last one in the place of the first.
  private func keep(_ keys: [Int], in object: inout HARObject) {
    // A file may have any number of them.
    var places: [String: Int] = [:]
    for key in keys {
      let field = HARObject.Field(text.string(key), .source(text.compactSource(of: key + 1)))
      if let place = places[field.name] {
        object.fields[place] = field
      } else {
        places[field.name] = object.fields.count
        object.fields.append(field)
      }
    }
  }
}

// The values of a text: nil for an empty one where another type is expected.
extension HARReader {
  private func value(_ token: Int, _ kind: HARShape.Kind) throws(Problem) -> HARValue? {
    switch kind {
    case .string: return .string(try string(token))
    case .integer: return try integer(token).map(HARValue.integer)
    case .number: return try number(token).map(HARValue.double)
    case .boolean: return try boolean(token).map(HARValue.bool)
    case .date: return try date(token).map { .string(HARDate.format($0)) }
    case .object(let shape): return .object(try object(token, shape))
    case .list(let shape): return .list(try list(token, shape))
    case .pairs: return .list(try pairs(token))
    }
  }

  private func string(_ token: Int) throws(Problem) -> String {
    switch text.mark(of: token) {
    case UInt8(ascii: "\""): return text.string(token)
    case UInt8(ascii: "{"), UInt8(ascii: "["): throw mismatch(token, "a string")
    default: return text.source(of: token)
    }
  }

  private func number(_ token: Int) throws(Problem) -> Double? {
    if let integer = text.integer(token) { return Double(integer) }
    let digits = try string(token).trimmingCharacters(in: .whitespaces)
    if digits.isEmpty { return nil }
    if let number = Double(digits), number.isFinite { return number }
    throw text.kind(of: token) == "a number"
      ? problem(.invalidValue, token, "expected a number of at most 64 bits.") : mismatch(token, "a number")
  }

  private func integer(_ token: Int) throws(Problem) -> Int? {
    if let integer = text.integer(token) { return integer }
    guard let number = try number(token) else { return nil }
    guard let integer = Int(exactly: number.rounded()) else {
      throw problem(.invalidValue, token, "expected a number of at most 64 bits.")
    }
    return integer
  }

  private func boolean(_ token: Int) throws(Problem) -> Bool? {
    switch try string(token).lowercased() {
    case "": return nil
    case "true", "1": return true
    case "false", "0": return false
    default: throw mismatch(token, "a boolean")
    }
  }

  private func date(_ token: Int) throws(Problem) -> Date? {
    let text = try string(token)
    if text.isEmpty { return nil }
    guard let date = HARDate.parse(text) else {
      throw problem(.invalidValue, token, "expected a date such as \"2025-06-11T17:42:08.123Z\".")
    }
    return date
  }

  private func list(_ token: Int, _ shape: HARShape) throws(Problem) -> [HARObject] {
    // Some tools write the only cookie or item without its list.
    if text.mark(of: token) == UInt8(ascii: "{"), shape === HARShape.cookie || shape === HARShape.pair {
      return text.children(of: token).isEmpty ? [] : [try object(token, shape)]
    }
    guard text.mark(of: token) == UInt8(ascii: "[") else { throw mismatch(token, "a list") }
    var objects: [HARObject] = []
    for element in text.children(of: token) { objects.append(try object(element, shape)) }
    return objects
  }

  /// Reads header fields, which some tools write with a list for a repeated name, and some as a single object.
  private func pairs(_ token: Int) throws(Problem) -> [HARObject] {
    var pairs: [HARObject] = []
    if text.mark(of: token) == UInt8(ascii: "{") {
      for member in text.members(of: token) { pairs += try self.pairs(text.string(member.key), member.value) }
      return pairs
    }
    guard text.mark(of: token) == UInt8(ascii: "[") else { throw mismatch(token, "a list") }
    for element in text.children(of: token) {
      if let values = text.value(of: "value", in: element), text.mark(of: values) == UInt8(ascii: "[") {
        let name = try text.value(of: "name", in: element).map { token throws(Problem) in try string(token) }
        pairs += try self.pairs(name ?? "", values)
      } else {
        pairs += Self.lines(of: try object(element, .pair))
      }
    }
    return pairs
  }

  /// Returns a field for each line of a value: no value has several, and browsers join the fields of a name by line breaks.
  private static func lines(of pair: HARObject) -> [HARObject] {
    guard case .string(let text)? = pair.value(of: "value"), let place = pair.place(of: "value"),
      text.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D })
    else { return [pair] }
    var lines: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      // A line that begins with a space continues the one before it: RFC 9112, section 5.2.
      if line.first == " " || line.first == "\t", let last = lines.popLast() {
        lines.append(last + " " + line.trimmingCharacters(in: .whitespaces))
      } else {
        lines.append(line.trimmingCharacters(in: .whitespaces))
      }
    }
    return (lines.isEmpty ? [""] : lines).enumerated().map { number, line in
      // What else is known of the fields stays with the first.
      var field = number == 0 ? pair : HARObject(pair.fields.filter { $0.name == "name" || $0.name == "value" })
      field.fields[number == 0 ? place : field.place(of: "value") ?? place].value = .string(line)
      return field
    }
  }

  /// Returns the values of a name: one, or a list of several.
  private func pairs(_ name: String, _ token: Int) throws(Problem) -> [HARObject] {
    guard text.mark(of: token) == UInt8(ascii: "[") else { return Self.lines(of: .pair(name, try string(token))) }
    var pairs: [HARObject] = []
    for value in text.children(of: token) { pairs += Self.lines(of: .pair(name, try string(value))) }
    return pairs
  }

  private func problem(_ code: HARError.Code, _ token: Int, _ reason: String) -> Problem {
    Problem(code: code, offset: text.start(of: token), reason: reason)
  }

  private func mismatch(_ token: Int, _ wanted: String) -> Problem {
    problem(.wrongType, token, "expected \(wanted), found \(text.kind(of: token)).")
  }
}
