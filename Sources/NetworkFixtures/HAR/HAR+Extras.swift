import Foundation
public import NetworkEndpoints

extension HAR {
  /// Fields that the specification does not know, in their order.
  ///
  /// Their values stay the JSON text that was read, so that numbers keep their digits and objects their order.
  ///
  /// ```swift
  /// entry.extras["_resourceType"]            // .string("fetch")
  /// entry.extras["_reviewedBy"] = "Ada"
  /// ```
  public struct Extras: Hashable, Sendable {
    struct Member: Hashable, Sendable {
      var name: String
      /// JSON without space between its tokens.
      var json: String
    }

    var members: [Member] = []

    /// The names, in their order.
    public var names: [String] { members.map(\.name) }

    /// Whether there are none.
    public var isEmpty: Bool { members.isEmpty }

    /// The value of a field; nil removes it.
    public subscript(name: String) -> JSONValue? {
      get {
        guard let member = members.last(where: { $0.name == name }) else { return nil }
        // In a list, as older decoders read no single values.
        return try? JSONDecoder().decode([JSONValue].self, from: Data("[\(member.json)]".utf8)).first
      }
      set {
        let index = members.firstIndex { $0.name == name }
        members.removeAll { $0.name == name }
        guard let newValue else { return }
        members.insert(Member(name: name, json: newValue.description), at: index ?? members.count)
      }
    }

    func string(_ name: String) -> String? {
      if case .string(let text) = self[name] { text } else { nil }
    }
  }
}

extension HAR.Extras: ExpressibleByDictionaryLiteral {
  /// Creates fields from a literal, in its order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (name, value) in elements { self[name] = value }
  }
}
