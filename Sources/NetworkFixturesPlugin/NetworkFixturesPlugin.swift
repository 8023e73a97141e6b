import Foundation
import PackagePlugin

/// `swift package network-fixtures`, the plugin that runs the command in the package's folder.
///
/// The command is built on first use: as a dependency of the plugin, it would be built with the tests of every package that uses
/// this one.
///
/// It asks for no permission, so that checking needs none; writing into the package needs SwiftPM's
/// `--allow-writing-to-package-directory` where plugins are sandboxed.
@main
struct NetworkFixturesPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let build = try packageManager.build(.product("network-fixtures"), parameters: .init())
    let tool = build.builtArtifacts.first { $0.kind == .executable && $0.url.lastPathComponent == "network-fixtures" }
    guard build.succeeded, let tool else {
      Diagnostics.error("network-fixtures cannot be built.\n\(build.logText)")
      return
    }
    let process = Process()
    process.executableURL = tool.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    // SwiftPM would print it on its standard output, among the results.
    let messages = Pipe()
    process.standardError = messages
    // A server ends with this process: Ctrl-C ends the plugin, and does not reach its child processes.
    let input = Pipe()
    if let command = arguments.first, ["serve", "record"].contains(command) {
      process.standardInput = input
      process.environment = ProcessInfo.processInfo.environment.merging(["NETWORK_FIXTURES_ENDS_WITH_INPUT": "1"]) {
        $1
      }
    }
    try process.run()
    tell(messages.fileHandleForReading)
    process.waitUntilExit()
    withExtendedLifetime(input) {}
    // SwiftPM would hide the code of an error that is thrown.
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      exit(process.terminationReason == .exit ? process.terminationStatus : 2)
    }
  }

  /// Passes messages on, each when it comes: `record` runs for hours, and says when a disk is full.
  private func tell(_ messages: FileHandle) {
    var rest = Data()
    while true {
      let data = messages.availableData
      rest += data.isEmpty ? Data("\n".utf8) : data
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        tell(String(decoding: rest[..<end], as: UTF8.self))
        rest.removeSubrange(...end)
      }
      if data.isEmpty { return }
    }
  }

  private func tell(_ line: String) {
    if line.hasPrefix("error: ") {
      Diagnostics.error(String(line.dropFirst(7)))
    } else if !line.isEmpty {
      Diagnostics.warning(line)
    }
  }
}
