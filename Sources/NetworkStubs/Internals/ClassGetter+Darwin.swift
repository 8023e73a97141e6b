#if !canImport(FoundationNetworking)
  /// A getter that is a class method of Objective-C.
  package enum ClassGetter {
    private typealias Getter = @convention(c) (AnyObject, Selector) -> AnyObject

    /// Exchanges a getter for one whose value is changed first; returns whether the class has it.
    package static func exchange<Value: AnyObject>(
      _ selector: Selector, of type: AnyClass, _ change: @escaping (Value) -> Value
    ) -> Bool {
      guard let method = class_getClassMethod(type, selector) else { return false }
      let original = unsafeBitCast(method_getImplementation(method), to: Getter.self)
      let getter: @convention(block) (AnyObject) -> AnyObject = { owner in
        let value = original(owner, selector)
        return (value as? Value).map(change) ?? value
      }
      _ = method_setImplementation(method, imp_implementationWithBlock(getter))
      return true
    }
  }
#endif
