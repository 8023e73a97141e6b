/// A value that can be a pattern of URLs: a text, or a `URL`.
public protocol URLPatternConvertible {
  /// The pattern.
  var urlPattern: URLPattern { get }
}

extension URLPattern: URLPatternConvertible {
  /// The pattern itself.
  public var urlPattern: URLPattern { self }
}

extension String: URLPatternConvertible {
  /// The text read as a path, a template, a glob or a whole URL, as a literal is.
  public var urlPattern: URLPattern { URLPattern(self) }
}

extension Substring: URLPatternConvertible {
  /// The text read as a path, a template, a glob or a whole URL, as a literal is.
  public var urlPattern: URLPattern { URLPattern(String(self)) }
}

extension URL: URLPatternConvertible {
  /// A pattern that takes only this URL: nothing in it is a wildcard, and its fragment, which is never sent, is left out.
  public var urlPattern: URLPattern {
    let text = absoluteString.prefix { $0 != "#" }
    return URLPattern(String(text).verbatimPattern)
  }
}
