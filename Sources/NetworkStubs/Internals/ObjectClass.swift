#if canImport(FoundationNetworking)
  /// A change of the class of an object that a session has made, which nothing can hand over to it.
  ///
  /// The class of a Swift object is its first word, and the size of its instances is a part of its metadata, whose layout is described
  /// in [the compiler's documentation](https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst). An object can change
  /// to a subclass that adds no properties, and is the same object as before.
  enum ObjectClass {
    /// Changes the class of an object, unless its class is another than expected, or the new one has more properties.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - base: The class that it is expected to have; a subclass of the app's has methods of its own, and is left alone.
    ///   - new: A subclass of that.
    /// - Returns: Whether the object has the new class.
    @discardableResult
    static func change(_ object: AnyObject, from base: AnyClass, to new: AnyClass) -> Bool {
      guard ObjectIdentifier(type(of: object)) == ObjectIdentifier(base) else { return false }
      guard let size = instanceSize(of: base), instanceSize(of: new) == size else { return false }
      let address = Unmanaged.passUnretained(object).toOpaque()
      // Where the first word is not the class, nothing is changed.
      guard address.load(as: UInt.self) == word(of: base) else { return false }
      address.storeBytes(of: word(of: new), as: UInt.self)
      return true
    }

    /// The description of an object as one of the class that the app knows.
    static func description(of object: AnyObject, as base: AnyClass) -> String {
      "<\(base): \(Unmanaged.passUnretained(object).toOpaque())>"
    }

    /// The size of a class's instances, in bytes; nil if its metadata is not that of a Swift class.
    static func instanceSize(of type: AnyClass) -> Int? {
      guard MethodTable(of: type) != nil else { return nil }
      return Int(unsafeBitCast(type, to: UnsafeRawPointer.self).load(fromByteOffset: 24, as: UInt32.self))
    }

    private static func word(of type: AnyClass) -> UInt { unsafeBitCast(type, to: UInt.self) }
  }
#endif
