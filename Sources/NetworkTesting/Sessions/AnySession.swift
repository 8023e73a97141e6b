extension AnySession {
  private static let hasWarned = Guarded(false)

  /// Says once that sessions are not kept from the live network.
  static func warn(of problem: SessionHookProblem) {
    let isFirst = hasWarned.withLock { hasWarned in
      defer { hasWarned = true }
      return !hasWarned
    }
    guard isFirst else { return }
    let text = """
      Sessions of the code's own are not kept from the live network: \(problem.reason)
      Everything else of this package works as always. For such sessions, set a proxy at which nothing answers, as in \
      https_proxy=http://127.0.0.1:9.
      """
    Problem.warn(text, at: .ofCurrentTest)
  }
}
