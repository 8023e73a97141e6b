/// A transport that sends through another one, and writes the answers into a recording.
///
/// ```swift
/// let transport = try RecordingTransport(URLSessionTransport(), to: RecordingFile("checkout"))
/// let shop = Shop(loader: EndpointLoader(transport: transport, host: .staging))
/// try await shop.checkout()
/// try await transport.save()
/// ```
///
/// The app's traffic is unchanged; only the recording is redacted. It is written at the end, when ``save()`` is called, and each
/// time the number of exchanges has doubled, so a killed process loses at most half of them. A request without an answer is not
/// recorded, because a fault of the network says nothing about the service.
public actor RecordingTransport: RecordedTransport {
  /// The requests and their outcomes.
  public nonisolated let log: RequestLog
  private let base: any HTTPTransport
  private let replay: ReplayTransport?
  private let methods: Set<HTTPMethod>?
  private let place: @Sendable () -> CodePlace
  private let now: @Sendable () -> Date
  private var writer: RecordingWriter
  private var slots: [RecordingSlot] = []
  private var answers = 0
  private var nextCheckpoint = 1
  private var isSaved = true

  /// Creates a transport that replaces a recording.
  ///
  /// - Parameters:
  ///   - base: The transport for the requests.
  ///   - file: The recording, which is replaced once there is an exchange to write.
  ///   - redaction: The rules for secrets, which are removed from the recording.
  ///   - bodies: The bodies to keep in files beside the recording.
  ///   - methods: The methods that may go out, such as `.safe`; nil for all.
  ///   - sourceLocation: The location of issues about requests that were held back, or a recording that could not be written.
  /// - Throws: A `HARError` if the file exists and is not a recording; a `FixtureError` if its name is refused.
  public init(
    _ base: any HTTPTransport = URLSessionTransport(), to file: RecordingFile, redaction: Redaction = .standard,
    bodies: HAR.BodyPlacement = .readable, sending methods: Set<HTTPMethod>? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    self.init(
      base, try RecordingWriter(file, replacing: true, redaction: redaction, bodies: bodies), replay: nil,
      sending: methods, at: CodePlace(sourceLocation)
    ) {
      Date()
    }
    _ = TestDoubles.add(log, at: place())
  }

  init(
    _ base: any HTTPTransport, _ writer: RecordingWriter, replay: ReplayTransport?, sending methods: Set<HTTPMethod>?,
    at place: @autoclosure @escaping @Sendable () -> CodePlace, now: @escaping @Sendable () -> Date
  ) {
    self.base = base
    self.writer = writer
    self.replay = replay
    // One log, whichever of the two answers.
    log = replay?.log ?? RequestLog(TestHarness.ofDouble(at: place()))
    self.methods = methods
    self.place = place
    self.now = now
  }

  deinit {
    log.record(log.takeProblems())
    guard !isSaved else { return }
    do { try writer.save(slots.compactMap(\.entry)) } catch {
      log.record([Problem(text: "\(error)", place: place())])
    }
  }

  /// Sends a request and records its answer.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer.
  /// - Throws: Any error of the other transport; a ``RecordingError`` if the method may not go out.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    let call = begin(request)
    if let answer = try await replay?.take(call.request, number: call.number) { return try answer.response() }
    let slot = try open(call)
    do {
      let response = try await passOn(call) { try await base.send($0) }
      slot.finish(response)
      call.settle(.answered(response))
      noteAnswer()
      return response
    } catch {
      slot.fail()
      call.settle(.failed(error))
      throw error
    }
  }

  /// Sends a request and records its answer while it is read, chunk by chunk.
  ///
  /// If an answer is not read to its end, only the part that was read is recorded.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: URLRequest) async throws -> HTTPStream {
    let call = begin(request)
    if let answer = try await replay?.take(call.request, number: call.number) {
      return try await answer.stream(at: .immediate)
    }
    let slot = try open(call)
    do {
      let stream = try await passOn(call) { try await base.stream($0) }
      slot.begin(stream)
      noteAnswer()
      let chunks = RecordedChunks(stream: call.relay(stream), slot: slot) { [weak self] in await self?.noteChange() }
      return HTTPStream(status: stream.status, headers: stream.headers, url: stream.url, chunks: chunks)
    } catch {
      slot.fail()
      call.settle(.failed(error))
      throw error
    }
  }

  /// Sends a request through the other transport, whose log is not a second one for rules about traffic.
  private func passOn<Answer>(_ call: Call, _ send: (URLRequest) async throws -> Answer) async throws -> Answer {
    try await log.during(waitOf: call.number, for: Self.wait) {
      try await TrafficWatch.$current.withValue(.passedOn) {
        try await LiveNetworkGuard.$intent.withValue(.recording) { try await send(call.request.urlRequest) }
      }
    }
  }

  private static let wait: @Sendable () -> String = { "the recorded transport has not answered it." }

  private func begin(_ request: URLRequest) -> Call {
    let received = ReceivedRequest(request)
    return Call(
      request: received, number: log.add(received, waitingFor: replay == nil ? Self.wait : nil), log: log,
      timeline: Timeline(on: ContinuousClock(), in: log.harness))
  }

  /// Creates an exchange, in the order of the requests.
  private func open(_ call: Call) throws -> RecordingSlot {
    if let methods, !methods.contains(call.request.method) {
      let error = RecordingError.heldBack(call.request, methods)
      call.settle(.failed(error))
      log.report(Problem(text: error.description, place: place()))
      throw error
    }
    let slot = RecordingSlot(call.request.urlRequest, started: now())
    slots.append(slot)
    return slot
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
    // The app must not notice; the end of the scope tries again, and reports the problem.
    do { try write() } catch { report(error) }
  }

  private func write() throws {
    try writer.save(slots.compactMap(\.entry))
    isSaved = true
  }

  private func report(_ error: any Error) {
    log.report(Problem(text: "\(error)", place: place()))
  }

  /// Reports requests that were held back, and recordings that could not be written.
  ///
  /// This is what `verify()` does.
  public func verify(at place: CodePlace) throws {
    try log.takeProblems().reported(at: place)
  }

  /// Writes the recording so far.
  ///
  /// - Throws: A `RecordingFileError` if that is not possible; the file is then unchanged.
  public func save() throws {
    if !isSaved { try write() }
  }

  /// Writes the rest, and hands over the problems.
  func close() -> [Problem] {
    do {
      try save()
      // Not a problem of the test: its author reads it beside the run.
      if let text = writer.report { StandardError.print(text.printableLines) }
    } catch {
      report(error)
    }
    isSaved = true
    return log.takeProblems()
  }
}

/// The chunks of an answer on their way through, each recorded as it passes.
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
        // A reader that stops keeps what there is; an answer that breaks off cannot be replayed.
        let isCancelled = error is CancellationError || (error as? URLError)?.code == .cancelled
        if !isCancelled { slot.fail() }
        throw error
      }
    }
  }
}
