// What a reader of many objects asks for.
extension JSONText {
  /// Takes the value of a key; of a repeated key, the last one, and notes it.
  func take(_ name: StaticString, from object: Int) -> Int? {
    // Each field of each object of a recording comes through here.
    let (wanted, size, end) = (name.utf8Start, name.utf8CodeUnitCount, Int(tokens[object].next))
    var (key, found) = (object + 1, 0)
    while key < end {
      let token = tokens[key]
      let start = Int(token.start) + 1
      let isWanted =
        token.hasEscapes
        ? string(key) == name.description
        : Int(token.end) - 1 - start == size && memcmp(bytes + start, wanted, size) == 0
      if isWanted {
        if found > 0 { repeatedKey = key }
        tokens[key].isTaken = true
        found = key + 1
      }
      key = Int(tokens[key + 1].next)
    }
    return found > 0 ? found : nil
  }

  /// The members of an object whose values were not taken.
  func untakenMembers(of object: Int) -> [(name: String, value: Int)] {
    members(of: object).filter { !tokens[$0.key].isTaken }.map { (string($0.key), $0.value) }
  }

  /// The text of a value without the space between its tokens.
  func compactSource(of token: Int) -> String {
    let (start, end) = (Int(tokens[token].start), Int(tokens[token].end))
    let bytes = bytes
    return String(unsafeUninitializedCapacity: end - start) { result in
      guard let result = result.baseAddress else { return 0 }
      var (index, size, isInString) = (start, 0, false)
      while index < end {
        let byte = bytes[index]
        if byte > 0x20 || isInString {
          result[size] = byte
          size &+= 1
        }
        index &+= 1
        if byte == UInt8(ascii: "\"") {
          isInString = !isInString
        } else if byte == UInt8(ascii: "\\") {
          result[size] = bytes[index]
          (index, size) = (index + 1, size + 1)
        }
      }
      return size
    }
  }

  /// The number that is a token, if it has few enough digits and nothing else.
  func integer(_ token: Int) -> Int? {
    let (start, end) = (start(of: token), end(of: token))
    let isNegative = bytes[start] == UInt8(ascii: "-")
    var index = isNegative ? start + 1 : start
    guard end - index <= 18 else { return nil }
    var number = 0
    while index < end {
      guard bytes[index] >= 0x30, bytes[index] <= 0x39 else { return nil }
      number = number &* 10 &+ Int(bytes[index] &- 0x30)
      index &+= 1
    }
    return isNegative ? -number : number
  }

  /// Names a place as a JSON path, such as `$.items[3].title`.
  ///
  /// - Parameter offset: How many bytes come before the place.
  func path(to offset: Int) -> String {
    var steps: [String] = []
    for token in 0..<count where isContainer(token) && start(of: token) < offset && offset < end(of: token) {
      let children = children(of: token).prefix { start(of: $0) <= offset }
      let isObject = mark(of: token) == UInt8(ascii: "{")
      let isPast = children.last.map { hasMark(after: $0, before: offset) } ?? false
      if !isObject {
        steps.append("[\(max(0, children.count - (isPast ? 0 : 1)))]")
      } else if children.count % 2 == 1 {
        if isPast { steps.append(string(children[children.endIndex - 1]).jsonPathStep) }
      } else if !isPast, let value = children.last, !isClosedContainer(value, before: offset) {
        steps.append(string(children[children.endIndex - 2]).jsonPathStep)
      }
    }
    return "$" + (steps.count > 16 ? steps.prefix(15).joined() + "…" : steps.joined())
  }

  /// Whether a colon or a comma stands between a value and a place after it.
  private func hasMark(after token: Int, before offset: Int) -> Bool {
    let end = end(of: token)
    return end < offset && (end..<offset).contains { bytes[$0] == UInt8(ascii: ":") || bytes[$0] == UInt8(ascii: ",") }
  }

  /// Text after a container belongs to the one around it.
  private func isClosedContainer(_ token: Int, before offset: Int) -> Bool {
    isContainer(token) && end(of: token) <= offset
  }
}
