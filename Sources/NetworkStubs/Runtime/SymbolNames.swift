/// The names of functions by the addresses of their code.
///
/// The loader knows the names that a library exports. On Linux a test program exports none, and no library exports all of its
/// functions, so the symbol tables are read from the files.
package struct SymbolNames {
  private struct Symbol {
    let start: UInt64
    package let name: Int
  }

  /// The names of the program itself, read on first use.
  static let program = Self(path: "/proc/self/exe")
  /// The names of libraries, by their paths.
  private static let libraries = Guarded<[String: Self]>([:])

  private var symbols: [Symbol] = []
  private var names = Data()

  private init(path: String) {
    #if !canImport(Darwin)
      if let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) { read(file) }
    #endif
  }

  /// Returns the linker's name of the function at an address; nil if it is not known.
  package static func linkerName(of address: UInt) -> String? {
    withPlace(of: address) { info in
      if let name = info[2] { return String(cString: name.assumingMemoryBound(to: CChar.self)) }
      guard let base = info[1], let path = info[0] else { return nil }
      let offset = UInt64(address - UInt(bitPattern: base))
      if file(info) == programName { return program.name(at: offset) }
      let library = String(cString: path.assumingMemoryBound(to: CChar.self))
      return libraries.withLock { libraries in
        let symbols = libraries[library] ?? Self(path: library)
        libraries[library] = symbols
        return symbols.name(at: offset)
      }
    }
  }

  /// Returns the name of the library or program at an address.
  package static func file(of address: UInt) -> String? { withPlace(of: address, file) }

  private static func file(_ info: UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> String? {
    info[0].map { URL(fileURLWithPath: String(cString: $0.assumingMemoryBound(to: CChar.self))).lastPathComponent }
  }

  /// Passes on the loader's information: a file, its load address, a symbol and its address.
  private static func withPlace<Result>(
    of address: UInt, _ body: (UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Result?
  ) -> Result? {
    let info = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 4)
    info.initialize(repeating: nil, count: 4)
    defer { info.deallocate() }
    guard let locate, let pointer = UnsafeRawPointer(bitPattern: address), locate(pointer, info) != 0 else {
      return nil
    }
    return body(info)
  }

  private static let programName = ProcessInfo.processInfo.arguments.first.map {
    URL(fileURLWithPath: $0).lastPathComponent
  }

  package static func name(of address: UInt) -> String {
    if let name = linkerName(of: address) { return demangled(name) }
    return (file(of: address).map { "\($0) + " } ?? "") + "0x\(String(address, radix: 16))"
  }

  /// Returns the functions at return addresses, without those of Swift's runtime and of the threads below.
  package static func names(of addresses: some Sequence<UnsafeMutableRawPointer>) -> [String] {
    // A call may be the last instruction of its function.
    addresses.map { name(of: UInt(bitPattern: $0) - 1) }.prefix { !$0.hasPrefix("swift_job_run") }
  }

  private func name(at offset: UInt64) -> String? {
    var (start, end) = (0, symbols.count)
    while start < end {
      let middle = (start + end) / 2
      if symbols[middle].start <= offset { start = middle + 1 } else { end = middle }
    }
    guard start > 0 else { return nil }
    let bytes = names.dropFirst(symbols[start - 1].name).prefix { $0 != 0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads the functions of a 64-bit file in the Executable and Linkable Format, with this machine's byte order.
  private mutating func read(_ file: Data) {
    func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number? {
      guard offset >= 0, offset <= file.count - MemoryLayout<Number>.size else { return nil }
      return file.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
    }

    func range(ofSection header: Int) -> Range<Int>? {
      guard let start = number(at: header + 24, UInt64.self), let size = number(at: header + 32, UInt64.self),
        let start = Int(exactly: start), let size = Int(exactly: size), size <= file.count, start <= file.count - size
      else { return nil }
      return start..<start + size
    }
    guard file.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2]), let table = number(at: 40, UInt64.self),
      let table = Int(exactly: table), let size = number(at: 58, UInt16.self), let count = number(at: 60, UInt16.self)
    else { return }
    let headers = (0..<Int(count)).map { table + $0 * Int(size) }
    // The table of symbols has kind 2, and names the table of its strings.
    guard let header = headers.first(where: { number(at: $0 + 4, UInt32.self) == 2 }),
      let entries = range(ofSection: header), let link = number(at: header + 40, UInt32.self),
      link < headers.count, let strings = range(ofSection: headers[Int(link)])
    else { return }
    names = file[strings]
    for entry in stride(from: entries.lowerBound, to: entries.upperBound - 23, by: 24) {
      // Functions have kind 2.
      guard let info = number(at: entry + 4, UInt8.self), info & 15 == 2, let name = number(at: entry, UInt32.self),
        let start = number(at: entry + 8, UInt64.self), start > 0
      else { continue }
      symbols.append(Symbol(start: start, name: Int(name)))
    }
    symbols.sort { $0.start < $1.start }
  }

  /// `dladdr`, which not every C library declares for Swift.
  private typealias Locate = @convention(c) (UnsafeRawPointer, UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32

  private static let locate: Locate? = RuntimeSymbol.function("dladdr")

  private typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?

  private static let demangle: Demangle? = RuntimeSymbol.function("swift_demangle")

  private static func demangled(_ name: String) -> String {
    guard let demangle, let text = demangle(name, name.utf8.count, nil, nil, 0) else { return name }
    defer { free(text) }
    return String(cString: text)
  }
}

/// Optional symbols of the process, looked up by their names for the linker.
package enum RuntimeSymbol {
  /// Returns the address of a function or variable; nil if the process has none of this name.
  package static func address(_ name: String) -> UnsafeMutableRawPointer? {
    dlopen(nil, RTLD_NOW).flatMap { dlsym($0, name) }
  }

  /// Returns a function, whose type the caller vouches for.
  package static func function<Function>(_ name: String, as _: Function.Type = Function.self) -> Function? {
    address(name).map { unsafeBitCast($0, to: Function.self) }
  }
}
