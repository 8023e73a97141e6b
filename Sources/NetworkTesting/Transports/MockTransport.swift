public import NetworkEndpoints
public import Testing

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A transport that answers from stubs and remembers what it was asked.
///
/// The code under test takes a transport:
///
/// ```swift
/// struct Catalogue {
///   let loader: EndpointLoader
///   func latest() async throws -> Item { try await loader.load(endpoint: .latestItem, using: "12345") }
/// }
/// ```
///
/// A test hands it this one:
///
/// ```swift
/// @Test func latest() async throws {
///   let transport = MockTransport(.get("/items/latest").respond(json: ["title": "Tea"]))
///   let catalogue = Catalogue(loader: EndpointLoader(transport: transport, host: "test"))
///   #expect(try await catalogue.latest().title == "Tea")
/// }
/// ```
///
/// It is strict: a request that no stub answers fails the test it was made in, even where the code under test swallows
/// the error, and so does a stub that is never used. It says so when it is asked to ``verify()``, and at the latest when
/// it is released.
public actor MockTransport: HTTPTransport {
  var table = StubTable()
  var log: [Exchange] = []
  var problems: ProblemKeeper
  var waiters: [RequestWaiter] = []
  private var firstNumber = 1
  private let givenLocation: SourceLocation
  private let trait: TraitSource?
  /// Who decided when answers arrive where the transport was made, for callers that lost sight of it.
  private let answerOrder = SimulationContext.current.order

  /// Creates a transport for the current test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers.
  ///   - sourceLocation: Where an unanswered request is recorded.
  public init(_ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation) {
    self.init(stubs, sourceLocation: sourceLocation)
  }

  /// Creates a transport for the current test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers.
  ///   - sourceLocation: Where an unanswered request is recorded.
  public init(_ stubs: [Stub], sourceLocation: SourceLocation = #_sourceLocation) {
    givenLocation = sourceLocation
    trait = nil
    problems = ProblemKeeper()
    table.add(stubs)
  }

  /// Creates a transport for a trait, which opens scopes in it.
  init(trait: TraitSource) {
    givenLocation = trait.location
    self.trait = trait
    problems = ProblemKeeper()
  }

  deinit {
    // Nobody is left who could verify.
    let log = log
    let found = problems.take() + table.entries.compactMap { $0.shortfall(log) }
    for problem in found { problem.record() }
    // A trait, or a simulation, sees whether its test failed, and attaches the traffic itself.
    if trait == nil, answerOrder == nil, Test.current != nil, problems.hasReported || !found.isEmpty {
      TrafficAttachment.record(log, sourceLocation: givenLocation)
    }
  }

  /// The transport of the surrounding network trait; nil where there is none.
  public static var current: MockTransport? { AmbientNetwork.current.transport as? MockTransport }

  /// Answers a request from the stubs.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer of the first stub that takes it.
  /// - Throws: ``UnansweredRequest`` if none does; the error that the stub answers with.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    let received = ReceivedRequest(request)
    let turn = try await (SimulationContext.current.order ?? answerOrder)?.arrive(received)
    let number = firstNumber + log.count
    guard let (stub, answer) = table.take(received, number: number) else {
      turn?.end(.unanswered)
      note(Exchange(number: number, request: received, outcome: .unanswered))
      throw unanswered(received)
    }
    guard case .response(var response) = answer.storage, turn == nil else {
      note(Exchange(number: number, request: received, outcome: .pending))
      return try await make(answer, of: stub, for: received, number: number, turn)
    }
    if response.url == nil { response.url = request.url }
    note(Exchange(number: number, request: received, outcome: .answered(response)))
    return response
  }

  private func note(_ exchange: Exchange) {
    log.append(exchange)
    if !waiters.isEmpty { resumeWaiter() }
  }

  private func make(
    _ answer: Answer, of stub: StubDefinition, for request: ReceivedRequest, number: Int, _ turn: (any AnswerTurn)?
  ) async throws -> HTTPResponse {
    do { try await turn?.wait() } catch {
      settle(number, .failed(error), turn)
      throw error
    }
    do {
      var response = try await answer.response(to: request)
      if response.url == nil { response.url = request.url }
      settle(number, .answered(response), turn)
      return response
    } catch {
      settle(number, .failed(error), turn)
      if answer.mustNotFail { problems.report(.unusableAnswer(of: stub, to: request, error)) }
      throw error
    }
  }

  private func unanswered(_ request: ReceivedRequest) -> UnansweredRequest {
    let explanation = UnansweredReport(request, table: table, log: log).text
    problems.report(Problem(text: explanation, sourceLocation: trait?.traitLocation ?? givenLocation))
    return UnansweredRequest(request: request, explanation: explanation)
  }

  /// Notes what became of a request, unless the log was reset meanwhile.
  private func settle(_ number: Int, _ outcome: Exchange.Outcome, _ turn: (any AnswerTurn)?) {
    turn?.end(outcome)
    let index = number - firstNumber
    guard log.indices.contains(index) else { return }
    log[index].outcome = outcome
    log[index].duration = .seconds(max(0, Date().timeIntervalSince(log[index].started)))
  }

  /// Forgets the requests so far and what they used up; calls in flight go on and still get their answers.
  public func reset() {
    firstNumber += log.count
    log.removeAll()
    table.reset()
    problems.reset()
  }
}
