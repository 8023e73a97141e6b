import Foundation

@testable import network_fixtures

/// A folder of its own for a test, in which the command runs.
final class Sandbox {
  /// The command as a program; nil where it was not built beside the tests.
  static let program: URL? = {
    let beside = [
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
      Bundle(for: Sandbox.self).bundleURL.deletingLastPathComponent(),
    ]
    return beside.map { $0.appendingPathComponent("network-fixtures") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  let folder: URL
  private(set) var output = ""
  private(set) var errors = ""

  init(_ files: [String: String] = [:]) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("sandbox-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files { try write(text, name) }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func write(_ text: String, _ name: String) throws {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func text(_ name: String) -> String? {
    try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// Runs the command; what it prints is in `output` and `errors`.
  func run(_ arguments: String..., hasColours: Bool = false, showsProgress: Bool = false, now: Date = Date())
    -> ExitCode
  {
    run(arguments, hasColours: hasColours, showsProgress: showsProgress, now: now)
  }

  /// Runs the command; what it prints is in `output` and `errors`.
  func run(_ arguments: [String], hasColours: Bool = false, showsProgress: Bool = false, now: Date = Date()) -> ExitCode
  {
    (output, errors) = ("", "")
    let terminal = Terminal(
      output: { self.output += $0 }, errors: { self.errors += $0 }, hasColours: hasColours, showsProgress: showsProgress
    )
    return Program(terminal: terminal, folder: folder, now: now).run(arguments)
  }
}

/// A recording of one exchange.
func recording(
  url: String = "https://api.example.com/items", cookie: String = "", answer: String = "{}",
  date: String = "2026-01-02T03:04:05.000Z"
) -> String {
  """
  {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [{
    "startedDateTime": "\(date)", "time": 12, "cache": {}, "timings": {"send": 0, "wait": 12, "receive": 0},
    "request": {"method": "GET", "url": "\(url)", "httpVersion": "HTTP/1.1", "cookies": [], "queryString": [],
      "headers": [\(cookie.isEmpty ? "" : "{\"name\": \"Cookie\", \"value\": \"\(cookie)\"}")], "headersSize": -1, "bodySize": 0},
    "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", "cookies": [], "headers": [],
      "content": {"size": -1, "mimeType": "application/json", "text": "\(answer)"}, "redirectURL": "", "headersSize": -1,
      "bodySize": 2}
  }]}}
  """
}

/// Returns the name of the golden file with the text of an error, such as `Command/errors/convert-a-har.txt`.
func golden(ofErrorFor arguments: [String]) -> String {
  let words = arguments.joined(separator: "-").split { !$0.isLetter && !$0.isNumber }
  return "Command/errors/\(words.joined(separator: "-")).txt"
}
