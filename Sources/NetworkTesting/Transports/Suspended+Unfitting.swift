// Names of other libraries for what is done with a call, with the right one as the compiler's error.

extension SuspendedCall {
  /// Explains the word for an answer.
  @available(*, unavailable, message: "write answer(status: …), answer(json: …), or answer(with: …)")
  public func succeed(_ answer: Any? = nil, status: Int = 200, json: Any? = nil) {}

  /// Explains the word for an answer.
  @available(*, unavailable, message: "write answer(with: …)")
  public func resume(with answer: Answer) {}

  /// Explains what a bare value means.
  @available(*, unavailable, message: "write answer(json: …)")
  public func answer(_ json: JSONValue) {}

  /// Explains how a status is written.
  @available(*, unavailable, message: "write answer(status: 404)")
  public func answer(statusCode: Int) {}

  /// Explains how a call fails.
  @available(*, unavailable, message: "write fail(…)")
  public func answer(error: any Error) {}
}

extension SuspendedTransport {
  /// Explains the word for a call.
  @available(*, unavailable, renamed: "nextCall(matching:)")
  public func next() async throws -> SuspendedCall { try await nextCall() }

  /// Explains how calls that wait are found.
  @available(*, unavailable, message: "take each by nextCall(); requests lists them all")
  public var pendingCalls: [SuspendedCall] { [] }
}
