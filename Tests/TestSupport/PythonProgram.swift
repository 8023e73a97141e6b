#if !os(tvOS) && !os(watchOS)
  public import Foundation

  import Dispatch

  /// A small Python script that runs beside the tests and ends with them.
  public final class PythonProgram: Sendable {
    /// Why there is no line from a script.
    public struct Failure: Error, CustomStringConvertible {
      /// What happened, and what to do.
      public let description: String
    }

    /// The interpreter that is first on `PATH`; nil where there is none.
    public static let interpreter: URL? = {
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      let files = folders.map { URL(fileURLWithPath: String($0)).appendingPathComponent("python3") }
      return files.first { FileManager.default.isExecutableFile(atPath: $0.path) && isInterpreter($0) }
    }()

    /// Whether a file runs a script: on macOS, the one in `/usr/bin` may only offer to install an interpreter.
    private static func isInterpreter(_ file: URL) -> Bool {
      (try? ChildProcess(file, ["-c", ""], output: .nothing, errors: .nothing))?.end() == 0
    }

    // Held so that the script's standard input stays open: the script ends when it closes, however this process ends.
    private let process: ChildProcess
    private let reading = DispatchQueue(label: "PythonProgram")

    /// Starts a script.
    ///
    /// - Parameters:
    ///   - script: Python code; `sys` is imported.
    ///   - arguments: The script's arguments, from `sys.argv[1]` on.
    /// - Throws: ``Failure`` where there is no interpreter; what ``ChildProcess`` throws.
    public init(script: String, arguments: [String] = []) throws {
      guard let interpreter = Self.interpreter else { throw Failure(description: "python3 is not on PATH") }
      process = try ChildProcess(interpreter, ["-u", "-c", Self.endWithParent + script] + arguments, input: .pipe)
    }

    deinit {
      try? process.input.close()
    }

    /// The next line that the script prints.
    ///
    /// - Throws: ``Failure`` if the script ends before; what it wrote to standard error is in the tests' output.
    public func nextLine() async throws -> String {
      // Reading blocks, so it has a thread that no test needs.
      try await withCheckedThrowingContinuation { continuation in
        reading.async { [process] in
          continuation.resume(with: Result { try Self.line(from: process.output) })
        }
      }
    }

    private static func line(from file: FileHandle) throws -> String {
      var line = Data()
      while let byte = try file.read(upToCount: 1), !byte.isEmpty {
        if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
        line += byte
      }
      throw Failure(description: "a Python script of the tests ended early; what it said is above in this output")
    }

    private static let endWithParent = """
      import os, sys, threading
      threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()

      """
  }
#endif
