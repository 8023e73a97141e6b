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
