// Capturing a back-trace can crash in the runtime of Swift 6.2.
#if compiler(>=6.3) && canImport(Runtime) && os(Linux)
  import Runtime
#endif

/// The functions of the code under test that the current call came through, the nearest first.
///
/// They are those that the runtime can see: on the stack, and in the tasks that wait for this one. The list is empty where it
/// can see none, as on a session's own threads, and on Linux before Swift 6.3.
package struct Callers {
  /// Whether to look for them; tests of texts turn it off, since they have callers of their own.
  @TaskLocal package static var areShown = true
  /// The calls that a request came through, where the code that sends it has gone on.
  @TaskLocal static var ofSender: [UInt] = []

  /// The names of at most three functions, such as `Catalogue.latest()`.
  package let names: [String]
  /// A line for a failure text; nil if nothing is known.
  var line: String? { client ?? (names.isEmpty ? nil : "Sent by \(names.joined(separator: ", from ")).") }
  /// The sender of a request that came over a socket, as a line.
  private let client: String?

  /// Describes the client of a request that came over a socket, where no function is known.
  init(ofClient request: ReceivedRequest) {
    names = []
    let name = request.headers["User-Agent"].map { "by \(Secrets.masked($0).printable.shortened(to: 100))" }
    client = Self.areShown ? "Sent over a connection \(name ?? "without a User-Agent")." : nil
  }

  package static func current() -> Callers { Callers(at: sites()) }

  /// Returns the addresses of the active calls; their names take longer.
  package static func sites() -> [UInt] {
    guard areShown else { return [] }
    if !ofSender.isEmpty { return ofSender }
    // The frames of a session's code need not lead to its caller; but the task that awaits it has its callers.
    return callSites() + [0] + (TaskReference.current.map { AsyncBacktrace.functions(of: $0) } ?? [])
  }

  /// Returns the addresses of the functions that wait in a task, such as for an actor: quickly, and without its callers' calls.
  package static func awaitingSites(in task: TaskReference? = TaskReference.current) -> [UInt] {
    guard areShown, let task else { return [] }
    return AsyncBacktrace.functions(of: task, most: 12)
  }

  /// Names the calls at some addresses: those after a zero are for want of others.
  package init(at sites: [UInt]) {
    var names: [String] = []
    for address in sites where address != 0 || !names.isEmpty {
      if address == 0 { break }
      guard let name = FunctionName.at(address), name.isOfUser, names.last != name.text else { continue }
      names.append(name.text)
      if names.count == 3 { break }
    }
    self.names = names
    client = nil
  }
}

#if compiler(>=6.3) && canImport(Runtime) && os(Linux)
  // They tell which code is that of tasks, and take a thousand times as long to find as the calls.
  private let images = ImageMap.capture()

  /// Returns the addresses of the active calls, the innermost first, across the tasks that wait for each other.
  private func callSites() -> [UInt] {
    guard !AppleDifference.noBacktraces.isOn, let frames = try? Backtrace.capture(limit: 64, images: images).frames
    else { return [] }
    return frames.compactMap { UInt64($0.adjustedProgramCounter).map { UInt($0) } }
  }
#else
  private typealias Capture =
    @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int, UnsafeMutablePointer<UInt32>?) -> Int

  // Apple platforms, from `execinfo.h`; not yet run there. Each address is the one after a call, also where a task resumes, since
  // those have one added to them. Other systems have no such function, and the list is empty there.
  private let capture: Capture? = RuntimeSymbol.function("backtrace_async")

  /// Returns the addresses of the active calls, the innermost first, across the tasks that wait for each other.
  private func callSites() -> [UInt] {
    guard let capture else { return [] }
    var found = [UnsafeMutableRawPointer?](repeating: nil, count: 64)
    let count = found.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.map { capture($0, buffer.count, nil) } ?? 0
    }
    return found.prefix(count).compactMap { $0.map { UInt(bitPattern: $0) - 1 } }
  }
#endif

extension String {
  /// Returns a failure text with a line about the callers, and the time of a virtual clock, after its first line.
  package func sent(by callers: Callers, at time: Duration? = nil) -> String {
    let time = time.flatMap { $0 == .zero ? nil : "The virtual clock was at \($0.inWords)." }
    let line = [callers.line, time].compactMap { $0 }.joined(separator: " ")
    guard !line.isEmpty, let end = firstIndex(of: "\n") else { return self }
    return "\(self[..<end])\n\(line)\(self[end...])".cutForFailure
  }
}
