/// The script of a `ScriptedWebSocket`, whose error fails the test that it was made in.
final class KeptScript: KeptDouble {
  let harness: any Harness
  let hasPromises = false
  private let outcome: ScriptOutcome
  private let watch = WaitWatch()
  private let looks = Guarded(0)
  /// Whether a wait of script and client for each other was reported.
  private let hasHung = Guarded(false)
  /// The clock of the test, on which the script may sleep.
  private let clock = VirtualClock.current

  init(_ outcome: ScriptOutcome, in harness: any Harness) {
    self.outcome = outcome
    self.harness = harness
  }

  /// The line of the script.
  var place: CodePlace {
    let place = outcome.place
    return CodePlace(fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
  }

  // An error is none of the promises of a test.
  func takeProblems(isComplete: Bool) -> [Problem] {
    guard let error = outcome.takeError() else { return [] }
    // The wait that it ended was reported.
    if error is ScriptWaits, hasHung.withLock({ $0 }) { return [] }
    return [
      Problem(
        text: """
          The script of the WebSocket at \(place.shown) threw: \(error)

          Its client got the error instead of a message. If the test expects the error, await it: \
          `await #expect(throws: …) { try await socket.finish() }`. To play a server that goes away, close the socket with a code: \
          `await $0.close(.internalError, reason: "")`.
          """, place: place)
    ]
  }
}

/// A script and its client may wait for each other.
extension KeptScript: Watched {
  /// Begins to watch the client, which is about to read.
  func watchReader() { watch.begin(for: self) }

  var progress: [Int]? {
    guard let awaited = outcome.awaited, harness.isOver != true else { return nil }
    let isBusy = clock?.progress != nil || TimedWaits.includes(harness.testName)
    let looks = looks.withLock { looks in
      if isBusy { looks += 1 }
      return looks
    }
    return [awaited.client, awaited.script ?? 0, looks, clock?.moves ?? 0]
  }

  func endWait() {
    guard let awaited = outcome.awaited else { return }
    let state = awaited.script.map { "waits for message \($0) of the client" } ?? "neither sends anything nor returns"
    let cure =
      awaited.script == nil
      ? "Let the script send a message, close the socket or return."
      : "If the app should send a message first, fix the app. If not, let the script send one, close the socket or return."
    let text = """
      The script of the WebSocket at \(place.shown) \(state), and the client waits for the script

      Nothing happened for ten seconds of real time. So that the test can end, both got an error. \(cure)
      """
    hasHung.withLock { $0 = true }
    harness.enter { [harness, place] in harness.recordHang(Problem(text: text, place: place)) }
    if awaited.script == nil { outcome.endClient() } else { outcome.endWait(isReported: true) }
  }
}

/// The reporter of scripts, found by its name.
final class ScriptReporter: ScriptReporting {
  static func keep(_ outcome: ScriptOutcome) {
    let harness = TestHarness()
    guard harness.hasTest || XCTestFailure.isTestCaseRunning else { return }
    let script = KeptScript(outcome, in: harness)
    ProcessEnd.keep(script)
    outcome.whenOver { harness.end(script) }
    // The outcome does not keep the script, which keeps the outcome.
    outcome.onRead { [weak script] in script?.watchReader() }
  }
}
