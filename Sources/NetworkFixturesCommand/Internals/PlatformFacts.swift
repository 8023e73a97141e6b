import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Undocumented facts about this system, for a bug report. No test expects a value of them.
///
/// `doctor` prints them for bug reports, and `MacFacts` among the tests. The project in `Tests/Hosted` compiles this file as well, so
/// it uses nothing of this package.
struct PlatformFacts: Sendable {
  /// Returns the name of the current test; nil outside of one.
  var currentTest: @Sendable () -> String? = { nil }

  /// Returns a line for each fact, about sessions as code in the current task uses them.
  func lines() async -> [String] {
    let sessions = await SessionFacts.lines(currentTest)
    let parts: [[String]] = [system, tests, sessions, symbols, Self.taskWords(), Self.sockets(), errors]
    return parts.flatMap { $0 }
  }

  // The system and the process

  private var system: [String] {
    let process = ProcessInfo.processInfo
    var limit = rlimit()
    #if canImport(Glibc)
      _ = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      _ = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    let thread = Thread()
    let file = NSTemporaryDirectory() + "Network-Facts-\(UUID())"
    _ = FileManager.default.createFile(atPath: file, contents: nil)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let other = file.replacingOccurrences(of: "-Facts-", with: "-facts-")
    return [
      "system: \(process.operatingSystemVersionString), \(process.activeProcessorCount) processors",
      "Int: \(Int.bitWidth) bits; stack of a new thread: \(thread.stackSize)",
      "descriptors: \(limit.rlim_cur) of \(limit.rlim_max)",
      "files whose names differ in case only are two: \(!FileManager.default.fileExists(atPath: other))",
    ]
  }

  private var tests: [String] {
    let prefixes = ["XCTest", "XCODE", "XCInject", "CI", "TEST_RUNNER_", "SWIFT_TESTING", "SWT_", "DYLD_", "__XCODE"]
    // Not their values, which a report should not have.
    let names = ProcessInfo.processInfo.environment.keys.filter { name in prefixes.contains { name.hasPrefix($0) } }
    let program = Bundle.main.executableURL?.lastPathComponent ?? "unknown"
    let arguments = CommandLine.arguments.dropFirst().map { argument in
      argument.hasPrefix("/") ? "…/\(URL(fileURLWithPath: argument).lastPathComponent)" : argument
    }
    return [
      "program: \(program) in \(Bundle.main.bundleURL.lastPathComponent), arguments: \(arguments.joined(separator: " "))",
      "variables: \(names.sorted().joined(separator: " "))",
      "test: \(currentTest() ?? "none")",
    ]
  }

  private var errors: [String] {
    let codes: [URLError.Code] = [.timedOut, .cannotConnectToHost, .notConnectedToInternet, .badURL, .cancelled]
    let missing = Result { try Data(contentsOf: URL(fileURLWithPath: "/no-such-file")) }
    var texts = codes.map { "\($0.rawValue) \(URLError($0).localizedDescription)" }
    if case .failure(let error) = missing { texts.append("no file: \(error.localizedDescription)") }
    return texts.map { "error \($0)" }
  }

  // The runtime

  private static let names = [
    "swift_task_enqueueGlobal_hook", "swift_task_getMainExecutor_hook", "swift_task_getCurrent",
    "swift_task_getJobTaskId", "swift_task_getCurrentTaskName", "swift_task_cancel", "swift_task_deinitOnExecutor",
    "swift_task_getCurrentExecutor",
    "backtrace", "backtrace_async", "on_exit", "epoll_create1", "gettid", "_XCTCurrentTestCase",
    "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF", "objc_setAssociatedObject",
  ]

  static func address(_ name: String) -> UnsafeMutableRawPointer? {
    dlopen(nil, RTLD_NOW).flatMap { dlsym($0, name) }
  }

  private var symbols: [String] {
    let found = Self.names.filter { Self.address($0) != nil }
    let classes = ["__NSCFLocalSessionTask", "__NSCFURLSessionTask", "NWURLSessionTask"]
      .filter { NSClassFromString($0) != nil }
    return [
      "symbols: \(found.joined(separator: " "))",
      "no symbols: \(Self.names.filter { !found.contains($0) }.joined(separator: " "))",
      "classes: \(classes.joined(separator: " "))",
    ]
  }

  /// The words of a task in each of its states, where its flags are among them.
  private static func taskWords() -> [String] {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return [] }
    return StepByStep().taskWords()
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class StepByStep: TaskExecutor {
    private let jobs = Log<UnownedJob>()

    func enqueue(_ job: consuming ExecutorJob) { jobs.add(UnownedJob(job)) }

    func taskWords() -> [String] {
      let running = Log<String>()
      let place = Log<UInt>()
      let task = Task(executorPreference: self) {
        if let address = place.all.first { running.add(Self.words(at: address)) }
        await Task.yield()
      }
      defer { withExtendedLifetime(task) {} }
      guard let first = jobs.all.first else { return [] }
      // A task begins with its job.
      let address = unsafeBitCast(first, to: UInt.self)
      place.add(address)
      var lines = ["task enqueued: \(Self.words(at: address))"]
      runNext()
      lines += ["task running: \(running.all.first ?? "")", "task waiting: \(Self.words(at: address))"]
      runNext()
      runNext()
      return lines + ["task ended: \(Self.words(at: address))"]
    }

    private func runNext() { jobs.takeFirst()?.runSynchronously(on: asUnownedTaskExecutor()) }

    private static func words(at address: UInt) -> String {
      stride(from: UInt(64), to: 128, by: 8)
        .map { UnsafePointer<UInt>(bitPattern: address + $0).map { String($0.pointee, radix: 16) } ?? "-" }
        .joined(separator: " ")
    }
  }

  // Sockets

  private static func sockets() -> [String] {
    var old = sigaction()
    _ = sigaction(SIGPIPE, nil, &old)
    #if canImport(Darwin)
      let isDefault = old.__sigaction_u.__sa_handler == nil
    #else
      let isDefault = old.__sigaction_handler.sa_handler == nil
    #endif
    return ["SIGPIPE ends the process: \(isDefault)"] + LoopbackFacts.lines()
  }
}

/// A list that several threads write to.
// The lock guards it.
final class Log<Element>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []

  var all: [Element] { lock.withLock { elements } }

  func add(_ element: Element) { lock.withLock { elements.append(element) } }

  func takeFirst() -> Element? { lock.withLock { elements.isEmpty ? nil : elements.removeFirst() } }
}

/// The behavior of the loopback interface: connections that nobody accepts, and connections that end.
private enum LoopbackFacts {
  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif

  static func lines() -> [String] {
    let counts = [Int32(0), 1].map { backlog -> String in
      guard let listener = listener(backlog) else { return "listen(\(backlog)): failed" }
      defer { _ = close(listener.descriptor) }
      var clients: [Int32] = []
      defer { for client in clients { _ = close(client) } }
      while clients.count < 300, let client = connect(to: listener.address) {
        clients.append(client)
        guard isReady(client, POLLOUT, within: 50) else { break }
      }
      return "listen(\(backlog)): connection \(clients.count) waits"
    }
    return counts + [ended(half: true), ended(half: false)].compactMap { $0 }
  }

  /// The answer of `poll`, asked for no events, about a client that has ended its side or is gone.
  private static func ended(half: Bool) -> String? {
    guard let listener = listener(16), let client = connect(to: listener.address) else { return nil }
    defer { _ = close(listener.descriptor) }
    _ = isReady(listener.descriptor, POLLIN, within: 1_000)
    let peer = accept(listener.descriptor, nil, nil)
    defer { _ = close(peer) }
    if half { _ = shutdown(client, Int32(SHUT_WR)) } else { _ = close(client) }
    defer { if half { _ = close(client) } }
    var state = pollfd(fd: peer, events: 0, revents: 0)
    let count = poll(&state, 1, 200)
    return "poll for no events, client \(half ? "ended its side" : "gone"): \(count), revents \(state.revents)"
  }

  private static func isReady(_ descriptor: Int32, _ event: Int32, within milliseconds: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    return poll(&state, 1, milliseconds) > 0
  }

  private static func listener(_ backlog: Int32) -> (descriptor: Int32, address: sockaddr_in)? {
    let descriptor = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withPointer(to: &address) {
      bind(descriptor, $0, length) == 0 && listen(descriptor, backlog) == 0 && getsockname(descriptor, $0, &length) == 0
    }
    return isBound ? (descriptor, address) : nil
  }

  private static func connect(to address: sockaddr_in) -> Int32? {
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var address = address
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withPointer(to: &address) { systemConnect(descriptor, $0, length) }
    return descriptor
  }

  private static func withPointer<Result>(
    to address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
    }
  }
}

private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
  connect(descriptor, address, length)
}
