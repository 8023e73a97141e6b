/// A recording in use: the transport that answers from it or makes it, and the problems that remain at the end.
struct RecordingScope: Sendable {
  let transport: any RememberingTransport
  private let replay: ReplayTransport
  private let recorder: RecordingTransport?
  private let comparison: ComparingTransport?
  private let isExpectingRequests: Bool

  /// Reads the recording and decides what to do.
  ///
  /// - Parameters:
  ///   - isComparable: Whether the live service may be asked too.
  ///   - place: The place of problems, which is looked up when there is one.
  /// - Throws: The problem with the recording, its name or the environment.
  init(
    _ file: RecordingFile, _ options: RecordingOptions, isComparable: Bool = true, in environment: RecordingEnvironment,
    at place: @autoclosure @escaping @Sendable () -> CodePlace
  ) throws {
    let mode = try environment.mode(stated: options.mode)
    let fileExists = try file.exists
    let plan = try RecordingPlan(mode, fileExists: fileExists, in: environment)
    let writer =
      plan.records
      ? try RecordingWriter(file, replacing: plan.replaces, redaction: options.redaction, bodies: options.bodies)
      : nil
    var source = RecordingSource(
      name: "\(file)", isMissing: !fileExists, isRecordable: options.mode != .never, refusal: plan.refusal)
    if !fileExists {
      source.others = {
        let all = file.otherNames
        return (all, Similarity.nearest(to: file.name, in: all))
      }
    }
    var har = HAR()
    var unreadable: [HAR.UnreadableEntry] = []
    if plan.answersFromRecording,
      let recorded = try writer.map(\.original) ?? file.read(unreadable: &unreadable)
    {
      har = recorded
    }
    source.warn(of: unreadable, at: place())
    if let text = options.age.problem(of: har, source, now: environment.now()) {
      options.age.record(text, place())
    }
    let replay = ReplayTransport(
      har, from: source, matching: options.matching, redaction: options.redaction, pace: options.pace,
      unused: options.unused, at: place()
    ) { try file.body(named: $0) }
    self.replay = replay
    isExpectingRequests = writer != nil || !har.log.entries.isEmpty
    recorder = writer.map {
      RecordingTransport(
        options.live, $0, replay: plan.answersFromRecording ? replay : nil, sending: options.sending,
        at: place(), now: environment.now)
    }
    comparison =
      mode == .compare && fileExists && isComparable
      ? ComparingTransport(
        replay, options.live, sending: options.sending, source, at: place()) : nil
    let answering: any RememberingTransport = comparison ?? replay
    transport = recorder ?? answering
  }

  /// Writes the new recording.
  ///
  /// - Parameter isComplete: Whether the test ran to its end.
  /// - Returns: The problems.
  func close(isComplete: Bool) async -> [Problem] {
    let recorded = await recorder?.close() ?? []
    let compared = await comparison?.close() ?? []
    return await recorded + compared + replay.takeProblems(isComplete: isComplete)
  }

  /// The requests and their outcomes, without those that came by stubs, whose log has them.
  var exchanges: [Exchange] { transport.log.exchanges.filter { $0.scope !== TrafficWatch.passedOn } }

  /// Whether no request has come to a recording that has exchanges, or that is being made.
  var isUntouched: Bool { isExpectingRequests && transport.log.exchanges.isEmpty }

  /// Returns whether an error that ends the test is already an issue of it.
  func hasReported(_ error: any Error) -> Bool { replay.log.hasReported(error) }
}
