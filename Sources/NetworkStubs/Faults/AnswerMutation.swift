/// A change of one value in a JSON answer, as services make them; every other byte stays the same.
///
/// ```swift
/// @Test(arguments: AnswerMutation.all(of: "users/ada.json"))
/// func survives(_ mutation: AnswerMutation) async throws {
///   let transport = MockTransport(.get("/me").respond(with: .fixture("users/ada.json").mutated(by: mutation)))
///   let model = Profile(transport: transport)
///   await model.load()
///   #expect(model.state.isSettled)
/// }
/// ```
public struct AnswerMutation: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The place of the value, such as `$.items[0].price`.
  public let path: String
  /// The place, and what is there now, such as `$.items[0].price is null`.
  public let description: String
  /// Whether it only adds a key, which an app must not even notice.
  public let isControl: Bool
  /// The bytes that are replaced, and the size of the body, which is negative for one that is not JSON.
  private let start: Int, end: Int, size: Int
  private let text: String

  private init(
    path: String, description: String, isControl: Bool, start: Int, end: Int, size: Int, text: String
  ) {
    self.path = path
    self.description = description
    self.isControl = isControl
    self.start = start
    self.end = end
    self.size = size
    self.text = text
  }

  private init(
    _ path: String, _ change: String, _ range: Range<Int>, _ text: String, size: Int, isControl: Bool = false
  ) {
    self.path = path
    description = "\(path) \(change)"
    self.isControl = isControl
    self.text = text
    start = range.lowerBound
    end = range.upperBound
    self.size = size
  }

  /// Returns the same mutation with a remark at the end of its description.
  private func noting(_ remark: String) -> Self {
    Self(
      path: path, description: "\(description) (\(remark))", isControl: isControl, start: start, end: end, size: size,
      text: text)
  }

  /// The mutations of a fixture: each changes one value of its JSON.
  ///
  /// The value is missing, null, of another type, an unknown word, an empty list or object, or a huge number. One mutation, the
  /// control, only adds a key.
  ///
  /// - Parameters:
  ///   - fixture: The file's path inside the nearest `Fixtures` folder above the calling file. If it is missing, the stub that
  ///     answers with it says so.
  ///   - limit: The most cases; the first one says how many are left out. The elements of a list count as one place, for which the
  ///     seed chooses an element.
  ///   - seed: The choice, if there are more: the same in every run.
  ///   - filePath: The calling file.
  public static func all(
    of fixture: String, atMost limit: Int = 60, seed: UInt64 = 1, filePath: String = #filePath
  ) -> [Self] {
    CaseChoice.chosen(
      list(of: Answer.body(of: Fixture(fixture, filePath: filePath)) ?? Data(), atMost: limit, seed: seed),
      of: "AnswerMutation.all(of: \(fixture.swiftLiteral))")
  }

  /// The mutations of a body.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - limit: The most mutations.
  ///   - seed: The seed that chooses among more.
  public static func all(of body: Data, atMost limit: Int = 60, seed: UInt64 = 1) -> [Self] {
    CaseChoice.chosen(list(of: body, atMost: limit, seed: seed), of: "AnswerMutation.all(of:)")
  }

  private static func list(of body: Data, atMost limit: Int, seed: UInt64) -> [Self] {
    let json = JSONText(body)
    // A test without a case would pass in silence.
    guard json.problem == nil else { return [Self("$", "is not JSON", 0..<0, "", size: -1)] }
    var random = SeededGenerator(seed: seed)
    var open = [Place(token: 0, path: "$", shape: "$")]
    var shapes = [String]()
    var places: [String: [Place]] = [:]
    while let place = open.popLast() {
      if places[place.shape] == nil { shapes.append(place.shape) }
      places[place.shape, default: []].append(place)
      open += place.children(in: json).reversed()
    }
    var rest = shapes.compactMap { places[$0] }.map { $0[random.index(below: $0.count)].mutations(in: json) }
    var chosen: [Self] = []
    if json.mark(of: 0) == UInt8(ascii: "{"), limit > 0 {
      let start = json.start(of: 0) + 1
      let key = #""unknownKey":"new""# + (json.children(of: 0).isEmpty ? "" : ",")
      chosen.append(Self("$", "has another key", start..<start, key, size: json.length, isControl: true))
    }
    // In each turn, one for every place.
    while chosen.count < limit, rest.contains(where: { !$0.isEmpty }) {
      var turn = rest.indices.filter { !rest[$0].isEmpty }
      while chosen.count < limit, !turn.isEmpty {
        let index = turn.remove(at: random.index(below: turn.count))
        chosen.append(rest[index].remove(at: random.index(below: rest[index].count)))
      }
    }
    chosen.sort { ($0.start, $0.description) < ($1.start, $1.description) }
    let leftOut = rest.reduce(0) { $0 + $1.count }
    if leftOut > 0, let first = chosen.first {
      chosen[0] = first.noting("\(leftOut) more are left out by atMost: \(limit)")
    }
    return chosen
  }

  fileprivate func answer(_ whole: HTTPResponse) throws -> Answer {
    guard size >= 0 else { throw OtherBody(description: "The body is not JSON, so it has no values to change.") }
    try OtherBody.check(whole.body, size, description)
    var response = whole
    response.body = Data(whole.body.prefix(start) + Data(text.utf8) + whole.body.dropFirst(end))
    if response.headers["Content-Length"] != nil { response.headers["Content-Length"] = "\(response.body.count)" }
    return .response(response)
  }

  /// A value in the body.
  private struct Place {
    let token: Int
    let path: String
    /// The path without the positions in lists.
    let shape: String
    /// The bytes of a member, with one comma.
    var member: Range<Int>?

    func children(in json: JSONText) -> [Self] {
      let all = json.children(of: token)
      guard json.mark(of: token) == UInt8(ascii: "{") else {
        return all.enumerated().map { Self(token: $1, path: "\(path)[\($0)]", shape: shape + "[*]") }
      }
      return stride(from: 1, to: all.count, by: 2).map { index in
        let step = json.string(all[index - 1]).jsonPathStep
        let isLast = index + 1 == all.count
        let start = isLast && index > 1 ? json.end(of: all[index - 2]) : json.start(of: all[index - 1])
        let end = isLast ? json.end(of: all[index]) : json.start(of: all[index + 1])
        return Self(token: all[index], path: path + step, shape: shape + step, member: start..<end)
      }
    }

    func mutations(in json: JSONText) -> [AnswerMutation] {
      let range = json.start(of: token)..<json.end(of: token)
      let source = json.source(of: token)
      let mark = json.mark(of: token)
      var changes = source == "null" ? [("is a string", #""text""#)] : [("is null", "null")]
      switch mark {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let empty = mark == UInt8(ascii: "{") ? "{}" : "[]"
        if json.next(after: token) > token + 1 { changes.append(("is \(empty)", empty)) }
        changes.append(mark == UInt8(ascii: "{") ? ("is a list", "[]") : ("is an object", "{}"))
      case UInt8(ascii: "\""):
        changes.append(("is a number", "7"))
        let isWord = json.string(token).wholeMatch(of: /[A-Za-z][A-Za-z_-]{0,30}/) != nil
        if isWord { changes.append(("is an unknown word", #""unknown_word""#)) }
      case UInt8(ascii: "t"), UInt8(ascii: "f"): changes.append(("is a string", #""yes""#))
      case UInt8(ascii: "n"): break
      default:
        changes.append(("is a string", source.quoted))
        changes.append(("is huge", source.contains(".") ? "1e308" : "9223372036854775808"))
      }
      let removal = member.map { [AnswerMutation(path, "is missing", $0, "", size: json.length)] } ?? []
      return removal + changes.map { AnswerMutation(path, $0, range, $1, size: json.length) }
    }
  }
}

extension Answer {
  /// Returns the answer with one value changed.
  ///
  /// - Parameter mutation: A mutation of this body; one of a body of another size fails the test.
  public func mutated(by mutation: AnswerMutation) -> Self {
    CaseNotes.note(mutation.description)
    return changed { whole, _ in
      CaseNotes.note(mutation.description)
      return try mutation.answer(whole)
    }
  }
}
