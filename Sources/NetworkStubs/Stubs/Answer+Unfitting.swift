// Answers as other libraries call them, with the right name as the compiler's error.

extension Answer {
  /// Explains the name of an error.
  @available(
    *, unavailable, message: "write a code of URLError, as in .error(.timedOut) or .error(.notConnectedToInternet)"
  )
  public static func error(_ name: UnfittingError) -> Self { error(.timedOut) }
}

/// Names of statuses, which are numbers here.
@available(*, unavailable, message: "write the number, as in respond(status: 404)")
@_documentation(visibility: internal)
public enum UnfittingStatus: Sendable {
  case ok, created, accepted, noContent, movedPermanently, found, seeOther, notModified, badRequest, unauthorized
  case forbidden, notFound, methodNotAllowed, conflict, gone, unprocessableEntity, unprocessableContent, tooManyRequests
  case internalServerError, notImplemented, badGateway, serviceUnavailable, gatewayTimeout
}

/// Names of errors that `URLError` has by another name.
@available(*, unavailable, message: "write a code of URLError, as in .timedOut or .notConnectedToInternet")
@_documentation(visibility: internal)
public enum UnfittingError: Sendable {
  case timeout, timeOut, offline, noInternet, noConnection, notConnected, connectionLost, networkError
}

extension Answer {
  /// Explains how a network fails.
  @available(*, unavailable, message: "write .error(.notConnectedToInternet), or .fault(.offline)")
  public static var networkError: Self { error(.notConnectedToInternet) }

  /// Explains how a network fails.
  @available(*, unavailable, message: "write .fault(.timedOut)")
  public static var timeout: Self { error(.timedOut) }

  /// Explains the word for an error.
  @available(*, unavailable, message: "write .error(.timedOut)")
  public static func failure(_ code: URLError.Code) -> Self { error(code) }

  /// Explains what an answer is that does not come.
  @available(
    *, unavailable,
    message: "write .fault(.timedOut) for silence, or answer by hand with a SuspendedTransport"
  )
  public static var never: Self { error(.timedOut) }

  /// Explains the word for events.
  @available(*, unavailable, message: "write .events([\"…\", \"…\"])")
  public static func sse(_ events: [String]) -> Self { self.events(events) }
}
