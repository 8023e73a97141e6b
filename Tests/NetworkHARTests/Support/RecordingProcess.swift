#if os(macOS) || os(Linux)
  import Dispatch
  import Foundation
  import TestSupport

  /// A process that records, from `Tests/RecordingProgram`.
  final class RecordingProcess: Sendable {
    /// The program beside the tests; nil where it was not built.
    static let program: URL? = {
      let name = "RecordingProgram"
      let beside = [
        URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
        Bundle(for: RecordingProcess.self).bundleURL.deletingLastPathComponent(),
      ]
      return beside.map { $0.appendingPathComponent(name) }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    private let process: ChildProcess
    private let reading = DispatchQueue(label: "RecordingProcess")

    /// - Parameters:
    ///   - options: What the program is told besides.
    ///   - shell: What a shell does that runs the program, which it finds in `$@`.
    init(
      _ program: URL, folder: URL, name: String, count: Int, label: String, options: [String] = [],
      shell: String = #"exec "$@""#
    ) throws {
      let words = ["-c", shell, "sh", program.path, folder.path, name, String(count), label] + options
      process = try ChildProcess(URL(fileURLWithPath: "/bin/sh"), words, input: .pipe)
    }

    /// Lets it go on that waits.
    func proceed() { try? process.input.write(contentsOf: Data("\n".utf8)) }

    /// Waits for its next lines.
    ///
    /// - Returns: The last of them; nil where it ended before.
    func lines(_ count: Int) async -> String? {
      await withCheckedContinuation { continuation in
        reading.async { [process] in
          var last: String?
          for _ in 0..<count {
            last = Self.line(from: process.output)
            if last == nil { break }
          }
          continuation.resume(returning: last)
        }
      }
    }

    private static func line(from file: FileHandle) -> String? {
      var line = Data()
      while let byte = try? file.read(upToCount: 1), !byte.isEmpty {
        if byte == Data("\n".utf8) { return String(decoding: line, as: UTF8.self) }
        line += byte
      }
      return nil
    }

    /// All that it prints to its end.
    func output() async -> [String] {
      var lines: [String] = []
      while let line = await self.lines(1) { lines.append(line) }
      return lines
    }

    /// Waits until it has ended.
    ///
    /// - Returns: Its status, or 128 and the signal that ended it.
    @discardableResult
    func end() async -> Int32 {
      await withCheckedContinuation { continuation in
        reading.async { [process] in continuation.resume(returning: process.end()) }
      }
    }
  }
#endif
