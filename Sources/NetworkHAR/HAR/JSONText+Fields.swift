// What a reader of many objects asks for.
extension JSONText {
  /// Returns whether a key is a name.
  func isKey(_ key: Int, _ name: StaticString) -> Bool {
    // Each key of each object of a recording comes through here.
    let token = tokens[key]
    if token.hasEscapes { return string(key) == name.description }
    let size = name.utf8CodeUnitCount
    return Int(token.end) - Int(token.start) - 2 == size
      && memcmp(bytes + Int(token.start) + 1, name.utf8Start, size) == 0
  }

  /// Returns the value of an object's key; nil if the key is missing or the value is not an object.
  package func value(of name: StaticString, in object: Int) -> Int? {
    guard mark(of: object) == UInt8(ascii: "{") else { return nil }
    let end = next(after: object)
    var key = object + 1
    while key < end {
      if isKey(key, name) { return key + 1 }
      key = next(after: key + 1)
    }
    return nil
  }

  /// The text of a value without the space between its tokens.
  func compactSource(of token: Int) -> String {
    let start = start(of: token)
    let end = end(of: token)
    let bytes = bytes
    return String(unsafeUninitializedCapacity: end - start) { result in
      guard let result = result.baseAddress else { return 0 }
      var index = start
      var size = 0
      var isInString = false
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
          index &+= 1
          size &+= 1
        }
      }
      return size
    }
  }

  /// The number that is a token, if it has few enough digits and nothing else.
  func integer(_ token: Int) -> Int? {
    let start = start(of: token)
    let end = end(of: token)
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
