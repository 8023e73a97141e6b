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
  /// The value with the elements of each list sorted, which is equal for lists that differ only in their order.
  var inAnyOrder: JSONValue {
    switch self {
    // `1.0` is `1`.
    case .number(let number): Int(exactly: number).map(JSONValue.integer) ?? self
    case .array(let elements):
      .array(elements.map(\.inAnyOrder).map { ($0, $0.description) }.sorted { $0.1 < $1.1 }.map(\.0))
    case .object(let members): .object(members.mapValues(\.inAnyOrder))
    default: self
    }
  }
}
