/// The command's surroundings, which a test can replace.
struct Program {
  let terminal: Terminal
  /// The base of relative paths.
  let folder: URL
  /// The current time.
  var now = Date()
}

extension Program {
  /// Returns the file at a path, relative to the folder in which the command runs.
  func url(of path: String) -> URL {
    (path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appendingPathComponent(path)).standardizedFileURL
  }

  /// Reads a file; `-` is standard input.
  func read(_ path: String) throws -> Data {
    if path == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
    do { return try Data(contentsOf: url(of: path)) } catch {
      throw UsageError("\(path.swiftLiteral) cannot be read: \(error.localizedDescription)")
    }
  }

  /// Writes a file atomically; `-` is standard output.
  func write(_ data: Data, to path: String) throws {
    if path == "-" { return terminal.print(String(decoding: data, as: UTF8.self).trimmingSuffix("\n")) }
    let url = url(of: path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url, options: .atomic)
    } catch {
      throw UsageError(
        "\(path.swiftLiteral) cannot be written: \(error.localizedDescription) Inside a package, commands that write need: swift package --allow-writing-to-package-directory network-fixtures …"
      )
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}

/// A subcommand.
protocol Command: Sendable {
  /// Its name on the command line.
  static var name: String { get }
  /// The purpose, in a few words.
  static var abstract: String { get }
  /// The usage, with examples.
  static var help: String { get }
  /// The options.
  static var options: Options { get }

  init(_ arguments: Arguments) throws

  func run(in program: Program) throws -> ExitCode
}

/// The command's exit code.
enum ExitCode: Int32 {
  case success = 0
  /// There are findings.
  case findings = 1
  /// The arguments were wrong, or a file could not be read or written.
  case failure = 2
}
