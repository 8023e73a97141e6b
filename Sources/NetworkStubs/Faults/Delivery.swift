/// A way in which the body of an answer can come: its pieces, their pauses, and its end.
///
/// A network cuts a body anywhere, so a reader must make the same of all of these:
///
/// ```swift
/// @Test(arguments: Delivery.all(of: "chat.sse"))
/// func reads(_ delivery: Delivery) async throws {
///   let transport = MockTransport(.post("/v1/messages").respond(with: .fixture("chat.sse").delivered(delivery)))
///   let answer = try await Chat(transport: transport).answer(to: "Hi")
///   #expect(answer == "Ein Café – 你好 🦀")
/// }
/// ```
///
/// Transports, sessions and servers get the same pieces. Pauses take time only on a clock that the test chose, as in a
/// ``NetworkFault``.
public struct Delivery: Hashable, Codable, Sendable {
  enum Cut: Hashable, Codable {
    case nowhere, everywhere, characters, lines, events
    case after(Int)
    case pieces(Int, every: Duration)
  }

  enum End: String, CaseIterable, Codable { case cleanly, reset = "by a reset", silence = "in silence" }

  /// The name, which is the same in every run as long as the body is the same.
  public let name: String
  /// The text around the cut.
  private var context: String?
  private let cut: Cut
  private var end = End.cleanly
  /// The number of bytes that come, and the size of the body that it was made for; nil for any.
  private var length: Int?, size: Int?
  /// The mark of its end that the body does not have.
  private var missingMark: String?

  init(_ name: String, _ cut: Cut = .nowhere) {
    self.name = name
    self.cut = cut
  }

  /// All of the body at once.
  public static let whole = Self("whole")
  /// A piece for each byte.
  public static let byteByByte = Self("byte by byte", .everywhere)

  /// Pieces of one size, with a time before each.
  ///
  /// - Parameters:
  ///   - pieces: The number of pieces, at least one.
  ///   - interval: The time before each.
  public static func slowDrip(pieces: Int, every interval: Duration) -> Self {
    Self("slow drip", .pieces(max(1, pieces), every: interval))
  }

  /// The deliveries of a fixture that find the errors of readers: at most 64, the same in each run.
  ///
  /// The body comes whole, byte by byte, by characters, lines and events, slowly, and in two pieces: cut inside a character or a
  /// byte order mark, between CR and LF, in a field's name, between the lines of an event, at the ends of lines and events, inside
  /// an escape and a number of JSON. There is a case for the first and the last place of each kind.
  ///
  /// - Parameters:
  ///   - fixture: The file's path inside the nearest `Fixtures` folder above the calling file. Where it is missing, the stub that
  ///     answers with it says so.
  ///   - filePath: The calling file.
  public static func all(of fixture: String, filePath: String = #filePath) -> [Self] {
    CaseChoice.chosen(
      Answer.body(of: Fixture(fixture, filePath: filePath)).map { list(of: $0) } ?? [.whole],
      of: "Delivery.all(of: \(fixture.swiftLiteral))")
  }

  /// The deliveries of a body that find the errors of readers.
  public static func all(of body: Data) -> [Self] { CaseChoice.chosen(list(of: body), of: "Delivery.all(of:)") }

  fileprivate static func list(of body: Data) -> [Self] {
    let places = BodyPlaces(body)
    var all = [whole, byteByByte, slowDrip(pieces: 10, every: .seconds(1))]
    if places.hasWideCharacters { all.append(Self("character by character", .characters)) }
    if places.lineEnds.count > 1 { all.append(Self("line by line", .lines)) }
    if places.eventEnds.count > 1 { all.append(Self("event by event", .events)) }
    return all
      + places.cuts.map { place, kind in
        let (words, context) = places.words(kind, at: place)
        var delivery = Self("cut after byte \(place), \(words)", .after(place))
        delivery.context = context
        delivery.size = body.count
        return delivery
      }
  }

  /// The deliveries of a fixture that end too early, after each event or line but the last: cleanly, by a reset, and in silence.
  ///
  /// A clean end without a length is legal HTTP, so only the format can say that an answer is incomplete: by its last event or
  /// line, or the end of its JSON. If text or data has no such mark, the list has no clean end for it, unless the test names a
  /// mark. There are at most 63 cases: of more than 21 places, 21 are chosen evenly, and the names say of how many.
  ///
  /// ```swift
  /// Delivery.endings(of: "report.xml", mark: "</report>")
  /// Delivery.endings(of: "parts.multipart", mark: "--boundary--")
  /// ```
  ///
  /// - Parameters:
  ///   - fixture: The file's path inside the nearest `Fixtures` folder above the calling file. Where it is missing, the stub that
  ///     answers with it says so.
  ///   - mark: The text that tells a reader that the body is complete; nil for the mark of server-sent events or JSON. If the
  ///     body does not have it, the stub that answers says so.
  ///   - filePath: The calling file.
  public static func endings(of fixture: String, mark: String? = nil, filePath: String = #filePath) -> [Self] {
    CaseChoice.chosen(
      Answer.body(of: Fixture(fixture, filePath: filePath)).map { earlyEnds(of: $0, mark: mark) } ?? [.whole],
      of: "Delivery.endings(of: \(fixture.swiftLiteral))")
  }

  /// The deliveries of a body that end too early.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - mark: The text with which it is complete; nil for the mark of server-sent events or JSON.
  public static func endings(of body: Data, mark: String? = nil) -> [Self] {
    CaseChoice.chosen(earlyEnds(of: body, mark: mark), of: "Delivery.endings(of:)")
  }

  private static func earlyEnds(of body: Data, mark: String?) -> [Self] {
    let places = BodyPlaces(body)
    let unit: String, all: [Int], hasMark: Bool
    if let mark {
      guard let end = body.range(of: Data(mark.utf8), options: .backwards)?.upperBound else {
        var lost = Self("ends before \(mark.quoted)")
        lost.missingMark = mark
        return [lost]
      }
      let usual = places.parts
      // Events end before the mark as well; a last piece ends inside it.
      all = Set(usual.ends + [end - 1]).filter { $0 > 0 && $0 < end }.sorted()
      unit = "byte"
      hasMark = true
    } else {
      let usual = places.parts
      unit = usual.unit
      all = usual.ends
      hasMark = places.hasMark
    }
    // As many as fit, evenly, with the first and the last. A cut list says so in each name.
    let count = min(all.count, 21)
    let leftOut = count < all.count ? " (\(count) of \(all.count) places)" : ""
    return (0..<count).map { count < 2 ? $0 : $0 * (all.count - 1) / (count - 1) }.flatMap { index in
      End.allCases.filter { hasMark || $0 != .cleanly }.map { end in
        let place = unit == "byte" ? "\(all[index])" : "\(index + 1) of \(all.count + 1)"
        var delivery = Self("ends after \(unit) \(place)\(leftOut), \(end.rawValue)")
        delivery.end = end
        delivery.length = all[index]
        delivery.size = body.count
        return delivery
      }
    }
  }

  fileprivate func answer(_ whole: HTTPResponse) throws -> Answer {
    try OtherBody.check(whole.body, size, name)
    if let missingMark { throw OtherBody(missing: missingMark) }
    var head = whole
    var parts = [StreamPart]()
    if length != nil { head.headers["Content-Length"] = nil }
    for piece in pieces(of: Data(whole.body.prefix(length ?? .max))) {
      if case .pieces(_, let interval) = cut { parts.append(.pause(interval)) }
      parts.append(.chunk(piece))
    }
    if end != .cleanly { parts.append(end == .reset ? .failure(.networkConnectionLost) : .stall) }
    return .faultyStream(head, parts)
  }

  /// Returns the pieces of a body, none of which is empty.
  package func pieces(of body: Data) -> [Data] {
    let ends: [Int]
    switch cut {
    case .nowhere: ends = []
    case .everywhere: ends = Array(0..<body.count)
    case .characters: ends = body.enumerated().filter { $1 & 0xC0 != 0x80 }.map(\.offset)
    case .lines: ends = BodyPlaces(body).lineEnds
    case .events: ends = BodyPlaces(body).eventEnds
    case .after(let place): ends = [place]
    case .pieces(let count, _): ends = (1..<max(2, count)).map { body.count * $0 / max(1, count) }
    }
    let marks = [0] + ends.filter { $0 > 0 && $0 < body.count } + [body.count]
    return zip(marks, marks.dropFirst()).filter { $0 < $1 }.map { Data(body.dropFirst($0).prefix($1 - $0)) }
  }
}

extension Delivery: CustomStringConvertible {
  /// The name, and the text around the cut.
  public var description: String { context.map { "\(name): \($0)" } ?? name }
}

extension Answer {
  /// Returns the answer with a body that comes in another way.
  ///
  /// - Parameter delivery: A delivery of this body; one of a body of another size fails the test.
  public func delivered(_ delivery: Delivery) -> Self {
    CaseNotes.note(delivery.name)
    return changed { whole, _ in
      CaseNotes.note(delivery.name)
      return try delivery.answer(whole)
    }
  }
}

extension HTTPStream {
  /// Returns the stream with each of its pieces in another delivery, which a seed chooses.
  package func cut(by seed: UInt64) -> HTTPStream {
    HTTPStream(status: status, headers: headers, url: url, chunks: CutChunks(stream: self, seed: seed))
  }
}

private struct CutChunks: AsyncSequence, Sendable {
  let stream: HTTPStream
  let seed: UInt64

  func makeAsyncIterator() -> StreamIterator<Data> {
    var chunks = stream.makeAsyncIterator()
    var random = SeededGenerator(seed: seed)
    var ready: ArraySlice<Data> = []
    return StreamIterator {
      while ready.isEmpty {
        guard let chunk = try await chunks.next() else { return nil }
        let all = Delivery.list(of: chunk)
        ready = all[random.index(below: all.count)].pieces(of: chunk)[...]
      }
      return ready.popFirst()
    }
  }
}

/// The error of a delivery or a mutation of another body.
struct OtherBody: Error, CustomStringConvertible {
  let description: String

  init(description: String) { self.description = description }

  init(missing mark: String) {
    description = "The body does not have \(mark.quoted), the mark passed to Delivery.endings(of:mark:)."
  }

  static func check(_ body: Data, _ size: Int?, _ name: String) throws {
    guard let size, size != body.count else { return }
    throw Self(
      description: "\(name.quoted) was made for a body of \(size) bytes, but this body has \(body.count): "
        + "make the list from the body that the stub answers with.")
  }
}
