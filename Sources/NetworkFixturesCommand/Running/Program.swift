/// The terminal, folder and environment of the command, which a test can replace.
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

  /// Reads a file, also one that is a pipe; `-` is standard input.
  func read(_ path: String) throws -> Data {
    if path == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
    let url = url(of: path)
    if FileKind(url.path) == .folder { throw UsageError("\(path.swiftLiteral) is a folder. Name a file in it.") }
    do {
      if FileKind(url.path) == .other { return try FileHandle(forReadingFrom: url).readToEnd() ?? Data() }
      return try Data(contentsOf: url)
    } catch {
      // Each platform has words of its own for what is most common.
      let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
      let reason = isMissing ? "there is no such file." : error.localizedDescription
      throw UsageError("\(path.swiftLiteral) cannot be read: \(reason)")
    }
  }

  /// Reads a file as it is in a revision of its git repository.
  func read(_ path: String, at revision: String) throws -> Data {
    #if os(macOS) || os(Linux)
      let url = url(of: path)
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "git", "-C", url.deletingLastPathComponent().path, "show", "--end-of-options",
        "\(revision):./\(url.lastPathComponent)",
      ]
      process.standardOutput = output
      // A pipe that no one reads would stop it once it is full.
      process.standardError = FileHandle.nullDevice
      do { try process.run() } catch { throw UsageError("git cannot be run: \(error.localizedDescription)") }
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else {
        throw UsageError("git has no \(path.swiftLiteral) in the revision \(revision.quoted).")
      }
      return data
    #else
      // Only the command's tests are built for systems that start no programs.
      throw UsageError("git cannot be run: this system starts no programs.")
    #endif
  }

  /// Writes a file atomically; `-` is standard output.
  ///
  /// A link is followed, and permissions stay. Into what is no regular file, such as a pipe, the bytes are written.
  ///
  /// - Parameter makingFolder: Whether the folder is made too.
  func write(_ data: Data, to path: String, makingFolder: Bool = false) throws {
    if path == "-" { return terminal.print(String(decoding: data, as: UTF8.self).trimmingSuffix("\n")) }
    let url = url(of: path)
    do {
      if FileKind(url.path) == .other {
        let file = try FileHandle(forWritingTo: url)
        try file.write(contentsOf: data)
        return try file.close()
      }
      if makingFolder {
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      }
      try AtomicFile.replace(url.followed.path, with: data)
    } catch {
      let text = "\(path.swiftLiteral) cannot be written: \(error.localizedDescription)"
      guard error.isRefusal else { throw UsageError(text) }
      throw UsageError(
        "\(text) Inside a package, commands that write need: swift package --allow-writing-to-package-directory network-fixtures …"
      )
    }
  }
}

extension Error {
  /// Whether a system refused, and did not fail, such as for want of space.
  fileprivate var isRefusal: Bool {
    let error = self as NSError
    var cause: NSError? = error
    while let next = cause {
      if next.domain == NSPOSIXErrorDomain { return [EPERM, EACCES, EROFS].contains(Int32(next.code)) }
      cause = next.userInfo[NSUnderlyingErrorKey] as? NSError
    }
    return error.domain == NSCocoaErrorDomain && error.code == CocoaError.fileWriteNoPermission.rawValue
  }
}

/// The kind of what is at a path, with links followed.
private enum FileKind {
  case file, folder
  /// A pipe, a terminal, a device.
  case other

  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}

extension URL {
  /// The file at the end of links, also if it does not exist yet.
  fileprivate var followed: URL {
    var url = self
    for _ in 0..<40 {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: url.path) else { break }
      url = URL(fileURLWithPath: target, relativeTo: url.deletingLastPathComponent()).standardizedFileURL
    }
    return url
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
