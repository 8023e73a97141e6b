// Slips by which a value differs from the one that was meant, in words for a failure text.

extension JSONValue {
  /// Returns how a value comes close to another; nil if it does not.
  func note(from expected: JSONValue) -> ValueNote? {
    if isReordered(expected) {
      // The order of a set is another one in the next run.
      return ValueNote("the same elements in another order", .order)
    }
    if let text = otherType(than: expected) {
      return ValueNote(text, .type(ofRequest: swiftLiteral, ofStub: expected.swiftLiteral))
    }
    if let text, let other = expected.text, let note = text.note(from: other) { return note }
    return slip(from: expected).map { ValueNote($0, .request) }
  }

  /// Returns that a value is another's in another type, such as a number in quotation marks; nil if it is not.
  private func otherType(than expected: JSONValue) -> String? {
    let isSame =
      switch (self, expected) {
      case (.string(let text), .integer), (.string(let text), .number), (.string(let text), .decimal),
        (.string(let text), .bool):
        text == expected.description
      case (.integer, .string(let text)), (.number, .string(let text)), (.decimal, .string(let text)),
        (.bool, .string(let text)):
        text == description
      case (.integer, .bool(let value)): description == (value ? "1" : "0")
      case (.bool(let value), .integer): expected.description == (value ? "1" : "0")
      default: false
      }
    guard isSame, let kind, let other = expected.kind else { return nil }
    return "\(kind), not \(other)"
  }

  /// Returns how a value came from another by a slip that a test should not repeat; nil for any other difference.
  private func slip(from expected: JSONValue) -> String? {
    if let number = double, let date = expected.text.flatMap({ HARDate.parse($0) }) {
      switch number {
      case date.timeIntervalSinceReferenceDate:
        return "the same moment in seconds since 2001, as JSONEncoder writes a Date: set its dateEncodingStrategy"
      case date.timeIntervalSince1970: return "the same moment in seconds since 1970"
      case date.timeIntervalSince1970 * 1_000: return "the same moment in milliseconds since 1970"
      default: return nil
      }
    }
    guard let number = double, let other = expected.double, number != other else { return nil }
    let isRounding = abs(number - other) <= Swift.max(abs(number), abs(other)) * 1e-12
    return isRounding ? "which differs by rounding only: round it, or compute with Decimal" : nil
  }

  /// Returns whether it is a list of the elements of another, in another order.
  func isReordered(_ other: JSONValue) -> Bool {
    guard case .array(let elements) = self, case .array(let others) = other, elements.count == others.count,
      (2...1_000).contains(elements.count), self != other
    else { return false }
    return inAnyOrder == other.inAnyOrder
  }

  /// Whether it is a number with more digits than anyone writes, as a sum of fractions has.
  var isRoundedSum: Bool {
    guard case .number(let number) = self else { return false }
    return "\(number)".utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } > 15
  }

  /// Returns the paths after the root of what a failure may name: its leaves, its lists, and what another value has no place for.
  func leafPaths(in other: JSONValue) -> [String] {
    guard case .object(let members) = self, case .object = other, !members.isEmpty else { return [""] }
    return members.sorted.prefix(100).flatMap { key, value in
      let step = JSONPath.step(key)
      return other[key].map { value.leafPaths(in: $0).map { step + $0 } } ?? [step]
    }
  }

  /// The paths after the root of the first few UUIDs in it, outside of lists.
  var placesOfUUIDs: [String] {
    if case .string(let text) = self { return text.isUUID ? [""] : [] }
    guard case .object(let members) = self else { return [] }
    let places = members.sorted.prefix(100).flatMap { key, value in
      value.placesOfUUIDs.map { JSONPath.step(key) + $0 }
    }
    return Array(places.prefix(3))
  }

  /// Returns the path after the root of the first member with a name, such as `.user.name`, among the first thousand values.
  func place(ofMember name: String) -> String? {
    var rest: [(path: String, value: JSONValue)] = [("", self)]
    var index = 0
    while index < rest.count, index < 1_000 {
      let (path, value) = rest[index]
      index += 1
      for child in value.children.prefix(1_000) {
        let place = path + child.step.text
        if case .key(let key) = child.step, key.isSame(as: name) { return place }
        rest.append((place, child.value))
      }
    }
    return nil
  }
}

extension String {
  /// Returns how a text comes close to another, or is likely another one in each run; nil for any other difference.
  func note(from expected: String) -> ValueNote? {
    if let text = sameness(with: expected) {
      let isDecomposed = expected.isSame(as: precomposedStringWithCanonicalMapping)
      let cure = isDecomposed ? ": send its precomposedStringWithCanonicalMapping" : ""
      return ValueNote(text + cure, self == expected ? .request : nil)
    }
    if isSameJSON(as: expected) { return ValueNote("which is the same JSON in another layout", .layout) }
    if let text = textSlip(from: expected) { return ValueNote(text, .request) }
    guard isUUID else { return nil }
    if lowercased() == expected.lowercased() { return ValueNote("the same UUID in other upper and lower case") }
    return ValueNote("a UUID, which may be another one in each run", .madePerRun)
  }

  /// Whether it is a UUID, which most code makes anew each time.
  var isUUID: Bool { utf8.count == 36 && UUID(uuidString: self) != nil }

  /// Returns the slip of code by which another text became this one, which a stub should not repeat; nil for any other difference.
  private func textSlip(from expected: String) -> String? {
    guard self != expected, !isEmpty, !expected.isEmpty, utf8.count < 10_000 else { return nil }
    if let blanks = Slip.whiteSpace(of: self, around: expected) { return blanks.rawValue }
    if self == "Optional(\(expected))" || self == "Optional(\(expected.swiftLiteral))" {
      return "which is an optional in a text: unwrap it first"
    }
    if self == expected.swiftLiteral { return "in quotation marks" }
    if expected == swiftLiteral { return "without the quotation marks around it" }
    if contains(","), Double(expected) != nil, replacing(",", with: ".") == expected {
      return "with a decimal comma: format numbers without a locale"
    }
    return nil
  }

  /// Returns that a text is the same moment as another, written for another time zone or with other digits; nil if it is not.
  func sameMoment(as expected: String) -> String? {
    guard self != expected, utf8.count < 40, expected.utf8.count < 40, contains("T"), expected.contains("T"),
      let date = HARDate.parse(self), date == HARDate.parse(expected)
    else { return nil }
    let hasFraction = contains(".")
    let fraction =
      hasFraction == expected.contains(".") ? nil : "\(hasFraction ? "with" : "without") fractions of a second"
    let forms = [fraction, zone == expected.zone ? nil : "in another time zone"].compactMap { $0 }
    return "the same moment \(forms.isEmpty ? "in other digits" : forms.inWords)"
  }

  /// The zone at the end of a date of ISO 8601.
  private var zone: Substring { last == "Z" ? "Z" : suffix(6) }
}
