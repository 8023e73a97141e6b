extension MockTransport {
  /// Adds stubs after those that are there.
  ///
  /// - Parameter stubs: The stubs.
  public func add(_ stubs: Stub...) {
    state.withLock { $0.table.add(stubs) }
  }

  /// Opens a scope whose stubs come before those that are there.
  ///
  /// - Returns: Its number, for ``close(_:)``.
  func open(_ stubs: [Stub], delay: Delay? = nil, arePromises: Bool) -> Int {
    state.withLock { state in
      let scope = state.table.push(delay: delay)
      state.table.add(stubs, arePromises: arePromises)
      return scope
    }
  }

  /// Closes a scope.
  ///
  /// - Returns: What its stubs leave to be said.
  func close(_ scope: Int) -> [Problem] {
    state.withLock { state in state.table.pop(scope).compactMap { $0.shortfall(state.log) } }
  }

  func takeProblems() -> [Problem] {
    state.withLock { $0.problems.take() }
  }
}
