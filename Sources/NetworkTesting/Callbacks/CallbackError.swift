public import Testing

/// What went wrong with a callback that a test awaited.
///
/// A callback that leaves the test without a value is thrown. One that came too often is recorded as an issue at the
/// line of the bridge, since the test has its value and can go on. Either happens once.
public struct CallbackError: Error, Sendable {
  /// What kind of error it is.
  public let code: Code

  /// Where the bridge was called.
  public let sourceLocation: SourceLocation

  /// How many calls there were when the error was made.
  public internal(set) var calls = 0

  /// How long the bridge waited, or was to wait.
  let limit: TimeLimit?

  /// What the callback brought instead of a value.
  var answer = ""

  init(_ code: Code, limit: TimeLimit? = nil, sourceLocation: SourceLocation) {
    self.code = code
    self.limit = limit
    self.sourceLocation = sourceLocation
  }

  func counting(_ calls: Int) -> Self {
    var copy = self
    copy.calls = calls
    return copy
  }
}
