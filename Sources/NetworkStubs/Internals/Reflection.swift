/// The stored properties of a value whose type does not show them.
package enum Reflection {
  /// The parts of a value, in the order of their declaration, with their names.
  package static func parts(of value: Any) -> [(label: String?, value: Any)] {
    Mirror(reflecting: value).children.map { ($0.label, $0.value) }
  }

  /// Returns the value of an optional; nil if it is nil, and the value itself if it is no optional.
  package static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .optional ? mirror.children.first?.value : value
  }
}
