#if canImport(FoundationNetworking)
  /// The places of a class's stored properties in its instances, in bytes and in the order of a mirror.
  ///
  /// They are part of the class's metadata, whose layout is described in
  /// [the compiler's documentation](https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst). Who uses them compares
  /// first what is there with what a mirror says.
  struct PropertyOffsets {
    private let all: [Int]

    var count: Int { all.count }

    /// Creates the list of a class's own properties; nil if the metadata is not that of a Swift class whose layout is fixed.
    init?(of type: AnyClass) {
      guard let table = MethodTable(of: type), let size = ObjectClass.instanceSize(of: type),
        let description = UnsafeRawPointer(bitPattern: table[Self.descriptionWord])
      else { return nil }
      let flags = description.load(as: UInt32.self)
      let propertyCount = Int(description.load(fromByteOffset: 36, as: UInt32.self))
      let start = Int(description.load(fromByteOffset: 40, as: UInt32.self))
      guard flags & Self.kindMask == Self.classKind, flags & Self.hasResilientSuperclass == 0,
        start >= MethodTable.headerWords, start + propertyCount <= table.count
      else { return nil }
      all = (start..<start + propertyCount).map { Int(bitPattern: table[$0]) }
      guard all.allSatisfy({ (16..<size).contains($0) }) else { return nil }
    }

    subscript(number: Int) -> Int { all[number] }

    private static let descriptionWord = 5
    private static let kindMask: UInt32 = 0x1F, classKind: UInt32 = 16
    private static let hasResilientSuperclass: UInt32 = 1 << (16 + 13)
  }
#endif
