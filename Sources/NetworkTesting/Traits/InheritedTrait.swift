/// A trait that the tests of a suite inherit.
public protocol InheritedTrait: TestTrait, SuiteTrait {}

extension InheritedTrait {
  /// Whether the tests of a suite inherit the trait, always true.
  public var isRecursive: Bool { true }
}
