#if !os(tvOS) && !os(watchOS)
  public import Foundation

  /// A process that a test starts. The simulator of iOS can start one as well; a device cannot.
  ///
  /// It is not Foundation's `Process`, whose `run()` on Linux reads past the end of a buffer, and may crash, where about 1,350
  /// descriptors are open, as they are while hundreds of sessions are tested at once (Swift 6.3.1).
  ///
  /// It is unchecked because the condition guards the status.
  public final class ChildProcess: @unchecked Sendable {
    /// Where a stream of the process leads.
    public enum Stream: Sendable {
      /// To the test.
      case pipe
      /// Nowhere.
      case nothing
      /// To where that of the tests leads.
      case inherited
    }

    /// The system's number of the process.
    public let id: Int32
    /// What writes to its standard input.
    public let input: FileHandle
    /// What reads its standard output.
    public let output: FileHandle
    /// What reads its standard error.
    public let errors: FileHandle
    private let ended = NSCondition()
    private var ending: Int32?

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - file: The program.
    ///   - arguments: Its arguments.
    ///   - environment: Its environment; nil for that of the tests.
    ///   - input: Where its input comes from.
    ///   - output: Where its output goes.
    ///   - errors: Where its errors go.
    /// - Throws: What the system says where it cannot be started.
    public init(
      _ file: URL, _ arguments: [String] = [], environment: [String: String]? = nil, input: Stream = .nothing,
      output: Stream = .pipe, errors: Stream = .inherited
    ) throws {
      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
      #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
      #endif
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      defer {
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
      }
      #if canImport(Darwin)
        // Has not been run. Nothing else is open in the process: it would keep connections and pipes of other tests open.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
      #endif
      var ours: [FileHandle] = []
      var theirs: [FileHandle] = []
      for (number, stream) in [input, output, errors].enumerated() {
        let target = Int32(number)
        switch stream {
        case .inherited:
          posix_spawn_file_actions_adddup2(&actions, target, target)
          ours.append(.nullDevice)
        case .nothing:
          posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
          ours.append(.nullDevice)
        case .pipe:
          let (reading, writing) = try Self.pipe()
          let theirEnd = number == 0 ? reading : writing
          #if canImport(Darwin)
            // A write to a program that has ended is an error, and not a signal, which would end all tests.
            if number == 0 { _ = fcntl(writing.fileDescriptor, F_SETNOSIGPIPE, 1) }
          #endif
          posix_spawn_file_actions_adddup2(&actions, theirEnd.fileDescriptor, target)
          theirs.append(theirEnd)
          ours.append(number == 0 ? writing : reading)
        }
      }
      #if !canImport(Darwin)
        // The same, from glibc 2.34 on.
        _ = Self.closeFrom?(&actions, 3)
      #endif
      (self.input, self.output, self.errors) = (ours[0], ours[1], ours[2])
      let variables = environment ?? ProcessInfo.processInfo.environment
      let words = ([file.path] + arguments).map { strdup($0) } + [nil]
      let settings = variables.map { strdup("\($0)=\($1)") } + [nil]
      defer { (words + settings).forEach { free($0) } }
      var number: pid_t = 0
      let code = posix_spawn(&number, file.path, &actions, &attributes, words, settings)
      guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .ENOENT) }
      let id = number
      self.id = id
      // Its ends of the pipes are closed here when they are released, so that reading comes to an end.
      withExtendedLifetime(theirs) {}
      Thread.detachNewThread { [self] in
        var status: Int32 = 0
        while waitpid(id, &status, 0) == -1, errno == EINTR {}
        ended.withLock {
          ending = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
          ended.broadcast()
        }
      }
    }

    #if !canImport(Darwin)
      // The headers show it to programs in C alone.
      private static let closeFrom = dlsym(dlopen(nil, RTLD_NOW), "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast(
          $0, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
      }
    #endif

    private static func pipe() throws -> (reading: FileHandle, writing: FileHandle) {
      var ends: [Int32] = [-1, -1]
      guard Foundation.pipe(&ends) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EMFILE) }
      return (
        FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
        FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
      )
    }

    /// Sends it a signal.
    public func send(_ signal: Int32) { _ = kill(id, signal) }

    /// Waits until it has ended.
    ///
    /// - Returns: What it ended with: its status, or 128 and the signal.
    @discardableResult
    public func end() -> Int32 {
      ended.withLock {
        while ending == nil { ended.wait() }
        return ending ?? -1
      }
    }

    /// All that it prints, once it has ended.
    ///
    /// - Returns: Its output as text, and what it ended with.
    public func result() throws -> (text: String, status: Int32) {
      (String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self), end())
    }
  }
#endif
