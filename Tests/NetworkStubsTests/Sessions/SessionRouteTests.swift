import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("The way of a request of any session")
struct SessionRouteTests {
  /// All that the way depends on, and the values of each.
  private static let columns: [(name: String, values: [String])] = [
    // Whose task sends it: nobody's, a test's, or that of a test with a network.
    ("task", ["unknown", "test", "network"]),
    // `.everySession` of that test, and of the test whose answer has called the code.
    ("scope", ["none", "open", "over"]),
    ("callback", ["none", "open", "over"]),
    // What sends it.
    ("sender", ["code", "transport", "recording"]),
    // `.liveNetwork`, `.offline` and NETWORK_TESTING_OFFLINE.
    ("wish", ["none", "live"]),
    ("test", ["online", "offline"]),
    ("run", ["online", "offline"]),
    // Whether it leaves this machine or goes to a server of this process, and whether a stub takes it.
    ("request", ["away", "away and stubbed", "here", "here and stubbed", "to a server", "to a server and stubbed"]),
    // `.fromAnywhere()` of one test.
    ("turn", ["none", "open", "over"]),
    // The app that the tests run in.
    ("app", ["none", "hosts"]),
    // Tests beside the one that has the turn, and tests that use the live network.
    ("others", ["none", "kept"]),
    ("live", ["none", "used"]),
  ]

  /// The first row that is about a request says where it goes. What a row doesn't name may be anything.
  private static let rows: [(when: String, then: String)] = [
    // A test that answers all sessions answers what it sends, except for what a server of its own may answer.
    ("sender: code|transport, scope: open|over, request: here|to a server", "open"),
    ("sender: code|transport, scope: open", "answered by scope"),
    ("sender: code|transport, scope: over", "late in scope"),
    // So it does for code that one of its answers has called. If the task is known, that counts more.
    ("sender: code|transport, task: unknown, callback: open|over, request: here|to a server", "open"),
    ("sender: code|transport, task: unknown, callback: open", "answered by callback"),
    ("sender: code|transport, task: unknown, callback: over", "late in callback"),
    // What no task sends belongs to the test that has the turn, if that has a stub for it, or if nobody else can have sent it;
    // but a server may be another test's.
    (
      "sender: code|transport, task: unknown, turn: open, request: away and stubbed|here and stubbed",
      "answered by turn"
    ),
    ("sender: code|transport, task: unknown, turn: over, request: away and stubbed|here and stubbed", "late in turn"),
    ("sender: code|transport, task: unknown, turn: open, request: away, app: none, others: none", "answered by turn"),
    ("sender: code|transport, task: unknown, turn: over, request: away, app: none, others: none", "late in turn"),
    // All else goes where it always goes, or nowhere. What stays on this machine harms nobody.
    ("request: here|here and stubbed|to a server|to a server and stubbed", "open"),
    ("test: offline", "offline"),
    ("run: offline", "offline"),
    ("sender: transport|recording", "open"),
    ("task: test", "open"),
    ("task: network, wish: live", "open"),
    ("task: network", "stray"),
    // An app has requests of its own.
    ("app: hosts, turn: open|over", "passed to turn"),
    ("app: hosts", "open"),
    // So may a test that uses the live network.
    ("live: used", "open"),
    ("others: none", "open"),
    ("others: kept", "unowned"),
  ]

  /// A row whose values are bits of a number for each column.
  private static func compiled(_ when: String) throws -> [(column: Int, bits: Int)] {
    try when.components(separatedBy: ", ").map { part in
      let words = part.components(separatedBy: ": ")
      let column = try #require(columns.firstIndex { $0.name == words[0] }, "\(part)")
      let bits = try words[1].components(separatedBy: "|").map { value in
        1 << (try #require(columns[column].values.firstIndex(of: value), "\(part)"))
      }
      return (column, bits.reduce(0, |))
    }
  }

  /// The scopes of one name: an open one, and one that is over.
  private struct Scopes {
    let open: SessionScope
    let over: SessionScope

    init() {
      open = Self.make()
      over = Self.make()
      over.end()
    }

    private static func make() -> SessionScope {
      SessionScope(
        transport: MockTransport(), clock: ContinuousClock(), sharesCookies: false, in: DefaultHarness.current,
        at: CodePlace())
    }

    subscript(_ value: Int) -> SessionScope? { [nil, open, over][value] }

    func has(_ scope: SessionScope) -> Bool { scope === open || scope === over }
  }

  private let scopes = ["scope": Scopes(), "callback": Scopes(), "turn": Scopes()]

  private func text(_ route: SessionRoute) -> String {
    func name(_ scope: SessionScope) -> String { scopes.first { $0.value.has(scope) }?.key ?? "?" }
    return switch route {
    case .open: "open"
    case .passed(let scope): "passed to \(name(scope))"
    case .answered(let scope): "answered by \(name(scope))"
    case .refused(.late(let scope)): "late in \(name(scope))"
    case .refused(.offline): "offline"
    case .refused(.stray): "stray"
    case .refused(.unowned): "unowned"
    }
  }

  /// Asks for the way of one combination; also returns how often it asked whether a stub takes the request.
  private func route(_ value: (String) -> Int) -> (text: String, questions: Int) {
    var sender = SessionRoute.Sender()
    sender.task = [.unknown, .ofTest, .ofTestWithNetwork][value("task")]
    sender.scope = scopes["scope"]?[value("scope")]
    sender.callback = scopes["callback"]?[value("callback")]
    sender.intent = [.unknown, .transport, .recording][value("sender")]
    sender.isLive = value("wish") == 1
    sender.isOffline = value("test") == 1
    var mode = SessionRoute.Mode()
    mode.isOffline = value("run") == 1
    mode.turn = scopes["turn"]?[value("turn")]
    mode.isHosted = value("app") == 1
    mode.keepsOthers = value("others") == 1
    mode.usesLive = value("live") == 1
    let request = value("request")
    var questions = 0
    let facts = SessionRoute.Facts(leaves: request < 2, isForOwnServer: request >= 4) { _ in
      questions += 1
      return request % 2 == 1
    }
    return (text(.route(sender, facts, mode)), questions)
  }

  @Test("the way of a request is the one of the table, in each combination of all that it depends on")
  func table() throws {
    let rows = try Self.rows.map { (conditions: try Self.compiled($0.when), then: $0.then) }
    let places = Dictionary(uniqueKeysWithValues: Self.columns.enumerated().map { ($1.name, $0) })
    var values = Self.columns.map { _ in 0 }
    var uses = rows.map { _ in 0 }
    var wrong: [String] = []
    while true {
      let row = rows.firstIndex { $0.conditions.allSatisfy { $0.bits & 1 << values[$0.column] != 0 } }
      let (text, questions) = route { name in places[name].map { values[$0] } ?? 0 }
      if let row { uses[row] += 1 }
      if row.map({ rows[$0].then }) != text || questions > 1 {
        let shown = zip(Self.columns, values).map { "\($0.name): \($0.values[$1])" }.joined(separator: ", ")
        wrong.append("\(shown) → \(text), after \(questions) questions")
      }
      // The next combination, counted up like a number.
      guard let next = values.indices.first(where: { values[$0] + 1 < Self.columns[$0].values.count }) else { break }
      values[next] += 1
      for index in 0..<next { values[index] = 0 }
    }
    #expect(wrong.prefix(5) == [], "\(wrong.count) combinations")
    #expect(zip(Self.rows, uses).filter { $1 == 0 }.map(\.0.when) == [], "Each row is about something.")
  }

  @Test("the way of a request asks no stub about what leaves the machine and is known to be a test's")
  func questions() {
    let value = ["task": 2, "scope": 1]
    #expect(route { value[$0] ?? 0 }.questions == 0)
  }
}
