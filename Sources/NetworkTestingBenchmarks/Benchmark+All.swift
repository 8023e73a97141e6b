extension Benchmark {
  /// Every benchmark there is.
  static let all = [callbackAtOnce, callbackLater, callbackFromQueue]
}
