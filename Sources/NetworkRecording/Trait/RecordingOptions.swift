/// Options that several recordings share.
///
/// ```swift
/// extension RecordingOptions {
///   static let chat = Self(matching: [.method, .url], sending: .safe)
/// }
///
/// @Test(.recording("greeting", options: .chat))
/// ```
public struct RecordingOptions: Sendable {
  let mode: RecordMode?
  let matching: Set<RequestPart>
  let redaction: Redaction
  let age: RecordingAge
  let unused: UnusedExchanges
  let pace: ReplayPace
  let bodies: HAR.BodyPlacement
  let sending: Set<HTTPMethod>?
  let live: any HTTPTransport

  /// Creates options.
  ///
  /// - Parameters:
  ///   - mode: Whether to record; by default as in `NETWORK_TESTING_RECORD`, and never without it.
  ///   - parts: The parts that a request and a recorded one must have in common.
  ///   - redaction: The rules for secrets, which are removed from the recording and not compared.
  ///   - age: The age limit of the recording.
  ///   - unused: Whether recorded exchanges that the test did not use are an issue.
  ///   - pace: The speed of recorded answers.
  ///   - bodies: The bodies to keep in files beside the recording, `.readable`, `.beside` or `.inside`.
  ///   - methods: The methods that may go out while recording, such as `.safe`; nil for all.
  ///   - live: The transport for the requests to record.
  public init(
    mode: RecordMode? = nil, matching parts: Set<RequestPart> = .standard, redaction: Redaction = .standard,
    age: RecordingAge = .unlimited, unused: UnusedExchanges = .allowed, pace: ReplayPace = .immediate,
    bodies: HAR.BodyPlacement = .readable, sending methods: Set<HTTPMethod>? = nil,
    live: any HTTPTransport = URLSessionTransport()
  ) {
    self.mode = mode
    matching = parts
    self.redaction = redaction
    self.age = age
    self.unused = unused
    self.pace = pace
    self.bodies = bodies
    sending = methods
    self.live = live
  }
}
