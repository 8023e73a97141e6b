/// A recording in use: the transport that answers from it or makes it, and the problems that remain at the end.
struct RecordingScope: Sendable {
  let transport: any RememberingTransport
  private let replay: ReplayTransport
  private let recorder: RecordingTransport?
  private let comparison: ComparingTransport?

  /// Reads the recording and decides what to do.
  ///
  /// - Throws: The problem with the recording, its name or the environment.
  init(
    _ file: RecordingFile, _ settings: RecordingSettings, in environment: RecordingEnvironment,
    at place: CodePlace
  ) throws {
    let mode = try environment.mode(stated: settings.mode)
    let fileExists = try file.exists
    let plan = try RecordingPlan(mode, fileExists: fileExists, in: environment)
    let writer =
      plan.records
      ? try RecordingWriter(file, replacing: plan.replaces, redaction: settings.redaction, bodies: settings.bodies)
      : nil
    let source = RecordingSource(
      name: "\(file)", isMissing: !fileExists, isRecordable: settings.mode != .never, refusal: plan.refusal)
    var har = HAR()
    if plan.answersFromRecording, let recorded = try writer.map(\.original) ?? file.read() { har = recorded }
    if let text = settings.age.problem(of: har, source, now: environment.now()) {
      settings.age.record(text, place)
    }
    let replay = ReplayTransport(
      har, from: source, matching: settings.matching, redaction: settings.redaction, pace: settings.pace,
      unused: settings.unused, at: place
    ) { try file.body(named: $0) }
    self.replay = replay
    recorder = writer.map {
      RecordingTransport(
        settings.live, $0, replay: plan.answersFromRecording ? replay : nil, sending: settings.sending,
        at: place, now: environment.now)
    }
    comparison =
      mode == .compare && fileExists && settings.isComparable
      ? ComparingTransport(
        replay, settings.live, sending: settings.sending, source, at: place) : nil
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

  /// The requests and their outcomes.
  var exchanges: [Exchange] { transport.log.exchanges }
}

/// A test's settings for its recording, apart from the name.
struct RecordingSettings: Sendable {
  var mode: RecordMode?
  var matching: Set<RequestPart> = .standard
  var redaction = Redaction.standard
  var age = RecordingAge.unlimited
  var unused = UnusedExchanges.allowed
  var pace = ReplayPace.immediate
  var bodies = HAR.BodyPlacement.readable
  var sending: Set<HTTPMethod>?
  var live: any HTTPTransport = URLSessionTransport()
  /// Whether the live service may be asked too, which not every run of a simulation may.
  var isComparable = true
}
