// Slips by which a value differs from the one that was meant, in words for a failure text.

extension JSONValue {
  /// Returns how a value came from another by a slip that a test should not repeat; nil for any other difference.
  func slip(from expected: JSONValue) -> String? {
    if isReordered(expected) { return "equal, in another order" }
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
  /// Returns the slip of code by which another text became this one, which a stub should not repeat; nil for any other difference.
  func textSlip(from expected: String) -> String? {
    guard self != expected, !isEmpty, !expected.isEmpty, utf8.count < 10_000 else { return nil }
    let blanks = CharacterSet.whitespacesAndNewlines
    if trimmingCharacters(in: blanks) == expected {
      return last?.isNewline == true ? "with a line break at its end" : "with blanks around it"
    }
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
    return zone == expected.zone ? "the same moment in other digits" : "the same moment in another time zone"
  }

  /// The zone at the end of a date of ISO 8601.
  private var zone: Substring { last == "Z" ? "Z" : suffix(6) }
}
