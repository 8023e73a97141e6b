// Words of other libraries for adding a stub, with the right one as the compiler's error.

extension StubAnswering {
  /// Explains the word for adding a stub.
  @available(*, unavailable, message: "write await transport.add(.get(…).respond(…))")
  public func stub(_ stubs: Stub...) {}

  /// Explains what a stub is made of.
  @available(*, unavailable, message: "write await transport.add(.get(…).respond(…))")
  public func stub(_ matcher: RequestMatcher, _ answer: Answer) {}

  /// Explains what a stub is made of.
  @available(*, unavailable, message: "write await transport.add(.get(…).respond(…))")
  public func stub(_ matcher: RequestMatcher, with answer: Answer) {}

  /// Explains the word for adding a stub.
  @available(*, unavailable, message: "write await transport.add(.get(…).respond(…))")
  public func register(_ stubs: Stub...) {}

  /// Explains what a stub is made of.
  @available(*, unavailable, message: "write await transport.add(.get(…).respond(…))")
  public func register(_ matcher: RequestMatcher, _ answer: Answer) {}

  /// Explains the word for adding a stub.
  @available(*, unavailable, message: "write await transport.add(.get(…).respond(…))")
  public func when(_ matcher: RequestMatcher) {}

  /// Explains what a matcher lacks.
  @available(*, unavailable, message: "a matcher answers nothing: add its answer, as in .get(…).respond(status: 200)")
  public func add(_ matchers: RequestMatcher...) {}
}

extension StubAnswering {
  /// Explains the word for adding a stub.
  @available(*, unavailable, message: "write await transport.add(.get(…).respond(…))")
  public func use(_ stubs: Stub...) {}

  /// Explains the word for adding a stub.
  @available(*, unavailable, message: "write await transport.add(.get(…).respond(…))")
  public func stubFor(_ stubs: Stub...) {}

  /// Explains how stubs are taken away.
  @available(*, unavailable, message: "write removeAll(), or replace(with: …); each test has stubs of its own")
  public func removeAllStubs() {}

  /// Explains how stubs are taken away.
  @available(*, unavailable, message: "write removeAll(), or replace(with: …)")
  public func remove(_ matcher: RequestMatcher) {}

  /// Explains what begins anew.
  @available(*, unavailable, message: "write reset(), or replace(with: …); each test has stubs of its own")
  public func resetHandlers() {}

  /// Explains what begins anew.
  @available(*, unavailable, message: "write reset(), or replace(with: …); each test has stubs of its own")
  public func resetAll() {}
}
