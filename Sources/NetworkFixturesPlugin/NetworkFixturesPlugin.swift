import Foundation
import PackagePlugin

/// `swift package network-fixtures`: runs the command in the package's folder.
///
/// It asks for no permission, so that checking needs none; writing into the package needs SwiftPM's
/// `--allow-writing-to-package-directory` where plugins are kept in a sandbox.
@main
struct NetworkFixturesPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try context.tool(named: "network-fixtures").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // SwiftPM would hide the code of an error that is thrown.
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      exit(process.terminationReason == .exit ? process.terminationStatus : 2)
    }
  }
}
