// Answers as other libraries spell them, with the right spelling as the compiler's error.

extension RequestMatcher {
  /// Explains where an error goes.
  @available(*, unavailable, message: "write respond(with: .error(…))")
  public func respond(error: URLError.Code) -> Stub { respond(with: .error(error)) }

  /// Explains where a fixture goes.
  @available(*, unavailable, message: "write respond(with: .fixture(\"name.json\"))")
  public func respond(fixture: Any, status: Int = 200) -> Stub { respond(status: status) }

  /// Explains where data goes.
  @available(*, unavailable, message: "write respond(with: .data(…))")
  public func respond(data: Data, status: Int = 200) -> Stub { respond(status: status) }

  /// Explains where a delay goes.
  @available(*, unavailable, message: "write respond(…).delayed(by: .seconds(1))")
  public func delayed(by delay: Duration) -> Self { self }
}
