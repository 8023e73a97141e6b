/// The output of the command: results to standard output, everything else to standard error.
struct Terminal {
  private let output: (String) -> Void
  private let errors: (String) -> Void
  /// Writes a result that may be lost.
  private let lossyOutput: ((String) -> Void)?
  /// Whether results may have colours.
  let hasColours: Bool
  private let showsProgress: Bool

  init(
    output: @escaping (String) -> Void, errors: @escaping (String) -> Void, lossyOutput: ((String) -> Void)? = nil,
    hasColours: Bool = false, showsProgress: Bool = false
  ) {
    self.output = output
    self.lossyOutput = lossyOutput
    self.errors = errors
    self.hasColours = hasColours
    self.showsProgress = showsProgress
  }

  /// The terminal, pipe or file that the command was started with.
  static var standard: Self {
    let environment = ProcessInfo.processInfo.environment
    // https://no-color.org
    let isPlain = environment["NO_COLOR"].map { !$0.isEmpty } ?? false || environment["TERM"] == "dumb"
    return Self(
      output: { text in
        do { try FileHandle.standardOutput.write(contentsOf: Data(text.utf8)) } catch {
          StandardError.print("The result could not be written: \(error.localizedDescription)")
          exit(ExitCode.failure.rawValue)
        }
      },
      errors: { StandardError.print($0, terminator: "") },
      lossyOutput: { try? FileHandle.standardOutput.write(contentsOf: Data($0.utf8)) },
      hasColours: isatty(STDOUT_FILENO) == 1 && !isPlain,
      showsProgress: isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb")
  }

  /// The same terminal, for a command that keeps running after its standard output is closed.
  var lasting: Self {
    guard let lossyOutput else { return self }
    return Self(output: lossyOutput, errors: errors, hasColours: hasColours, showsProgress: showsProgress)
  }

  /// Writes a result.
  func print(_ text: String) { output(text + "\n") }

  /// Writes a message that is not a result.
  func printError(_ text: String) { errors(text + "\n") }

  /// Shows the progress of long work in one line that is overwritten; does nothing if the output is not a terminal.
  func showProgress(_ verb: String, _ done: Int, of count: Int) {
    // Not every file is worth a line.
    guard showsProgress, count > 1, done == count || done % max(1, count / 100) == 0 else { return }
    errors("\r\(verb) \(done) of \(count)" + (done == count ? "\r\u{1B}[K" : ""))
  }

  /// Text in a colour, if the terminal has colours.
  func coloured(_ text: String, _ colour: Colour) -> String {
    hasColours && !text.isEmpty ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
  }
}

/// The colours of a terminal, by their use.
enum Colour: String {
  case bold = "1"
  case faint = "2"
  case bad = "31"
  case good = "32"
  case doubtful = "33"
  case name = "36"
}
