/// The name of a function as written by its author, such as `SearchModel.textChanged(to:)`.
///
/// Source: [Swift's name mangling](https://github.com/swiftlang/swift/blob/main/docs/ABI/Mangling.rst).
package struct FunctionName: Hashable {
  /// The module that declares it.
  package let module: String
  /// The type and the function, with its labels but without types.
  package let text: String

  /// Whether it belongs to a user of this package, and neither to the package nor to Swift's libraries.
  package var isOfUser: Bool {
    !Self.ownModules.contains(module) && !Self.systemModules.contains(module)
      && !module.hasPrefix("_") && !module.hasPrefix("Foundation")
      // SwiftPM's own, which runs the tests.
      && !module.hasSuffix("PackageTests")
      // Macros name their functions in the linker's form.
      && !text.contains("$s")
  }

  /// The library modules of this package; ListsTests writes them from Package.swift.
  package static let ownModules: Set<String> = [
    "NetworkEndpoints",
    "NetworkStubs",
    "NetworkServer",
    "NetworkHAR",
    "NetworkTesting",
    "NetworkRecording",
    "NetworkSimulation",
    "NetworkLoopback",
  ]
  private static let systemModules: Set<String> = ["Swift", "Testing", "XCTest", "Dispatch", "Synchronization"]

  /// The known names, by the addresses of code: reading a name takes longer than most tests.
  private static let known = Guarded<[UInt: Self?]>([:])

  /// Returns the function at an address; nil for one without an author.
  package static func at(_ address: UInt) -> Self? {
    if let name = known.withLock({ $0[address] }) { return name }
    let name = Self(demangled: SymbolNames.name(of: address))
    known.withLock { $0[address] = .some(name) }
    return name
  }

  /// Returns the first of the functions at some addresses that belongs to a user.
  package static func author(of addresses: [UInt]) -> String? {
    addresses.lazy.compactMap(at).first(where: \.isOfUser)?.text
  }

  /// Returns whether the innermost functions at some addresses are those of a sleep in real time.
  ///
  /// A sleep on a clock of a package has functions of that package inside those of Swift.
  package static func isRealSleep(_ addresses: [UInt]) -> Bool {
    for address in addresses.prefix(6) {
      guard let name = at(address) else {
        // `Task.sleep` is a static function of an extension, which has no author's name.
        if isTaskSleep(address) { return true }
        continue
      }
      guard ["Swift", "_Concurrency"].contains(name.module) else { return false }
      if name.text.contains("leep(") { return true }
    }
    return false
  }

  private static let taskSleeps = Guarded<[UInt: Bool]>([:])

  private static func isTaskSleep(_ address: UInt) -> Bool {
    if let known = taskSleeps.withLock({ $0[address] }) { return known }
    let name = SymbolNames.name(of: address)
    let isOfTask = name.contains("(extension in Swift):Swift.Task<")
    let isSleep = isOfTask && ["leep(", "leep<"].contains(where: name.contains)
    taskSleeps.withLock { $0[address] = isSleep }
    return isSleep
  }

  /// Reads a demangled name; nil for what has no author, such as a thunk.
  init?(demangled name: String) {
    guard !name.contains("thunk"), !name.contains(" + 0x"), !name.hasPrefix("partial apply") else { return nil }
    var rest = Substring(name)
    for marker in ["partial function for ", "> of "] {
      while let range = rest.firstRange(of: marker) { rest = rest[range.upperBound...] }
    }
    // The function around a closure comes last.
    guard var signature = Self.parts(of: Self.withoutDiscriminators(rest), separatedBy: " in ").last else { return nil }
    if signature.hasPrefix("(extension in "), let end = signature.firstRange(of: "):") {
      signature = signature[end.upperBound...]
    }
    if signature.hasPrefix("static ") { signature = signature.dropFirst(7) }
    var isRaw = false
    let path = signature.prefix { character in
      if character == "`" { isRaw.toggle() }
      return isRaw || !"(< ".contains(character)
    }
    guard let dot = path.firstIndex(of: "."), dot > path.startIndex else { return nil }
    module = String(path[..<dot])
    text = path[path.index(after: dot)...] + Self.labels(signature[path.endIndex...])
  }

  /// `(to:_:)` of a signature that begins with generic or other parameters; empty for a property.
  private static func labels(_ signature: Substring) -> String {
    let groups = parts(of: String(signature.replacing("->", with: "→")), separatedBy: "→")
    guard var list = groups.first, let open = list.hasPrefix("<") ? end(of: list) : list.startIndex else { return "" }
    list = list[open...]
    guard list.hasPrefix("("), let close = end(of: list) else { return "" }
    let inner = list[..<close].dropFirst().dropLast()
    if inner.isEmpty { return "()" }
    let labels = parts(of: String(inner), separatedBy: ",").map { part in
      let halves = parts(of: String(part), separatedBy: ":")
      return halves.count > 1 ? halves[0].filter { $0 != " " } + ":" : "_:"
    }
    return "(\(labels.joined()))"
  }

  /// Returns the end of the bracket with which a text begins.
  private static func end(of text: Substring) -> Substring.Index? {
    var depth = 0
    return text.indices.first { index in
      if "(<[".contains(text[index]) { depth += 1 } else if ")>]".contains(text[index]) { depth -= 1 }
      return depth == 0
    }.map(text.index(after:))
  }

  /// Returns the parts of a text between separators that are outside of brackets and raw names.
  private static func parts(of text: String, separatedBy separator: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var index = start
    var depth = 0
    var isRaw = false
    while index < text.endIndex {
      let character = text[index]
      if character == "`" { isRaw.toggle() }
      if !isRaw, "(<[".contains(character) { depth += 1 }
      if !isRaw, ")]".contains(character) || character == ">" && text[..<index].last != "-" { depth -= 1 }
      if !isRaw, depth == 0, text[index...].hasPrefix(separator) {
        parts.append(text[start..<index])
        index = text.index(index, offsetBy: separator.count)
        start = index
      } else {
        index = text.index(after: index)
      }
    }
    return parts + [text[start...]]
  }

  /// Returns the text with `(name in _12BE0E)`, the discriminated form of a private name, as `name`.
  private static func withoutDiscriminators(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let mark = rest.firstRange(of: " in _"), let open = rest[..<mark.lowerBound].lastIndex(of: "("),
      let close = rest[mark.upperBound...].firstIndex(of: ")")
    {
      result += rest[..<open] + rest[rest.index(after: open)..<mark.lowerBound]
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

/// The names of functions by the addresses of their code.
///
/// The loader knows the names that a library exports. On Linux a test program exports none, and no library exports all of its
/// functions, so the symbol tables are read from the files.
package struct SymbolNames {
  private struct Symbol {
    let start: UInt64
    let name: Int
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
  private static func linkerName(of address: UInt) -> String? {
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
    var start = 0
    var end = symbols.count
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

  /// Whether names can be found.
  static var isKnown: Bool { locate != nil && demangle != nil }

  private static func demangled(_ name: String) -> String {
    guard let demangle, let text = demangle(name, name.utf8.count, nil, nil, 0) else { return name }
    defer { free(text) }
    return String(cString: text)
  }
}
