/// The shape of JSON: the types at each place, and the keys that are always there. Its values do not matter.
///
/// A list has the combined shape of all its elements. A key that looks like an id, such as a number or a UUID, is taken as a
/// dictionary's, whose values have one combined shape.
struct JSONShape: Sendable {
  private struct Kinds: OptionSet, Hashable {
    let rawValue: UInt8
    static let null = Self(rawValue: 1)
    static let bool = Self(rawValue: 2)
    static let number = Self(rawValue: 4)
    static let string = Self(rawValue: 8)
    static let list = Self(rawValue: 16)
    static let object = Self(rawValue: 32)

    var words: String {
      let all: [(Self, String)] = [
        (.object, "an object"), (.list, "a list"), (.string, "a string"), (.number, "a number"), (.bool, "a Boolean"),
        (.null, "null"),
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

  init() {}

  init(_ value: JSONValue) { insert(value) }

  private mutating func insert(_ value: JSONValue) {
    switch value {
    case .null: kinds.insert(.null)
    case .bool: kinds.insert(.bool)
    case .integer, .number, .decimal: kinds.insert(.number)
    case .string: kinds.insert(.string)
    case .array(let values):
      kinds.insert(.list)
      for value in values { insert(element: value) }
    case .object(let values):
      kinds.insert(.object)
      objectCount += 1
      for (key, value) in values {
        if Self.isIdentifier(key) {
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
    let others = new.kinds.subtracting(kinds).subtracting(.null)
    // A value that was always null may be anything.
    if !others.isEmpty, kinds != .null { changes.append(change("was \(kinds.words), is \(new.kinds.words)")) }
    for (key, old) in members.sorted(by: { $0.key < $1.key }) where new.objectCount > 0 {
      let place = "\(path).\(key)"
      let wasAlways = old.count == objectCount
      guard let member = new.members[key] else {
        if wasAlways { changes.append(change("gone", at: place)) }
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
    if let old = elements.first, let element = new.elements.first {
      changes += old.changes(to: element, at: path + "[]")
    }
    return changes
  }
}
