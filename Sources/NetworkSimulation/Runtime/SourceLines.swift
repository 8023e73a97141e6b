#if compiler(>=6.3) && canImport(Runtime) && os(Linux)
  import Runtime
#endif

/// The places in source files of addresses of code, from the debugging information of the program.
///
/// On Linux, since Swift 6.3; elsewhere none are known.
enum SourceLines {
  #if compiler(>=6.3) && canImport(Runtime) && os(Linux)
    /// Returns places such as `SearchTests.swift:42`, by the addresses.
    static func places(of addresses: [UInt]) -> [UInt: String] {
      let addresses = Array(Set(addresses))
      guard let symbols = backtrace(of: addresses)?.symbolicated(options: [.showSourceLocations])?.frames,
        symbols.count == addresses.count
      else { return [:] }
      let places = zip(addresses, symbols).compactMap { address, frame in
        frame.symbol?.sourceLocation.flatMap { $0.line > 0 ? (address, $0) : nil }
      }
      return Dictionary(uniqueKeysWithValues: places).mapValues { place in
        "\(URL(fileURLWithPath: place.path).lastPathComponent):\(place.line)"
      }
    }

    /// Returns a back-trace of some addresses, which only the coded form can be made of.
    ///
    /// Source: [Compact Backtrace Format](https://github.com/swiftlang/swift/blob/main/docs/CompactBacktraceFormat.md).
    private static func backtrace(of addresses: [UInt]) -> Backtrace? {
      struct Coded: Encodable { let architecture: String, backtrace: String }
      // Words of 64 bits; then, for each, the place where a task resumes, in eight bytes relative to the one before; then the end.
      var bytes: [UInt8] = [2]
      var last: UInt = 0
      for address in addresses {
        bytes.append(0x37)
        withUnsafeBytes(of: UInt64(address &- last).bigEndian) { bytes += $0 }
        last = address
      }
      bytes.append(0)
      #if arch(arm64)
        let architecture = "arm64"
      #else
        let architecture = "x86_64"
      #endif
      let coded = Coded(architecture: architecture, backtrace: Data(bytes).base64EncodedString())
      return (try? JSONEncoder().encode(coded)).flatMap { try? JSONDecoder().decode(Backtrace.self, from: $0) }
    }
  #else
    static func places(of addresses: [UInt]) -> [UInt: String] { [:] }
  #endif
}
