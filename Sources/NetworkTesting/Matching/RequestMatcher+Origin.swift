extension RequestMatcher {
  /// Asks for a host, whatever its scheme and port.
  ///
  /// - Parameter name: The name or address, in any case, or what it must look like, as in `.suffix(".example.com")`.
  public func host(_ name: TextPattern) -> Self { adding(OriginCondition(part: .host, value: name)) }

  /// Asks for a scheme.
  ///
  /// - Parameter scheme: The scheme, such as `"https"`, in any case.
  public func scheme(_ scheme: TextPattern) -> Self { adding(OriginCondition(part: .scheme, value: scheme)) }

  /// Asks for a port.
  ///
  /// - Parameter port: The port; a URL that does not name one has its scheme's, such as 443.
  public func port(_ port: Int) -> Self { adding(PortCondition(port: port)) }
}
