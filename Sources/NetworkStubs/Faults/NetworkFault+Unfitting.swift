// Names of other libraries for faults, with the right ones as the compiler's error.

extension NetworkFault {
  /// Explains which faults lose a connection.
  @available(
    *, unavailable,
    message: "write .connectionLostBeforeHead, .connectionLostAfterHead, or .connectionLost(afterBodyBytes: 10)"
  )
  public static var connectionReset: Self { connectionLostBeforeHead }

  /// Explains which faults lose a connection.
  @available(
    *, unavailable,
    message: "write .connectionLostBeforeHead, .connectionLostAfterHead, or .connectionLost(afterBodyBytes: 10)"
  )
  public static var connectionLost: Self { connectionLostBeforeHead }
}
