/// Optional symbols of the process, looked up by their names for the linker.
package enum RuntimeSymbol {
  /// Returns the address of a function or variable; nil if the process has none of this name.
  package static func address(_ name: String) -> UnsafeMutableRawPointer? {
    AppleDifference.hides(name) ? nil : existing(name)
  }

  /// Returns the address also where the symbol is hidden, as if on an Apple platform.
  static func existing(_ name: String) -> UnsafeMutableRawPointer? {
    dlopen(nil, RTLD_NOW).flatMap { dlsym($0, name) }
  }

  /// Returns a function, whose type the caller vouches for.
  package static func function<Function>(_ name: String, as _: Function.Type = Function.self) -> Function? {
    address(name).map { unsafeBitCast($0, to: Function.self) }
  }
}
