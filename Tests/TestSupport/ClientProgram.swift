#if !os(tvOS) && !os(watchOS)
  public import Foundation
  import NetworkTesting
  public import Testing

  /// A program of others, as a client.
  public struct ClientProgram: Sendable {
    /// What a program left.
    public struct Output: Sendable {
      /// What it printed.
      public var output = Data()
      /// What it complained of.
      public var errors = ""
      /// Its exit code.
      public var status: Int32 = -1

      /// What it printed, as text.
      public var text: String { String(decoding: output, as: UTF8.self) }
    }

    /// Where it is.
    public let file: URL

    /// The program in a file.
    public init(file: URL) {
      self.file = file
    }

    /// A program on `PATH`; nil where it is not.
    public init?(_ name: String) {
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      let files = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent(name) }
      guard let file = files.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else { return nil }
      self.file = file
    }

    /// Runs the program, and returns what it printed.
    public func run(
      _ arguments: [String], input: Data? = nil, environment: [String: String]? = nil
    ) async throws -> Output {
      let process = try ChildProcess(
        file, arguments, environment: environment, input: input == nil ? .nothing : .pipe, errors: .pipe)
      if let input {
        Thread.detachNewThread {
          try? process.input.write(contentsOf: input)
          try? process.input.close()
        }
      }
      async let printed = Self.read(process.output)
      async let complained = Self.read(process.errors)
      let (all, text) = (await printed, String(decoding: await complained, as: UTF8.self))
      // Its output has ended, so this does not wait.
      return Output(output: all, errors: text, status: process.end())
    }

    private static func read(_ file: FileHandle) async -> Data {
      await withCheckedContinuation { continuation in
        // Reading blocks, so it has a thread that no test needs.
        Thread.detachNewThread { continuation.resume(returning: (try? file.readToEnd()) ?? Data()) }
      }
    }

    /// A program that runs beside a test.
    public final class Running: Sendable {
      private let process: ChildProcess
      private let folder: URL?

      /// A browser without a window, at a page.
      public static func chromium(at url: String) throws -> Running {
        let profile = FileManager.default.temporaryDirectory.appendingPathComponent("chromium-\(UUID())")
        let options = [
          "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
          "--disable-extensions", "--disable-component-update", "--disable-sync", "--disable-default-apps",
          "--user-data-dir=\(profile.path)", url,
        ]
        return try Running(#require(ClientProgram.chromium), options, folder: profile)
      }

      /// Starts a program.
      public init(_ program: ClientProgram, _ arguments: [String], folder: URL? = nil) throws {
        self.folder = folder
        process = try ChildProcess(program.file, arguments, output: .nothing, errors: .nothing)
      }

      /// Ends it.
      public func end() {
        process.send(SIGTERM)
        process.end()
        if let folder { try? FileManager.default.removeItem(at: folder) }
      }
    }

    /// What was found of Pythons, by module: each look starts a process.
    private static let pythons = Protected<[String: ClientProgram?]>([:])

    /// A Python that has a module; nil where none has.
    public static func python(with module: String) -> ClientProgram? {
      if let known = pythons.withLock({ $0[module] }) { return known }
      let found = findPython(with: module)
      pythons.withLock { $0[module] = .some(found) }
      return found
    }

    private static func findPython(with module: String) -> ClientProgram? {
      let files = ["/usr/bin/python3", "/usr/local/bin/python3"].map { ClientProgram(file: URL(fileURLWithPath: $0)) }
      // Found, and not imported, which takes half a second for some.
      let script = "import importlib.util as util, sys; sys.exit(not util.find_spec('\(module)'))"
      return ([ClientProgram("python3")].compactMap { $0 } + files).first { program in
        (try? ChildProcess(program.file, ["-c", script], output: .nothing, errors: .nothing))?.end() == 0
      }
    }

    /// `curl`.
    public static let curl = ClientProgram("curl")
    /// Node.
    public static let node = ClientProgram("node")
    /// Chromium.
    public static let chromium = ClientProgram("chromium") ?? ClientProgram("chromium-browser")
  }

  extension Trait where Self == ConditionTrait {
    /// Where there is `curl`.
    public static var curl: Self { .enabled(if: ClientProgram.curl != nil, "curl is not on PATH") }
    /// Where there is Node.
    public static var node: Self { .enabled(if: ClientProgram.node != nil, "node is not on PATH") }
    /// Where there is a Python with a module.
    public static func python(_ module: String) -> Self {
      .enabled(if: ClientProgram.python(with: module) != nil, "no python3 has the module \(module)")
    }
  }
#endif
