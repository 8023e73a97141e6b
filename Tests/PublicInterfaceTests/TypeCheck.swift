import NetworkTesting
import TestSupport

#if os(Linux)
  /// What the compiler says of Swift that is written in a test, or read from a file.
  enum TypeCheck {
    private static let modules = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("Modules")
    private static let compiler = tool("swiftc")
    fileprivate static let symbolGraphTool = tool("swift-symbolgraph-extract")

    /// Returns a program of the toolchain; nil if it is not on PATH.
    private static func tool(_ name: String) -> URL? {
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      return folders.map { URL(fileURLWithPath: "\($0)/\(name)") }.first {
        FileManager.default.isExecutableFile(atPath: $0.path)
      }
    }

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

    /// Returns the symbol graphs of a module: its own, and one for each module whose types it extends.
    static func symbolGraphs(of module: String) throws -> [Data] {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      #if arch(arm64)
        let machine = "aarch64"
      #else
        let machine = "x86_64"
      #endif
      let words = [
        "-module-name", module, "-I", modules.path, "-target", "\(machine)-unknown-linux-gnu", "-minimum-access-level",
        "public", "-skip-synthesized-members", "-output-dir", folder.path,
      ]
      let process = try ChildProcess(try #require(symbolGraphTool), words, output: .nothing)
      try #require(process.end() == 0, "swift-symbolgraph-extract cannot read \(module).")
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
        try Data(contentsOf: folder.appendingPathComponent($0))
      }
    }
  }

  extension Trait where Self == ConditionTrait {
    static var typeCheck: Self {
      .enabled("swiftc is not on PATH, or the modules are not beside the tests") { TypeCheck.isPossible }
    }

    static var symbolGraphs: Self {
      .enabled("swift-symbolgraph-extract is not on PATH") { TypeCheck.symbolGraphTool != nil }
    }
  }
#endif
