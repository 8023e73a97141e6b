/// An object of a recording, whose fields are listed once for reading and writing.
protocol HARObject {
  /// The default, for missing fields.
  static var blank: Self { get }
  /// Whether it is written on one line.
  static var isOnOneLine: Bool { get }

  /// Visits the fields, in the order of the specification.
  mutating func visit(_ fields: inout HARFields)
}

extension HARObject {
  static var isOnOneLine: Bool { false }
}

/// The fields of objects, which are read from a text or written to one.
///
/// Reading is lenient where tools differ: a number may be a string, a string may be a number, and `null` is nothing. A repeated
/// field is an error, since the intended one is unknown. The first error ends it: later fields stay unchanged.
struct HARFields {
  /// A problem with reading, and its place.
  struct Problem: Error {
    let code: HARError.Code
    let offset: Int
    let reason: String
  }

  /// The text to read; nil when writing.
  private let text: JSONText?
  /// The object that is being read.
  private var object = 0
  private var problem: Problem?
  private var writer = JSONFileWriter()

  var isReading: Bool { text != nil }

  /// Reads an object from a text.
  static func read<Object: HARObject>(_ text: JSONText) throws(Problem) -> Object {
    var fields = Self(text: text)
    let object: Object? = fields.readObject(0)
    if let problem = fields.problem { throw problem }
    return object ?? .blank
  }

  /// Writes an object as a text.
  static func bytes(of object: some HARObject) -> [UInt8] {
    var fields = Self(text: nil)
    fields.write(object)
    return fields.writer.bytes
  }

  private init(text: JSONText?) {
    self.text = text
  }
}

// The values of a text: nil for `null`, and for unreadable values.
extension HARFields {
  /// Returns the value of a field.
  private mutating func value(_ name: StaticString) -> Int? {
    guard problem == nil, let text, let token = text.take(name, from: object) else { return nil }
    if let repeated = text.repeatedKey {
      refuse(.invalidValue, repeated, "the field \(text.string(repeated).quoted) is there twice.")
    }
    return text.mark(of: token) == UInt8(ascii: "n") ? nil : token
  }

  private mutating func refuse(_ code: HARError.Code, _ token: Int, _ reason: String) {
    guard let text, problem == nil else { return }
    problem = Problem(code: code, offset: text.start(of: token), reason: reason)
  }

  private mutating func mismatch(_ token: Int, _ wanted: String) {
    refuse(.wrongType, token, "expected \(wanted), found \(text?.kind(of: token) ?? "nothing").")
  }

  private mutating func readString(_ token: Int) -> String? {
    guard let text else { return nil }
    switch text.mark(of: token) {
    case UInt8(ascii: "\""): return text.string(token)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      mismatch(token, "a string")
      return nil
    default: return text.source(of: token)
    }
  }

  private mutating func readNumber(_ token: Int) -> Double? {
    if let integer = text?.integer(token) { return Double(integer) }
    guard let digits = readString(token)?.trimmingCharacters(in: .whitespaces), !digits.isEmpty else { return nil }
    if let number = Double(digits), number.isFinite { return number }
    if text?.kind(of: token) == "a number" {
      refuse(.invalidValue, token, "expected a number of at most 64 bits.")
    } else {
      mismatch(token, "a number")
    }
    return nil
  }

  private mutating func readObject<Object: HARObject>(_ token: Int) -> Object? {
    guard let text, text.mark(of: token) == UInt8(ascii: "{") else {
      mismatch(token, "an object")
      return nil
    }
    let outer = object
    object = token
    var value = Object.blank
    value.visit(&self)
    object = outer
    return value
  }

  private mutating func write(_ object: some HARObject) {
    let outer = writer.begin("{", onOneLine: type(of: object).isOnOneLine)
    var copy = object
    copy.visit(&self)
    writer.end("}", outer)
  }
}

// Fields that may be missing from a file.
extension HARFields {
  package mutating func field(_ name: StaticString, _ value: inout String?) {
    if isReading {
      if let token = self.value(name) { value = readString(token) }
    } else if let value {
      writer.key(name)
      writer.string(value)
    }
  }

  package mutating func field(_ name: StaticString, _ value: inout Int?) {
    if isReading {
      guard let token = self.value(name) else { return }
      value = text?.integer(token)
      if value == nil, let number = readNumber(token) {
        value = Int(exactly: number.rounded())
        if value == nil { refuse(.invalidValue, token, "expected a number of at most 64 bits.") }
      }
    } else if let value {
      writer.key(name)
      writer.append(String(value))
    }
  }

  package mutating func field(_ name: StaticString, _ value: inout Double?) {
    if isReading {
      if let token = self.value(name) { value = readNumber(token) }
    } else if let value {
      writer.key(name)
      // Infinity and NaN cannot be written, and -1 is "does not apply".
      writer.append(value.isFinite ? Int(exactly: value).map { String($0) } ?? "\(value)" : "-1")
    }
  }

  package mutating func field(_ name: StaticString, _ value: inout Bool?) {
    if isReading {
      guard let token = self.value(name), let text = readString(token)?.lowercased(), !text.isEmpty else { return }
      switch text {
      case "true", "1": value = true
      case "false", "0": value = false
      default: mismatch(token, "a boolean")
      }
    } else if let value {
      writer.key(name)
      writer.append(value ? "true" : "false")
    }
  }

  package mutating func field(_ name: StaticString, _ value: inout (some HARObject)?) {
    if isReading {
      if let token = self.value(name) { value = readObject(token) }
    } else if let value {
      writer.key(name)
      write(value)
    }
  }

  package mutating func field<Object: HARObject>(_ name: StaticString, _ value: inout [Object]?) {
    if isReading {
      if let token = self.value(name) { value = readList(token) }
    } else if let value {
      writer.key(name)
      let outer = writer.begin("[")
      for object in value {
        writer.element()
        write(object)
      }
      writer.end("]", outer)
    }
  }

  private mutating func readList<Object: HARObject>(_ token: Int) -> [Object]? {
    guard let text, text.mark(of: token) == UInt8(ascii: "[") else {
      mismatch(token, "a list")
      return nil
    }
    var objects: [Object] = []
    let end = text.next(after: token)
    var element = token + 1
    while element < end, problem == nil, let object: Object = readObject(element) {
      objects.append(object)
      element = text.next(after: element)
    }
    return objects
  }
}

// Fields that are always written, and keep their value if a file has none.
extension HARFields {
  package mutating func field(_ name: StaticString, _ value: inout String) {
    var optional = isReading ? nil : value
    field(name, &optional)
    if let optional { value = optional }
  }

  package mutating func field(_ name: StaticString, _ value: inout Int) {
    var optional = isReading ? nil : value
    field(name, &optional)
    if let optional { value = optional }
  }

  package mutating func field(_ name: StaticString, _ value: inout Double) {
    var optional = isReading ? nil : value
    field(name, &optional)
    if let optional { value = optional }
  }

  package mutating func field(_ name: StaticString, _ value: inout Date) {
    var optional = isReading ? nil : HARDate.format(value)
    field(name, &optional)
    guard isReading, let text = optional, !text.isEmpty else { return }
    if let date = HARDate.parse(text) {
      value = date
    } else if let token = self.value(name) {
      refuse(.invalidValue, token, "expected a date such as \"2025-06-11T17:42:08.123Z\".")
    }
  }

  package mutating func field<Object: HARObject>(_ name: StaticString, _ value: inout Object) {
    var optional = isReading ? nil : value
    field(name, &optional)
    if let optional { value = optional }
  }

  package mutating func field<Object: HARObject>(_ name: StaticString, _ value: inout [Object]) {
    var optional = isReading ? nil : value
    field(name, &optional)
    if let optional { value = optional }
  }

  /// Header fields, which some tools write with a list for a repeated name, and some as a single object.
  mutating func fields(_ name: StaticString, _ pairs: inout [HAR.Pair]) {
    guard let text, problem == nil else { return field(name, &pairs) }
    guard let token = value(name) else { return }
    if text.mark(of: token) == UInt8(ascii: "{") {
      pairs = text.members(of: token).flatMap { readPairs(text.string($0.key), $0.value) }
      return
    }
    guard text.mark(of: token) == UInt8(ascii: "[") else { return mismatch(token, "a list") }
    pairs = []
    let end = text.next(after: token)
    var element = token + 1
    while element < end, problem == nil {
      if text.mark(of: element) == UInt8(ascii: "{"), let values = text.take("value", from: element),
        text.mark(of: values) == UInt8(ascii: "[")
      {
        pairs += readPairs(text.take("name", from: element).flatMap { readString($0) } ?? "", values)
      } else if let pair: HAR.Pair = readObject(element) {
        pairs.append(pair)
      }
      element = text.next(after: element)
    }
  }

  /// Returns the values of a name: one, or a list of several.
  private mutating func readPairs(_ name: String, _ token: Int) -> [HAR.Pair] {
    guard let text, text.mark(of: token) == UInt8(ascii: "[") else {
      return readString(token).map { [HAR.Pair(name: name, value: $0)] } ?? []
    }
    let end = text.next(after: token)
    var (pairs, element) = ([HAR.Pair](), token + 1)
    while element < end, let value = readString(element) {
      pairs.append(HAR.Pair(name: name, value: value))
      element = text.next(after: element)
    }
    return pairs
  }

  /// Refuses an invalid value.
  ///
  /// - Parameters:
  ///   - name: The field.
  ///   - isPossible: Whether its value is valid.
  ///   - wanted: The expected value.
  mutating func check(_ name: StaticString, _ isPossible: Bool, _ wanted: String) {
    guard !isPossible, problem == nil, let token = text?.take(name, from: object) else { return }
    refuse(.invalidValue, token, "expected \(wanted), found \(text?.source(of: token) ?? "").")
  }

  /// Refuses an object without a field that has no default.
  ///
  /// - Parameters:
  ///   - name: The field.
  ///   - isThere: Whether its value is usable; by default, whether there is a field.
  mutating func require(_ name: StaticString, _ isThere: Bool? = nil) {
    guard let text, !(isThere ?? (text.take(name, from: object) != nil)) else { return }
    refuse(.missingField, object, "expected a field \"\(name)\".")
  }
}

extension HAR.Extras: HARObject {
  static var blank: Self { [:] }

  /// Takes all fields that were not visited before.
  mutating func visit(_ fields: inout HARFields) { fields.others(&self) }
}

extension HARFields {
  /// The fields that the specification does not know: those that were not visited before.
  mutating func others(_ extras: inout HAR.Extras) {
    if let text {
      guard problem == nil else { return }
      extras.keep(text.untakenMembers(of: object).map { ($0.name, text.compactSource(of: $0.value)) })
    } else {
      for member in extras.members {
        writer.key(member.name)
        writer.source(member.json)
      }
    }
  }
}
