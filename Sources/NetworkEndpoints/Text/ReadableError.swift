/// An error with a text for readers: the cause, the state and the remedy.
///
/// An app that shows an error's `localizedDescription` shows that text as well.
public protocol ReadableError: LocalizedError, CustomStringConvertible {}

extension ReadableError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}
