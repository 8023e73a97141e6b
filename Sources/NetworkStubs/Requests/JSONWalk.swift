// One walk over JSON, for all that looks into it: paths, what is left out of a comparison, shapes and differences.

extension JSONPath.Step {
  /// The step as it is written in a path, such as `.name` or `[0]`.
  package var text: String {
    switch self {
    case .key(let key): JSONPath.step(key)
    case .index(let index): "[\(index)]"
    case .each: "[*]"
    }
  }

  /// Returns whether it leads to a child of a value.
  ///
  /// - Parameters:
  ///   - child: The step to the child, as ``JSONValue/children`` has it.
  ///   - count: The number of the value's children; an index below zero counts from their end.
  fileprivate func leads(to child: Self, of count: Int) -> Bool {
    if case .index(let index) = self, index < 0 { return child == .index(count + index) }
    return self == .each || self == child
  }
}

extension JSONValue {
  /// The values inside, each with the step to it: members in the order of their keys, elements in their own.
  package var children: [(step: JSONPath.Step, value: JSONValue)] {
    switch self {
    case .object(let members): members.sorted.map { (.key($0.key), $0.value) }
    case .array(let elements): elements.enumerated().map { (.index($0.offset), $0.element) }
    case .null, .bool, .integer, .number, .decimal, .string: []
    }
  }

  /// Returns the values that a step leads to: one at most, or each child.
  package func values(at step: JSONPath.Step) -> [JSONValue] {
    switch (step, self) {
    case (.each, .array(let elements)): elements
    case (.each, _): children.map(\.value)
    case (.key(let key), .object(let members)): members[key].map { [$0] } ?? []
    case (.index(let index), .array(let elements)): self[index < 0 ? elements.count + index : index].map { [$0] } ?? []
    case (.key, _), (.index, _): []
    }
  }

  /// Returns the value with other children.
  ///
  /// - Parameter change: Returns another child for one; nil leaves it out.
  package func mapChildren(_ change: (JSONPath.Step, JSONValue) -> JSONValue?) -> JSONValue {
    let changed = children.compactMap { child in change(child.step, child.value).map { (step: child.step, value: $0) } }
    switch self {
    case .array: return .array(changed.map(\.value))
    case .object:
      return .object(
        JSONObject(
          changed.compactMap { child in
            guard case .key(let key) = child.step else { return nil }
            return (key: key, value: child.value)
          }))
    case .null, .bool, .integer, .number, .decimal, .string: return self
    }
  }

  /// Returns the value without what is at a path: a member is left out, and an element is `null`, so that others keep their places.
  ///
  /// - Parameter steps: The steps of the path.
  /// - Returns: The rest; nil if nothing is there.
  package func removing(at steps: some Collection<JSONPath.Step>) -> JSONValue? {
    guard let step = steps.first else { return nil }
    let rest = steps.dropFirst()
    let count = children.count
    var isFound = false
    let changed = mapChildren { child, value in
      guard step.leads(to: child, of: count) else { return value }
      if !rest.isEmpty {
        guard let removed = value.removing(at: rest) else { return value }
        isFound = true
        return removed
      }
      isFound = true
      if case .key = child { return nil }
      return .null
    }
    // Not in one expression, in which `nil` would be JSON's null.
    guard isFound else { return nil }
    return changed
  }

  /// Returns the children of two values of a kind, side by side: those of the first in their order, then what only the second has.
  ///
  /// - Returns: The pairs; nil unless both are objects, or both are lists.
  package func pairs(
    with other: JSONValue
  ) -> [(step: JSONPath.Step, value: JSONValue?, other: JSONValue?)]? {
    switch (self, other) {
    case (.object(let members), .object(let others)):
      return children.map { ($0.step, $0.value, other.values(at: $0.step).first) }
        + others.sorted.filter { members[$0.key] == nil }.map { (.key($0.key), nil, $0.value) }
    case (.array(let elements), .array(let others)):
      return (0..<max(elements.count, others.count)).map { (.index($0), self[$0], other[$0]) }
    default: return nil
    }
  }
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
