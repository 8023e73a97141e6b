/// An error with a text for readers: what happened, what was there, and what to do.
///
/// An app that shows an error's `localizedDescription` shows that text as well.
public protocol ReadableError: LocalizedError, CustomStringConvertible {}

extension ReadableError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}
