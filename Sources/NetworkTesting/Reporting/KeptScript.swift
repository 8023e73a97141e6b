/// The script of a `ScriptedWebSocket`, whose error fails the test that it was made in.
final class KeptScript: KeptDouble {
  let harness: any Harness
  let hasPromises = false
  private let outcome: ScriptOutcome

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

/// The reporter of scripts, found by its name.
final class ScriptReporter: ScriptReporting {
  static func keep(_ outcome: ScriptOutcome) {
    let harness = TestHarness()
    guard harness.hasTest || XCTestFailure.isTestCaseRunning else { return }
    let script = KeptScript(outcome, in: harness)
    ProcessEnd.keep(script)
    outcome.whenOver { harness.end(script) }
    let place = script.place
    // The outcome does not keep the script, which keeps the outcome.
    outcome.onWarning { text in harness.enter { harness.warn(Problem(text: text, place: place)) } }
  }
}
