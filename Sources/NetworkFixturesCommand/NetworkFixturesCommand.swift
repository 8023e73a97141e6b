import Foundation

/// `network-fixtures`: looks after folders of fixtures and recordings.
@main
struct NetworkFixturesCommand {
  static func main() {
    let program = Program(terminal: .standard, folder: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}
