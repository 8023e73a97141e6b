import Foundation
import TestSupport
import Testing

@testable import network_fixtures

@Suite("The command")
struct ProgramTests {
  @Test(
    "the command teaches what it does",
    arguments: ["", "check", "show", "diff", "redact", "convert", "serve", "record", "report"])
  func help(_ command: String) throws {
    let sandbox = try Sandbox()
    if command.isEmpty {
      #expect(sandbox.run() == .success)
    } else {
      #expect(sandbox.run("help", command) == .success)
      let text = sandbox.output
      #expect(sandbox.run(command, "--help") == .success)
      #expect(sandbox.output == text)
    }
    #expect(sandbox.errors.isEmpty)
    try expectGolden(sandbox.output, "Command/help\(command.isEmpty ? "" : "-")\(command).txt")
  }

  #if os(Linux)
    @Test(
      "the command ends with an error where its result cannot be written, and as ever where a message cannot",
      .enabled(if: Sandbox.program != nil, "network-fixtures was not built beside the tests"))
    func fullDisk() throws {
      func output(of argument: String, toFull stream: String) throws -> String {
        let words = ["-c", "\"$0\" \"$1\" 2>&1 \(stream)/dev/full", try #require(Sandbox.program).path, argument]
        let result = try ChildProcess(URL(fileURLWithPath: "/bin/sh"), words).result()
        #expect(result.status == ExitCode.failure.rawValue)
        return result.text
      }
      let reason = "The operation could not be completed. There isn’t enough space."
      #expect(try output(of: "--version", toFull: ">") == "The result could not be written: \(reason)\n")
      #expect(try output(of: "nothing", toFull: "2>").isEmpty)
    }
  #endif

  @Test(
    "the command says what it does not understand, on standard error",
    arguments: [
      ["chekc"], ["check", "--fromat", "json"], ["check", "--format", "xml"], ["check", "--max-age", "soon"],
      ["check", "--max-age"], ["check", "--strict=1"], ["check", "--format", "json", "--format", "text"], ["show"],
      ["show", "nowhere.har"], ["show", "a.har", "--entry", "0"], ["redact"], ["redact", "a", "b", "--output", "c"],
      ["convert", "a.har"], ["convert", "a.http", "b.txt"],
      ["check", "nowhere"], ["check"],
    ])
  func errors(_ arguments: [String]) throws {
    let sandbox = try Sandbox(["a.http": "HTTP/1.1 204\n\n", "a.har": recording()])
    #expect(sandbox.run(arguments) == .failure)
    #expect(sandbox.output.isEmpty)
    let text = sandbox.errors.replacingOccurrences(of: sandbox.folder.standardizedFileURL.path, with: "FOLDER")
    try expectGolden(text, golden(ofErrorFor: arguments))
  }

  @Test("the command takes what follows two dashes for files, whatever they are called")
  func dashes() throws {
    let sandbox = try Sandbox(["--odd.har": recording()])
    #expect(sandbox.run("show", "--list", "--", "--odd.har") == .success)
    #expect(sandbox.output == "#1 GET https://api.example.com/items → 200 12 ms\n")
  }

  @Test("the command shows how far it is only where somebody watches")
  func progress() throws {
    let files = Dictionary(uniqueKeysWithValues: (0..<5).map { ("Fixtures/\($0).txt", "text") })
    let sandbox = try Sandbox(files)
    _ = sandbox.run("check", "--ignore", "*")
    #expect(sandbox.errors.isEmpty)
    _ = sandbox.run("check", showsProgress: true)
    #expect(sandbox.errors.contains("\rChecking files: 5 of 5\r\u{1B}[K"))
  }
}
