/// A JSON object of a recording, an HTTP Archive 1.2: its fields in order.
///
/// Attachments are written from these objects, and recordings are read into them, so there is one form of both. A field that the
/// specification does not know keeps its JSON text, so that numbers keep their digits and objects their order.
///
/// ```swift
/// let pair: HARObject = ["name": "Accept", "value": .string(value)]
/// entry["_resourceType"] = "fetch"
/// ```
/// See [HTTP Archive 1.2](http://www.softwareishard.com/blog/har-12-spec/).
package struct HARObject: Hashable, Sendable {
  /// A name and its value.
  package struct Field: Hashable, Sendable {
    package let name: String
    package var value: HARValue

    package init(_ name: String, _ value: HARValue) {
      self.name = name
      self.value = value
    }

    /// Whether the specification does not know the field.
    package var isExtra: Bool { if case .source = value { true } else { false } }
  }

  /// The fields, in order.
  package var fields: [Field]

  /// Creates an object.
  ///
  /// - Parameter fields: The fields, in order.
  package init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The names of the fields, in order.
  package var names: [String] { fields.map(\.name) }

  /// Returns the value of a field; nil if there is no such field.
  package func value(of name: String) -> HARValue? {
    place(of: name).map { fields[$0].value }
  }

  /// Returns the place of a field among the others.
  package func place(of name: String) -> Int? {
    // Each property of a recording is read through this loop, which calls no closure for each field.
    var place = 0
    while place < fields.count {
      if fields[place].name == name { return place }
      place += 1
    }
    return nil
  }

  /// The value of a field that the specification does not know; nil removes it. A new field comes last.
  package subscript(name: String) -> JSONValue? {
    get {
      guard case .source(let json)? = value(of: name) else { return nil }
      return try? JSONValue(parsing: Data(json.utf8))
    }
    set {
      let place = place(of: name)
      if let newValue {
        let field = Field(name, .source(newValue.description))
        if let place { fields[place] = field } else { fields.append(field) }
      } else if let place {
        fields.remove(at: place)
      }
    }
  }
}

extension HARObject: ExpressibleByDictionaryLiteral {
  /// Creates an object from a literal, in its order; fields without a value are left out.
  package init(dictionaryLiteral elements: (String, HARValue?)...) {
    self.init(elements.compactMap { name, value in value.map { Field(name, $0) } })
  }
}

/// The value of a field of a recording.
package enum HARValue: Hashable, Sendable {
  case string(String)
  /// A number, by its digits.
  case number(String)
  case bool(Bool)
  case object(HARObject)
  case list([HARObject])
  /// A value that the specification does not know, as JSON without space between its tokens.
  case source(String)

  /// A whole number.
  package static func integer(_ number: Int) -> Self { .number(String(number)) }

  /// A number; infinity and NaN, which JSON lacks, become -1, which is "does not apply".
  package static func double(_ number: Double) -> Self {
    guard number.isFinite else { return .number("-1") }
    return .number(Int(exactly: number).map { String($0) } ?? "\(number)")
  }
}

extension HARValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// A string.
  package init(stringLiteral value: String) { self = .string(value) }

  /// A whole number.
  package init(integerLiteral value: Int) { self = .integer(value) }
}
