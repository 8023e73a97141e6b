import NetworkEndpoints

#if canImport(Runtime) && os(Linux)
  import Runtime
#endif

/// The functions of the code under test that the current call came through, the nearest first.
///
/// They are those that the runtime can see: on the stack, and in the tasks that wait for this one. Nothing is claimed where
/// it cannot, as on a session's own threads, and on Apple platforms, where the runtime's back-traces have not been tried.
struct Callers {
  /// Whether they are looked for; tests of texts turn it off, since they have callers of their own.
  @TaskLocal static var areShown = true

  /// Such as `Catalogue.latest()`, of which at most three.
  let names: [String]

  /// A line for a failure text; nil where nothing is known.
  var line: String? { names.isEmpty ? nil : "Sent by \(names.joined(separator: ", from "))." }

  /// Looks for those of the current call.
  static func current() -> Callers {
    var names: [String] = []
    #if canImport(Runtime) && os(Linux)
      guard areShown, let frames = try? Backtrace.capture(limit: 64).frames else { return Callers(names: []) }
      for frame in frames {
        guard let address = UInt64(frame.adjustedProgramCounter),
          let name = FunctionName.at(UInt(address)), name.isOfUser, names.last != name.text
        else { continue }
        names.append(name.text)
        if names.count == 3 { break }
      }
    #endif
    return Callers(names: names)
  }
}

extension String {
  /// A failure text with a line for the callers after its first.
  func sent(by callers: Callers) -> String {
    guard let line = callers.line, let end = firstIndex(of: "\n") else { return self }
    return "\(self[..<end])\n\(line)\(self[end...])".cutForFailure
  }
}
