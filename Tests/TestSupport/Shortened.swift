public import Testing

/// An argument of a test that would fill the test's output.
public struct Shortened<Value: Sendable>: Sendable, CustomTestStringConvertible {
  /// The argument.
  public let value: Value

  /// Creates an argument.
  ///
  /// - Parameter value: The argument.
  public init(_ value: Value) {
    self.value = value
  }

  /// The beginning of the argument's text.
  public var testDescription: String {
    let text = "\(value)"
    return text.count > 60 ? "\(text.prefix(60))… (\(text.count) characters)" : text
  }
}
