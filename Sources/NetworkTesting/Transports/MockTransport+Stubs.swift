extension MockTransport {
  /// Adds stubs after those that are there.
  ///
  /// - Parameter stubs: The stubs.
  public func add(_ stubs: Stub...) {
    table.add(stubs)
  }

  /// Opens a scope whose stubs come before those that are there.
  ///
  /// - Returns: Its number, for ``close(_:)``.
  func open(_ stubs: [Stub], delay: Delay? = nil, arePromises: Bool) -> Int {
    let scope = table.push(delay: delay)
    table.add(stubs, arePromises: arePromises)
    return scope
  }

  /// Closes a scope.
  ///
  /// - Returns: What its stubs leave to be said.
  func close(_ scope: Int) -> [Problem] {
    table.pop(scope).compactMap { $0.shortfall(log) }
  }

  func takeProblems() -> [Problem] {
    problems.take()
  }
}
