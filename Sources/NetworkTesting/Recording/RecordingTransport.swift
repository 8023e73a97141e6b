public import NetworkEndpoints
public import NetworkFixtures
public import Testing

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A transport that sends through another one, and writes what came back into a recording.
///
/// ```swift
/// let transport = try RecordingTransport(URLSessionTransport(), to: RecordingFile("checkout"))
/// let shop = Shop(loader: EndpointLoader(transport: transport, host: .staging))
/// try await shop.checkout()
/// try await transport.save()
/// ```
///
/// What the app sends and sees is untouched; what is written is redacted, and nothing else ever is. The recording is
/// written at the end, or when ``save()`` is called, and in between whenever the number of exchanges has doubled, so that
/// a process that is killed loses half of them at most. A request without an answer is not recorded: what the network
/// did then says nothing about the service.
public actor RecordingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let replay: ReplayTransport?
  private let methods: Set<HTTPMethod>?
  private let sourceLocation: SourceLocation
  private let now: @Sendable () -> Date
  private var writer: RecordingWriter
  private var slots: [RecordingSlot] = []
  private var answers = 0
  private var nextCheckpoint = 1
  private var isSaved = true
  var log: [Exchange] = []
  var problems = ProblemKeeper()

  /// Creates a transport that records anew.
  ///
  /// - Parameters:
  ///   - base: What sends the requests.
  ///   - file: The recording, which is replaced once there is an exchange to write.
  ///   - redaction: What is taken out before anything is written.
  ///   - methods: The methods that may go out, such as `.safe`; nil for all.
  ///   - sourceLocation: Where it is recorded as an issue that a request was held back, or that nothing could be written.
  /// - Throws: A `HARError` where the file is there and damaged; a `FixtureError` where its name is refused.
  public init(
    _ base: any HTTPTransport = URLSessionTransport(), to file: RecordingFile, redaction: Redaction = .standard,
    sending methods: Set<HTTPMethod>? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    self.init(
      base, try RecordingWriter(file, replacing: true, redaction: redaction), replay: nil, sending: methods,
      sourceLocation: sourceLocation
    ) { Date() }
  }

  init(
    _ base: any HTTPTransport, _ writer: RecordingWriter, replay: ReplayTransport?, sending methods: Set<HTTPMethod>?,
    sourceLocation: SourceLocation, now: @escaping @Sendable () -> Date
  ) {
    self.base = base
    self.writer = writer
    self.replay = replay
    self.methods = methods
    self.sourceLocation = sourceLocation
    self.now = now
  }

  deinit {
    for problem in problems.take() { problem.record() }
    guard !isSaved else { return }
    do { try writer.save(slots.compactMap(\.entry)) } catch {
      Issue.record(Comment(rawValue: "\(error)"), sourceLocation: sourceLocation)
    }
  }

  /// Sends a request and records its answer.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer.
  /// - Throws: What the other transport throws; a ``RecordingError`` where the method may not go out.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    let received = ReceivedRequest(request)
    if let answer = try await replay?.take(received) { return try answer.response() }
    let slot = try open(received)
    let number = log.count
    do {
      let response = try await base.send(received.urlRequest)
      slot.finish(response)
      settle(number, .answered(response))
      noteAnswer()
      return response
    } catch {
      slot.fail()
      settle(number, .failed(error))
      throw error
    }
  }

  /// Sends a request and records its answer while it is read, chunk by chunk.
  ///
  /// Of an answer that is not read to its end, as much is recorded as was read.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: URLRequest) async throws -> HTTPStream {
    let received = ReceivedRequest(request)
    if let answer = try await replay?.take(received) { return try await answer.stream(at: .immediate) }
    let slot = try open(received)
    let number = log.count
    do {
      let stream = try await base.stream(received.urlRequest)
      slot.begin(stream)
      settle(number, .answered(HTTPResponse(status: stream.status, headers: stream.headers, url: stream.url)))
      noteAnswer()
      return HTTPStream(
        status: stream.status, headers: stream.headers, url: stream.url,
        chunks: RecordedChunks(stream: stream, slot: slot) { [weak self] in await self?.noteChange() })
    } catch {
      slot.fail()
      settle(number, .failed(error))
      throw error
    }
  }

  /// Makes room for an exchange, in the order of the requests.
  private func open(_ request: ReceivedRequest) throws -> RecordingSlot {
    if let methods, !methods.contains(request.method) {
      let error = RecordingError.heldBack(request, methods)
      log.append(Exchange(number: log.count + 1, request: request, outcome: .failed(error)))
      problems.report(Problem(text: error.description, sourceLocation: sourceLocation))
      throw error
    }
    let slot = RecordingSlot(request.urlRequest, started: now())
    slots.append(slot)
    log.append(Exchange(number: log.count + 1, request: request, outcome: .pending))
    return slot
  }

  private func settle(_ number: Int, _ outcome: Exchange.Outcome) {
    log[number - 1].outcome = outcome
    log[number - 1].duration = .seconds(max(0, Date().timeIntervalSince(log[number - 1].started)))
  }

  private func noteChange() {
    isSaved = false
  }

  /// Counts an answer, and saves if their number has doubled.
  private func noteAnswer() {
    isSaved = false
    answers += 1
    guard answers >= nextCheckpoint else { return }
    nextCheckpoint = answers * 2
    // The app must not notice; the end of the scope tries again, and says what is wrong.
    do { try write() } catch { report(error) }
  }

  private func write() throws {
    try writer.save(slots.compactMap(\.entry))
    isSaved = true
  }

  private func report(_ error: any Error) {
    problems.report(Problem(text: "\(error)", sourceLocation: sourceLocation))
  }

  /// What was sent and what became of it, in the order of the requests.
  public var exchanges: [Exchange] { log }

  /// Writes what there is so far.
  ///
  /// - Throws: A `RecordingFileError` where that is not possible; the file is then what it was.
  public func save() throws {
    if !isSaved { try write() }
  }

  /// Writes the rest, and hands over what is to be said at the end.
  func close() -> [Problem] {
    do { try save() } catch { report(error) }
    isSaved = true
    return problems.take()
  }
}

/// The chunks of an answer on their way through, each noted as it passes.
struct RecordedChunks: AsyncSequence, Sendable {
  typealias Element = Data

  let stream: HTTPStream
  let slot: RecordingSlot
  let onChange: @Sendable () async -> Void

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: stream.makeAsyncIterator(), slot: slot, onChange: onChange)
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    var base: HTTPStream.AsyncIterator
    let slot: RecordingSlot
    let onChange: @Sendable () async -> Void

    mutating func next() async throws -> Data? {
      do {
        guard let chunk = try await base.next() else { return nil }
        slot.add(chunk)
        await onChange()
        return chunk
      } catch {
        // Who stops reading has what there is; an answer that broke off is none.
        let isCancelled = error is CancellationError || (error as? URLError)?.code == .cancelled
        if !isCancelled { slot.fail() }
        throw error
      }
    }
  }
}
