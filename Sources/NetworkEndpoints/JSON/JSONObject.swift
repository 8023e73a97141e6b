/// The members of a JSON object, found by key, unordered.
///
/// Keys are equal if their bytes are. A dictionary of strings would treat `é` as one character and as two as one key.
public struct JSONObject: Sendable, Hashable {
  private struct Name: Hashable, Sendable {
    let text: String

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.text.isSame(as: rhs.text) }

    // Equal bytes are equal texts, which hash alike.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }

  private var members: [Name: JSONValue] = [:]

  /// Creates an object without members.
  public init() {}

  /// Creates an object.
  ///
  /// - Parameter members: The keys and values; of a repeated key the last value counts, as in JSON parsers.
  public init(_ members: some Sequence<(key: String, value: JSONValue)>) {
    for (key, value) in members { self[key] = value }
  }

  /// The value of a key; nil if there is no such key.
  public subscript(key: String) -> JSONValue? {
    get { members[Name(text: key)] }
    set { members[Name(text: key)] = newValue }
  }

  /// The keys, sorted.
  public var keys: [String] { sorted.map(\.key) }
  /// The values, unordered.
  public var values: some Collection<JSONValue> { members.values }

  @discardableResult
  package mutating func removeValue(forKey key: String) -> JSONValue? { members.removeValue(forKey: Name(text: key)) }

  package func mapValues(_ change: (JSONValue) -> JSONValue) -> Self {
    var copy = Self()
    copy.members = members.mapValues(change)
    return copy
  }

  /// Returns the object with some of its members.
  package func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = Self()
    copy.members = try members.filter { try isIncluded((key: $0.key.text, value: $0.value)) }
    return copy
  }

  /// The members in the order of their keys.
  package var sorted: [(key: String, value: JSONValue)] {
    sorted { $0.key == $1.key ? $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) : $0.key < $1.key }
  }
}

extension JSONObject: Sequence {
  /// The number of members.
  package var count: Int { members.count }
  /// Whether there are no members.
  package var isEmpty: Bool { members.isEmpty }

  /// Returns the members, one after the other.
  public func makeIterator() -> AnyIterator<(key: String, value: JSONValue)> {
    var rest = members.makeIterator()
    return AnyIterator { rest.next().map { (key: $0.key.text, value: $0.value) } }
  }
}

extension JSONValue {
  /// An object.
  ///
  /// - Parameter members: The keys and values.
  public static func object(_ members: [String: JSONValue]) -> Self { .object(JSONObject(members)) }
}
