import NetworkEndpoints
import NetworkFixtures

/// What a test says of its recording, but for the name.
struct RecordingSettings: Sendable {
  var mode: RecordMode?
  var matching: Set<RequestPart> = .standard
  var redaction = Redaction.standard
  var age = RecordingAge.unlimited
  var unused = UnusedExchanges.allowed
  var pace = ReplayPace.immediate
  var sending: Set<HTTPMethod>?
  var live: any HTTPTransport = URLSessionTransport()
}
