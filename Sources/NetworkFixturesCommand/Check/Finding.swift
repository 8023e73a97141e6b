/// A problem with a file.
struct Finding: Hashable {
  /// The severity.
  enum Severity: String { case error, warning }

  /// The check that found it.
  enum Rule: String, CaseIterable {
    case missingFixture = "missing-fixture"
    case unusedFixture = "unused-fixture"
    case invalidFile = "invalid-file"
    case secret
    case possibleSecret = "possible-secret"
    case oldRecording = "old-recording"
    case bodySize = "body-size"
    case traffic

    var severity: Severity {
      switch self {
      case .missingFixture, .invalidFile, .secret, .possibleSecret: .error
      case .unusedFixture, .oldRecording, .bodySize, .traffic: .warning
      }
    }
  }

  let rule: Rule
  /// The file, relative to the folder in which the command runs.
  let file: String
  var line: Int?
  let message: String

  var severity: Severity { rule.severity }
}

/// A format for findings.
enum FindingFormat: String, CaseIterable {
  /// For people.
  case text
  /// For programs.
  case json
  /// For GitHub, which shows them in the changes of a pull request.
  case github

  /// Returns the findings, and the number of checked files.
  func report(_ findings: [Finding], fileCount: Int, in terminal: Terminal) -> String {
    switch self {
    case .text: Self.text(findings, fileCount: fileCount, terminal)
    case .json: Self.json(findings, fileCount: fileCount)
    case .github: findings.map(\.annotation).joined(separator: "\n")
    }
  }

  private static func text(_ findings: [Finding], fileCount: Int, _ terminal: Terminal) -> String {
    var lines = findings.map { finding in
      let colour: Colour = finding.severity == .error ? .bad : .doubtful
      let place = finding.line.map { "\(finding.file):\($0)" } ?? finding.file
      return "\(terminal.coloured(place.printable, .bold)): \(terminal.coloured(finding.severity.rawValue, colour)): "
        + "\(finding.message.printableLines) \(terminal.coloured("[\(finding.rule.rawValue)]", .faint))"
    }
    let errors = findings.count { $0.severity == .error }
    let warnings = findings.count - errors
    let looked = "Checked \(fileCount.counted("file"))"
    lines.append(
      findings.isEmpty
        ? "\(looked): \(terminal.coloured("no problems found", .good))."
        : "\(looked): \(errors.counted("error")), \(warnings.counted("warning")).")
    return lines.joined(separator: "\n")
  }

  private static func json(_ findings: [Finding], fileCount: Int) -> String {
    let list = findings.map { finding -> JSONValue in
      var members: [String: JSONValue] = [
        "rule": .string(finding.rule.rawValue), "severity": .string(finding.severity.rawValue),
        "file": .string(finding.file), "message": .string(finding.message),
      ]
      if let line = finding.line { members["line"] = .integer(line) }
      return .object(members)
    }
    return JSONValue.object(["files": .integer(fileCount), "findings": .array(list)]).description
  }
}

extension Finding {
  /// A workflow command of GitHub Actions.
  fileprivate var annotation: String {
    let line = line.map { ",line=\($0)" } ?? ""
    let title = "network-fixtures \(rule.rawValue)"
    return "::\(severity.rawValue) file=\(file.escapedProperty)\(line),title=\(title)::\(message.escapedData)"
  }
}

extension String {
  fileprivate var escapedData: String {
    replacingOccurrences(of: "%", with: "%25").replacingOccurrences(of: "\r", with: "%0D")
      .replacingOccurrences(of: "\n", with: "%0A")
  }

  fileprivate var escapedProperty: String {
    escapedData.replacingOccurrences(of: ":", with: "%3A").replacingOccurrences(of: ",", with: "%2C")
  }
}
