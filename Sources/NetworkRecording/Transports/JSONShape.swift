/// The shape of JSON: the types at each place, and the keys that are always there. Its values do not matter.
///
/// A list has the combined shape of all its elements. A key that looks like an id, such as a number or a UUID, is taken as a
/// dictionary's, whose values have one combined shape, and so are the keys of an object that are all codes, as of currencies, or
/// whose values are objects with the same keys. JSON in a text has a shape too, and a date the format in which it is written.
struct JSONShape: Sendable {
  private struct Kinds: OptionSet, Hashable {
    let rawValue: UInt8
    static let null = Self(rawValue: 1)
    static let bool = Self(rawValue: 2)
    static let number = Self(rawValue: 4)
    static let string = Self(rawValue: 8)
    static let list = Self(rawValue: 16)
    static let object = Self(rawValue: 32)
    /// A number that is not whole, or too large for 64 bits, which decoders of integers refuse.
    static let fraction = Self(rawValue: 64)
    static let large = Self(rawValue: 128)

    var words: String {
      let all: [(Self, String)] = [
        (.object, "an object"), (.list, "a list"), (.string, "a string"), (.large, "a number beyond 64 bits"),
        (.fraction, "a number with a fraction"), (.number, "a number"), (.bool, "a Boolean"), (.null, "null"),
      ]
      return all.filter { contains($0.0) }.map(\.1).joined(separator: " or ")
    }
  }

  private struct Member: Sendable {
    var shape = JSONShape()
    /// The number of objects that have it.
    var count = 0
  }

  private var kinds: Kinds = []
  private var objectCount = 0
  private var members: [String: Member] = [:]
  /// The elements of lists, and the values of dictionaries; none or one.
  private var elements: [JSONShape] = []
  /// The JSON in texts; none or one.
  private var embedded: [JSONShape] = []
  /// The formats of dates; of other texts, the empty one.
  private var formats: Set<String> = []

  init() {}

  init(_ value: JSONValue) { insert(value) }

  private mutating func insert(_ value: JSONValue) {
    switch value {
    case .null: kinds.insert(.null)
    case .bool: kinds.insert(.bool)
    case .integer: kinds.insert(.number)
    case .number(let number):
      kinds.insert(Int(exactly: number) == nil ? abs(number) < 1e18 ? .fraction : .large : .number)
    case .decimal(let digits): kinds.insert(digits.contains(".") ? .fraction : .large)
    case .string(let text):
      kinds.insert(.string)
      formats.insert(Self.dateFormat(text))
      if text.first == "{" || text.first == "[", let json = try? JSONValue(parsing: Data(text.utf8)) {
        if embedded.isEmpty { embedded.append(JSONShape()) }
        embedded[0].insert(json)
      }
    case .array(let values):
      kinds.insert(.list)
      for value in values { insert(element: value) }
    case .object(let values):
      kinds.insert(.object)
      objectCount += 1
      let isMap = Self.isMap(values)
      for (key, value) in values {
        if isMap || Self.isIdentifier(key) {
          insert(element: value)
        } else {
          members[key, default: Member()].shape.insert(value)
          members[key]?.count += 1
        }
      }
    }
  }

  private mutating func insert(element value: JSONValue) {
    if elements.isEmpty { elements.append(JSONShape()) }
    elements[0].insert(value)
  }

  /// Returns whether the keys of an object are names of data: codes, or names of objects that are all alike.
  private static func isMap(_ values: JSONObject) -> Bool {
    if values.isEmpty { return false }
    if values.keys.allSatisfy({ $0.wholeMatch(of: /[A-Z]{3}|[a-z]{2}[-_][A-Z]{2}/) != nil }) { return true }
    let keys = Set(values.values.map { $0.object?.keys ?? [] })
    return values.count >= 3 && keys.count == 1 && keys.first?.isEmpty == false
  }

  /// Returns the format of a date, as its text with zeros for digits; empty for other texts.
  private static func dateFormat(_ text: String) -> String {
    let date =
      /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} .*|\d{1,2}[.\/]\d{1,2}[.\/]\d{4}.*/
    guard text.utf8.count <= 40, text.wholeMatch(of: date) != nil else { return "" }
    // Any number of digits of a second, any zone and any names of days are one format each.
    return text.replacing(/\.\d+/, with: ".0").replacing(/\d/, with: "0").replacing(/[A-Z][a-z]{2}/, with: "Mon")
      .replacing(/[+-]00:?00$/, with: "+00:00")
  }

  private static func isIdentifier(_ key: String) -> Bool {
    key.wholeMatch(of: /[0-9]+|[0-9]{4}-[0-9]{2}.*|[0-9a-fA-F-]{16,}|[A-Za-z]{1,6}_(?=.*[0-9])[A-Za-z0-9]{6,}/) != nil
  }
}

extension JSONShape {
  /// A difference between a service and its recording.
  struct Change: Hashable, Sendable {
    let path: String
    let text: String
    /// Whether it can break a client, which an extra key does not.
    let isBreaking: Bool
  }

  /// Returns the changes in the shape of a new answer.
  func changes(to new: JSONShape, at path: String = "$") -> [Change] {
    // Nothing is known of an empty list.
    guard !kinds.isEmpty, !new.kinds.isEmpty else { return [] }
    func change(_ text: String, at place: String = path) -> Change { Change(path: place, text: text, isBreaking: true) }
    var changes: [Change] = []
    if new.kinds.contains(.null), !kinds.contains(.null) { changes.append(change("null for the first time")) }
    var others = new.kinds.subtracting(kinds).subtracting(.null)
    // A whole number is one with a fraction as well.
    if kinds.contains(.fraction) { others.remove(.number) }
    // A value that was always null may be anything.
    if !others.isEmpty, kinds != .null { changes.append(change("was \(kinds.words), is \(new.kinds.words)")) }
    for (key, old) in members.sorted(by: { $0.key < $1.key }) where new.objectCount > 0 {
      let place = "\(path).\(key)"
      let wasAlways = old.count == objectCount
      guard let member = new.members[key] else {
        if wasAlways {
          changes.append(change("gone", at: place))
        } else {
          let text = "gone; \(old.count) of \(objectCount) had it"
          changes.append(Change(path: place, text: text, isBreaking: false))
        }
        continue
      }
      if wasAlways, member.count < new.objectCount {
        changes.append(change("gone from \(new.objectCount - member.count) of \(new.objectCount)", at: place))
      }
      changes += old.shape.changes(to: member.shape, at: place)
    }
    if objectCount > 0 {
      for key in new.members.keys.sorted() where members[key] == nil {
        changes.append(Change(path: "\(path).\(key)", text: "new", isBreaking: false))
      }
    }
    let formats = (formats.sorted(), new.formats.subtracting(formats).sorted())
    if let old = formats.0.first, !old.isEmpty, let now = formats.1.first {
      changes.append(change("was a date like \(old), is \(now.isEmpty ? "another text" : "one like \(now)")"))
    }
    if let old = embedded.first, let json = new.embedded.first { changes += old.changes(to: json, at: path + "(JSON)") }
    if let old = elements.first, let element = new.elements.first {
      changes += old.changes(to: element, at: path + "[]")
    }
    return changes
  }
}
