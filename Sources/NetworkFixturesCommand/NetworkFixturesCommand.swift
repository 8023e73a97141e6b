/// `network-fixtures`, the command for folders of fixtures and recordings.
@main
struct NetworkFixturesCommand {
  static func main() {
    let program = Program(terminal: .standard, folder: URL(fileURLWithPath: FileManager.default.currentDirectoryPath))
    exit(program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }
}

extension Program {
  private static var commands: [any Command.Type] {
    [
      CheckCommand.self, ShowCommand.self, DiffCommand.self, RedactCommand.self, ConvertCommand.self,
      ServeCommand.self, RecordCommand.self, ReportCommand.self, DoctorCommand.self,
    ]
  }

  /// Runs the command with its arguments, those after its name.
  func run(_ arguments: [String]) -> ExitCode {
    if arguments.first == "--version" {
      terminal.print("network-fixtures \(HAR.Application.networkTesting.version)")
      return .success
    }
    guard let name = arguments.first, !["--help", "-h", "help"].contains(name) else {
      return help(on: arguments.dropFirst().first)
    }
    guard let command = Self.commands.first(where: { $0.name == name }) else {
      let names = Self.commands.map { $0.name }
      return fail(
        "There is no command \(name.quoted).\(UsageError.hint(name, names)) The commands are \(names.inWords).")
    }
    let rest = Array(arguments.dropFirst())
    if rest.contains("--help") || rest.contains("-h") { return help(on: name) }
    do {
      return try command.init(Arguments(rest, of: command)).run(in: self)
    } catch let error as UsageError {
      return fail("\(error)\nSee network-fixtures \(name) --help.")
    } catch {
      return fail("\(error)")
    }
  }

  private func help(on name: String?) -> ExitCode {
    guard let name else {
      let width = Self.commands.map { $0.name.count }.max() ?? 0
      let list = Self.commands.map {
        "  \($0.name.padding(toLength: width, withPad: " ", startingAt: 0))  \($0.abstract)"
      }
      terminal.print(Self.overview.replacingOccurrences(of: "COMMANDS", with: list.joined(separator: "\n")))
      return .success
    }
    guard let command = Self.commands.first(where: { $0.name == name }) else { return run([name]) }
    terminal.print(command.help)
    return .success
  }

  private func fail(_ text: String) -> ExitCode {
    terminal.printError("error: \(text)")
    return .failure
  }

  private static let overview = """
    Keeps folders of fixtures and recordings safe to commit.

    Usage: swift package network-fixtures COMMAND [arguments]

    COMMANDS

    network-fixtures --version prints the version. network-fixtures COMMAND --help explains a command, with examples.
    Commands that write into the package need SwiftPM's permission:
    swift package --allow-writing-to-package-directory network-fixtures redact …

    Exit codes: 0 for success, 1 for findings, 2 for arguments or files that cannot be used. Through swift package, every
    code but 0 becomes 1.
    """
}
