extension RequestMatcher {
  /// A matcher of requests that both matchers take.
  public static func && (lhs: Self, rhs: Self) -> Self {
    // Side by side where one of them says nothing of the target, so that stubs stay indexed.
    if rhs.takesAnyTarget { return lhs.adding(rhs.conditions) }
    if lhs.takesAnyTarget { return rhs.adding(lhs.conditions) }
    return lhs.adding(BothCondition(matcher: rhs))
  }

  /// A matcher of requests that at least one of two matchers takes.
  public static func || (lhs: Self, rhs: Self) -> Self { anyOf(lhs, rhs) }

  /// A matcher of requests that a matcher does not take.
  public static prefix func ! (matcher: Self) -> Self {
    if matcher.takesAnyTarget, matcher.conditions.count == 1,
      let negation = matcher.conditions.first as? NotCondition
    {
      return negation.matcher
    }
    return any.adding(NotCondition(matcher: matcher))
  }

  /// This matcher made stricter by another; the same as `&&`.
  ///
  /// - Parameter other: The other matcher.
  public func and(_ other: Self) -> Self { self && other }
}
