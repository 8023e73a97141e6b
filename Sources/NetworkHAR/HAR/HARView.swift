/// A view of an object of a recording, whose properties read and write its fields.
///
/// Fields without a property stay in the object, whether the specification or another tool defines them.
package protocol HARView: HARProperty, Hashable, Sendable {
  /// The fields that the specification knows.
  static var shape: HARShape { get }

  /// The object.
  var json: HARObject { get set }

  /// Creates a view of an object.
  init(json: HARObject)
}

extension HARView {
  /// Creates the object of which nothing is known.
  package init() { self.init(json: Self.shape.blank) }

  /// The value of a field that the specification knows; nil removes it. A new field takes its place in the specification's order.
  subscript<Value: HARProperty>(name: String) -> Value? {
    get { json.value(of: name).flatMap { Value(harValue: $0) } }
    set {
      let place = json.place(of: name)
      if let newValue {
        let field = HARObject.Field(name, newValue.harValue)
        if let place { json.fields[place] = field } else { json.fields.insert(field, at: self.place(for: name)) }
      } else if let place {
        json.fields.remove(at: place)
      }
    }
  }

  private func place(for name: String) -> Int {
    let shape = Self.shape
    let number = shape.place(of: name) ?? 0
    return json.fields.firstIndex { $0.isExtra || shape.place(of: $0.name) ?? 0 > number } ?? json.fields.endIndex
  }

  /// A remark.
  package var comment: String? {
    get { self["comment"] }
    set { self["comment"] = newValue }
  }

  /// The fields that the specification does not know, in order, such as `_resourceType`.
  package var extras: HARObject {
    get { HARObject(json.fields.filter(\.isExtra)) }
    set { json.fields = json.fields.filter { !$0.isExtra } + newValue.fields }
  }
}

/// A value that a property of a view has.
package protocol HARProperty {
  init?(harValue: HARValue)

  var harValue: HARValue { get }
}

extension HARView {
  package init?(harValue: HARValue) {
    guard case .object(let object) = harValue else { return nil }
    self.init(json: object)
  }

  package var harValue: HARValue { .object(json) }
}

extension Array: HARProperty where Element: HARView {
  package init?(harValue: HARValue) {
    guard case .list(let objects) = harValue else { return nil }
    self = objects.map { Element(json: $0) }
  }

  package var harValue: HARValue { .list(map(\.json)) }
}

extension String: HARProperty {
  package init?(harValue: HARValue) {
    guard case .string(let text) = harValue else { return nil }
    self = text
  }

  package var harValue: HARValue { .string(self) }
}

extension Int: HARProperty {
  package init?(harValue: HARValue) {
    guard case .number(let digits) = harValue else { return nil }
    self.init(digits)
  }

  package var harValue: HARValue { .integer(self) }
}

extension Double: HARProperty {
  package init?(harValue: HARValue) {
    guard case .number(let digits) = harValue else { return nil }
    self.init(digits)
  }

  package var harValue: HARValue { .double(self) }
}

extension Date: HARProperty {
  package init?(harValue: HARValue) {
    guard case .string(let text) = harValue, let date = HARDate.parse(text) else { return nil }
    self = date
  }

  package var harValue: HARValue { .string(HARDate.format(self)) }
}
