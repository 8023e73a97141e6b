/// The options of a command.
struct Options {
  /// The options with a value; they may be repeated.
  var values: [String] = []
  /// The options without a value.
  var flags: [String] = []
}

/// The parsed arguments of a command.
struct Arguments {
  /// The arguments that are not options: mostly files.
  private(set) var operands: [String] = []
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// Parses arguments.
  ///
  /// - Parameters:
  ///   - arguments: The arguments, as in `file.har --format json` or `--format=json -- --odd-name`.
  ///   - command: Their command.
  /// - Throws: A ``UsageError`` for an option that the command does not have, or one without its value.
  init(_ arguments: [String], of command: any Command.Type) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        operands += rest
        return
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        operands.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0]
      if command.options.flags.contains(name) {
        guard parts.count == 1 else { throw UsageError("\(name) takes no value.") }
        flags.insert(name)
      } else if command.options.values.contains(name) {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
          throw UsageError("\(name) needs a value after it.")
        }
        values[name, default: []].append(value)
      } else {
        let known = command.options.values + command.options.flags
        throw UsageError("\(command.name) has no option \(name.quoted).\(UsageError.hint(name, known))")
      }
    }
  }

  /// Returns whether a flag was given.
  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// Returns the values of an option, in order.
  func all(_ option: String) -> [String] { values[option] ?? [] }

  /// Whether `--format json` was given.
  var isJSON: Bool {
    get throws {
      guard let format = try one("--format"), format != "text" else { return false }
      guard format == "json" else { throw UsageError("--format takes text or json, not \(format.quoted).") }
      return true
    }
  }

  /// Whether `--format json` was given, of a command whose result may go to standard output itself.
  func isJSON(besides output: String?) throws -> Bool {
    guard try isJSON else { return false }
    guard output != "-" else { throw UsageError("--format json goes to standard output: name a file for the result.") }
    return true
  }

  /// Returns the file that is written, after `--output` or `-o`.
  func output() throws -> String? {
    let all = all("--output") + all("-o")
    guard all.count < 2 else { throw UsageError("--output is given \(all.count) times; give it once.") }
    return all.first
  }

  /// Returns the value of an option that may be given once.
  func one(_ option: String) throws -> String? {
    let all = all(option)
    guard all.count < 2 else { throw UsageError("\(option) is given \(all.count) times; give it once.") }
    return all.first
  }
}

/// Arguments that the command cannot use.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }

  /// Suggests a word for a misspelt one; empty if none is near.
  static func hint(_ word: String, _ words: [String]) -> String {
    NearNames.of(word, among: words).first.map { " Did you mean \($0)?" } ?? ""
  }
}
