extension Answer {
  /// Returns the answer with another value in its JSON body; every other byte stays the same.
  ///
  /// A fixture with such values doesn't rot:
  ///
  /// ```swift
  /// .get("/me").respond(with: .fixture("me.json").replacing(at: "$.name", with: "Ada"))
  /// ```
  ///
  /// - Parameters:
  ///   - path: The place, such as `$.expires` or `$.items[*].id`. If the body has no value there, the test fails.
  ///   - value: The value.
  public func replacing(at path: String, with value: JSONValue) -> Self {
    replacing(at: path) { _ in value.description }
  }

  /// Returns the answer with a date in its JSON body, in the form of the value that is there.
  ///
  /// ```swift
  /// .get("/me").respond(with: .fixture("me.json").replacing(at: "$.expires", with: .now + 60))
  /// ```
  ///
  /// A number stays one, in seconds or milliseconds since 1970; a text becomes a date of ISO 8601, with milliseconds if the one that
  /// is there has them, or a date alone.
  ///
  /// - Parameters:
  ///   - path: The place, such as `$.expires` or `$.items[*].expires`. If the body has no value there, the test fails.
  ///   - date: The date.
  public func replacing(at path: String, with date: Date) -> Self {
    replacing(at: path) { date.json(inPlaceOf: $0) }
  }

  private func replacing(at path: String, _ value: @escaping @Sendable (_ old: String) -> String) -> Self {
    changed { whole, _ in
      var response = whole
      let json = JSONText(whole.body)
      let places = json.places(at: JSONPath(path))
      guard !places.isEmpty else {
        throw MissingValue(path: path)
      }
      var body = Data()
      var start = 0
      for place in places.sorted(by: { json.start(of: $0) < json.start(of: $1) }) {
        body +=
          whole.body.dropFirst(start).prefix(json.start(of: place) - start) + Data(value(json.source(of: place)).utf8)
        start = json.end(of: place)
      }
      response.body = body + whole.body.dropFirst(start)
      if response.headers["Content-Length"] != nil { response.headers["Content-Length"] = "\(response.body.count)" }
      return .response(response)
    }
  }
}

private struct MissingValue: Error, CustomStringConvertible {
  let path: String
  var description: String { "The body has no value at \(path.quoted), the path passed to replacing(at:with:)." }
}

extension JSONText {
  /// Returns the values at a path; none if the text is not JSON, or the path not one.
  fileprivate func places(at path: JSONPath) -> [Int] {
    guard problem == nil, let steps = path.steps else { return [] }
    return steps.reduce([0]) { places, step in places.flatMap { self.places(at: step, in: $0) } }
  }

  private func places(at step: JSONPath.Step, in value: Int) -> [Int] {
    switch (mark(of: value), step) {
    case (UInt8(ascii: "{"), .key(let key)): members(of: value).filter { string($0.key).isSame(as: key) }.map(\.value)
    case (UInt8(ascii: "{"), .each): members(of: value).map(\.value)
    case (UInt8(ascii: "["), .each): children(of: value)
    case (UInt8(ascii: "["), .index(let index)):
      [children(of: value)].compactMap { children in
        let place = index < 0 ? index + children.count : index
        return children.indices.contains(place) ? children[place] : nil
      }
    default: []
    }
  }
}

extension Date {
  /// Returns the date as JSON, in the form of a value.
  fileprivate func json(inPlaceOf old: String) -> String {
    let seconds = timeIntervalSince1970
    if let number = Double(old) {
      let isMilliseconds = number.magnitude >= 100_000_000_000
      let value = isMilliseconds ? seconds * 1_000 : seconds
      return old.contains(".") ? "\(value)" : "\(Int64(value.rounded()))"
    }
    let text = HARDate.format(self)
    let isDay = old.wholeMatch(of: /"\d{4}-\d\d-\d\d"/) != nil
    if isDay { return "\"\(text.prefix(10))\"" }
    return old.contains(".") ? "\"\(text)\"" : "\"\(text.prefix(19))Z\""
  }
}
