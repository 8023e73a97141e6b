import NetworkTesting
import TestSupport

#if os(Linux)
  /// What the compiler says of Swift that is written in a test, or read from a file.
  enum TypeCheck {
    private static let modules = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("Modules")
    private static let compiler: URL? = {
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      return folders.map { URL(fileURLWithPath: "\($0)/swiftc") }.first {
        FileManager.default.isExecutableFile(atPath: $0.path)
      }
    }()

    static var isPossible: Bool { compiler != nil && FileManager.default.fileExists(atPath: modules.path) }

    /// What is said of a file, each from its line's number on: `12:3: error: …`.
    static func messages(in text: String) throws -> [String] {
      let source = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).swift")
      try Data(text.utf8).write(to: source)
      defer { try? FileManager.default.removeItem(at: source) }
      let words = ["-typecheck", "-parse-as-library", "-swift-version", "6", "-I", modules.path, source.path]
      let process = try ChildProcess(try #require(compiler), words, output: .nothing, errors: .pipe)
      let output = String(decoding: try process.errors.readToEnd() ?? Data(), as: UTF8.self)
      process.end()
      return output.split(separator: "\n")
        .filter { $0.hasPrefix(source.path) && ($0.contains("error:") || $0.contains("warning:")) }
        .map { String($0.dropFirst(source.path.count + 1)) }
    }
  }

  extension Trait where Self == ConditionTrait {
    static var typeCheck: Self {
      .enabled("swiftc is not on PATH, or the modules are not beside the tests") { TypeCheck.isPossible }
    }
  }
#endif
