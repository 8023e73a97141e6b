/// What the process may have or not, looked up by the name that the linker knows.
package enum RuntimeSymbol {
  /// The address of a function or variable; nil where the process has none of this name.
  package static func address(_ name: String) -> UnsafeMutableRawPointer? {
    dlopen(nil, RTLD_NOW).flatMap { dlsym($0, name) }
  }

  /// A function; its type is the caller's word.
  package static func function<Function>(_ name: String, as _: Function.Type = Function.self) -> Function? {
    address(name).map { unsafeBitCast($0, to: Function.self) }
  }
}
