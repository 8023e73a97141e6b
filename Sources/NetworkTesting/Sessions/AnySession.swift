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
      Sessions that the code makes itself can reach the live network: \(problem.reason)
      Everything else in this package works as usual. For such sessions, set a proxy that does not answer, as in \
      https_proxy=http://127.0.0.1:9.
      """
    Problem.warn(text, at: .ofCurrentTest)
  }
}
