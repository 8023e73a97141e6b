#if canImport(FoundationNetworking)
  /// The table of methods of a class, through which its overridable methods are called.
  ///
  /// It is part of the class's metadata, whose layout is described in
  /// [the compiler's documentation](https://github.com/swiftlang/swift/blob/main/docs/ABI/TypeMetadata.rst). A subclass begins with a
  /// copy of its superclass's table.
  // Only the owner of a replacement writes into it, under a lock.
  struct MethodTable: @unchecked Sendable {
    /// The first word of the metadata.
    private let start: UnsafeMutablePointer<UInt>
    /// The number of words from there to the end of the table.
    let count: Int

    /// The number of words before the first method: kind, superclass, sizes, description and the destroyer of properties.
    static let headerWords = 7

    /// Creates the table of a class; nil if the metadata is not that of a Swift class.
    init?(of type: AnyClass) {
      let start = unsafeBitCast(type, to: UnsafeMutablePointer<UInt>.self)
      let header = UnsafeRawPointer(start)
      let size = Int(header.load(fromByteOffset: 32, as: UInt32.self))
      let addressPoint = Int(header.load(fromByteOffset: 36, as: UInt32.self))
      // A Swift class has the kind 0. The sizes are those of any class, and no more than plausible.
      guard start.pointee == 0, size.isMultiple(of: 8), addressPoint.isMultiple(of: 8),
        (8...64).contains(addressPoint), size >= addressPoint + Self.headerWords * 8, size <= 65_536
      else { return nil }
      self.start = start
      count = (size - addressPoint) / 8
    }

    /// The words of the metadata, those of the header included.
    var words: [UInt] { (0..<count).map { start[$0] } }

    subscript(slot: Int) -> UInt {
      get { start[slot] }
      nonmutating set { ThreadSanitizer.ignoringWrites { start[slot] = newValue } }
    }

    /// Calls a method without parameters and result, as it stands in a table.
    static func call(_ method: UInt, of object: AnyObject) {
      // A method has its object where a closure has its context.
      let context = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
      withExtendedLifetime(object) { unsafeBitCast((method, context), to: (() -> Void).self)() }
    }

    /// Whether the process may write a slot: only then is it replaced. No protection of memory is ever changed.
    func isWritable(at slot: Int) -> Bool {
      let address = UInt(bitPattern: start + slot)
      return Self.writableRanges.contains { $0.contains(address) }
    }

    /// The parts of the address space that can be written, as of the first look.
    private static let writableRanges: [Range<UInt>] = {
      let data = SystemFile.contents(atPath: "/proc/self/maps") ?? Data()
      return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
        let fields = line.split(separator: " ")
        guard fields.count > 1, fields[1].hasPrefix("rw") else { return nil }
        let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return bounds.count == 2 && bounds[0] < bounds[1] ? bounds[0]..<bounds[1] : nil
      }
    }()
  }

  /// The thread sanitizer, if the process has it.
  private enum ThreadSanitizer {
    private typealias Note = @convention(c) (_ file: UnsafePointer<CChar>?, _ line: Int32) -> Void

    private static let begin: Note? = RuntimeSymbol.function("AnnotateIgnoreWritesBegin")
    private static let end: Note? = RuntimeSymbol.function("AnnotateIgnoreWritesEnd")

    /// Hides a write from the sanitizer, which would call it a race.
    ///
    /// Other threads may read the word meanwhile. They get the old or the new value, since a processor writes a word in one act.
    static func ignoringWrites(_ write: () -> Void) {
      begin?(nil, 0)
      write()
      end?(nil, 0)
    }
  }

  /// The place of one method in the table of a class and of all its subclasses, found by an experiment.
  ///
  /// Of two subclasses that differ in nothing but an override, one has the superclass's method there, and the other its own.
  struct MethodSlot: Equatable {
    let index: Int

    /// Finds the slot of a method.
    ///
    /// - Parameters:
    ///   - name: The method, for the text of a problem.
    ///   - plain: The table of a subclass that overrides nothing.
    ///   - overriding: The table of a subclass that overrides the method.
    ///   - base: The table of their superclass.
    /// - Throws: A problem unless exactly one slot can be it.
    init(of name: String, plain: [UInt], overriding: [UInt], base: [UInt]) throws(SessionHookProblem) {
      let count = min(plain.count, overriding.count, base.count)
      let first = min(MethodTable.headerWords, count)
      let candidates = (first..<count).filter { (slot: Int) -> Bool in
        plain[slot] == base[slot] && plain[slot] != overriding[slot]
      }
      guard let slot = candidates.first, candidates.count == 1 else {
        throw SessionHookProblem(reason: "\(candidates.count) slots of its method table could be \(name)")
      }
      index = slot
    }

    init(of name: String, plain: AnyClass, overriding: AnyClass, base: AnyClass) throws(SessionHookProblem) {
      guard let plain = MethodTable(of: plain), let overriding = MethodTable(of: overriding),
        let base = MethodTable(of: base)
      else { throw SessionHookProblem(reason: "its classes have another layout") }
      try self.init(of: name, plain: plain.words, overriding: overriding.words, base: base.words)
    }
  }
#endif
