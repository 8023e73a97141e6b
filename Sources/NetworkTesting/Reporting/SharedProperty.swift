/// A check for static and global properties, which all tests share and nothing ever releases.
enum SharedProperty {
  private static let warned = Guarded<Set<CodePlace>>([])

  /// Warns that all tests share a transport, once for each line.
  static func warn(at place: CodePlace) {
    guard warned.withLock({ $0.insert(place).inserted }) else { return }
    let text = """
      This transport is in a static or global property: all tests share its stubs, and see each other's requests. A request that \
      it does not answer fails the test that sends it; from outside of any test, as in a detached task, the whole run. Its unused \
      stubs are reported when the process ends.
      Make it in each test, as in a property of the suite that is not static, or give the suite a trait: @Suite(.network(…)).
      """
    Problem.warn(text, at: place)
  }

  /// Whether the caller runs in the initialization of such a property, which the runtime calls from one place.
  ///
  /// Not yet run on Apple platforms.
  static var isBeingMade: Bool {
    guard let place else { return false }
    return Thread.callStackReturnAddresses.contains { $0.uintValue == place }
  }

  /// The place, as seen from a property of our own: the first outside this code.
  private static let place: UInt? = {
    let addresses = Thread.callStackReturnAddresses.map(\.uintValue)
    // By their file: for a function's name, all symbols of the program would be read, which may take longer than its tests.
    let own = SymbolNames.file(of: UInt(bitPattern: #dsohandle)), isOwn = { SymbolNames.file(of: $0) == own }
    // A sanitizer takes the stack by code that is linked into the program: it comes first.
    return addresses.drop(while: isOwn).drop { !isOwn($0) }.first { !isOwn($0) }
  }()
}
