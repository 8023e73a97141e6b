import Foundation
import NetworkEndpoints

/// The command, with everything around it that a test replaces.
struct Program {
  let terminal: Terminal
  /// Where relative paths begin.
  let folder: URL
  /// What time it is.
  var now = Date()
}

extension Program {
  /// The file at a path, from where the command runs.
  func url(of path: String) -> URL {
    (path.hasPrefix("/") ? URL(fileURLWithPath: path) : folder.appendingPathComponent(path)).standardizedFileURL
  }

  /// Reads a file, `-` for standard input.
  func read(_ path: String) throws -> Data {
    if path == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
    do { return try Data(contentsOf: url(of: path)) } catch {
      throw UsageError("\(path.swiftLiteral) cannot be read: \(error.localizedDescription)")
    }
  }

  /// Writes a file whole or not at all; `-` is standard output.
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

/// One of the things the command does.
protocol Command: Sendable {
  /// What it is called by.
  static var name: String { get }
  /// What it does, in a few words.
  static var abstract: String { get }
  /// How it is used, with examples.
  static var help: String { get }
  /// The options that take a value, and those that take none.
  static var options: Options { get }

  init(_ arguments: Arguments) throws

  func run(in program: Program) throws -> ExitCode
}

/// What the command tells whoever called it.
enum ExitCode: Int32 {
  case success = 0
  /// Something was found that somebody must look at.
  case findings = 1
  /// The command was not understood, or a file could not be read or written.
  case failure = 2
}
