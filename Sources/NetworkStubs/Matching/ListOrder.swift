/// The order in which the elements of lists are compared.
public struct ListOrder: Hashable, Sendable {
  /// The code of the argument with its comma; nothing for the standard one.
  let code: String

  /// The order as written: another order is a difference.
  public static let asWritten = Self(code: "")

  /// Any order, at any depth, as for the elements of a set.
  public static let inAnyOrder = Self(code: ", .inAnyOrder")
}

extension JSONValue {
  /// Returns whether a value may be equal in any order: it is of the same kind, and a list of it has as many elements.
  func isOfKind(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let elements), .array(let others)): elements.count == others.count
    case (.object(let members), .object(let others)): members.count == others.count
    case (.array, _), (.object, _), (_, .array), (_, .object): false
    default: true
    }
  }
}
