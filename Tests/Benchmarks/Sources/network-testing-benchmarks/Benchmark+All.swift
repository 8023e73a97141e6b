extension Benchmark {
  /// Every benchmark there is.
  static let all =
    [
      sendMatched, sendMatchedOnPool, loadSmallJSON,
      findKnown, findNew, findNothing, register, registerAlike, registerWide, explain, reportRepeated,
      addAndUse, drain, verifyUnused, reportLarge,
      callbackAtOnce, callbackLater, callbackFromQueue,
      sessionOneStub, sessionManyStubs, sessionHandler, sessionHandlerManyStubs, sessionNewHeads,
      sessionOpenTasks,
      serveKeptAlive, serveOnce,
      simulatePolling, simulateRequests, manySleepers, steps, stepsOfSession,
      loadRecording, readRecording, redactExchange, redactRecording, redactManySecrets,
      replay, replayRedacted, open, record, checkTraffic,
    ] + Distinction.all.flatMap(\.benchmarks) + kinds + [checkMillion]
}
