import Foundation
import NetworkEndpoints
import NetworkStubs
import TestSupport
import Testing

@testable import network_fixtures

@Suite("What the command reads and writes")
struct OutputTests {
  private func mode(_ url: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
  }

  @Test("what the command reads and writes keeps the permissions of a file, and follows a link to it")
  func permissions() throws {
    let sandbox = try Sandbox(["a.txt": "password=hunter2-hunter2&x=y", "b.txt": "old"])
    let (file, link) = (
      sandbox.folder.appendingPathComponent("b.txt"), sandbox.folder.appendingPathComponent("link.txt")
    )
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "b.txt")
    #expect(sandbox.run("redact", "a.txt", "--output", "link.txt") == .success, "\(sandbox.errors)")
    #expect(sandbox.text("b.txt") == "password=REDACTED-password-1&x=y")
    #expect(try mode(file) == 0o600)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)) == "b.txt")
    // A link may name a file that is still to be made.
    try FileManager.default.removeItem(at: file)
    #expect(sandbox.run("redact", "a.txt", "--output", "link.txt") == .success, "\(sandbox.errors)")
    #expect(sandbox.text("b.txt") == "password=REDACTED-password-1&x=y")
  }

  @Test("what the command reads and writes writes into a device, and leaves it one")
  func device() throws {
    let sandbox = try Sandbox(["a.txt": "x=y"])
    #expect(sandbox.run("redact", "a.txt", "--output", "/dev/null") == .success, "\(sandbox.errors)")
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType
    #expect(type == .typeCharacterSpecial)
  }

  @Test("what the command reads and writes makes no folder that it was not asked for")
  func folder() throws {
    let sandbox = try Sandbox(["a.txt": "x=y"])
    #expect(sandbox.run("redact", "a.txt", "--output", "new/b.txt") == .failure)
    #expect(!FileManager.default.fileExists(atPath: sandbox.folder.appendingPathComponent("new").path))
  }

  @Test("what the command reads and writes says that a folder is one", arguments: ["show", "redact"])
  func shown(_ command: String) throws {
    let sandbox = try Sandbox(["recordings/a.har": recording()])
    #expect(sandbox.run(command, "recordings") == .failure)
    #expect(sandbox.errors.contains(#""recordings" is a folder. Name a file in it."#), "\(sandbox.errors)")
  }

  #if os(Linux)
    // In processes of their own: Foundation's `Process` may crash where as many descriptors are open as beside all other tests.
    @Test(
      "what the command reads and writes compares a file with an earlier revision of it",
      .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/git")),
      .enabled(if: Sandbox.program != nil, "network-fixtures was not built beside the tests"))
    func git() throws {
      let sandbox = try Sandbox(["a.har": recording(answer: "{}")])
      func run(_ file: URL, _ words: [String]) throws -> (text: String, code: ExitCode?) {
        let inFolder = ["-c", "cd \"$0\" && exec \"$@\"", sandbox.folder.path, file.path]
        let result = try ChildProcess(URL(fileURLWithPath: "/bin/sh"), inFolder + words, errors: .nothing).result()
        return (result.text, ExitCode(rawValue: result.status))
      }
      for words in [
        ["init", "-q"], ["add", "a.har"],
        ["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "a"],
      ] {
        try #require(try run(URL(fileURLWithPath: "/usr/bin/git"), words).code == .success)
      }
      let program = try #require(Sandbox.program)
      func diff(_ words: String...) throws -> (text: String, code: ExitCode?) {
        try run(program, ["diff", "--git"] + words)
      }
      #expect(try diff("HEAD", "a.har").code == .success)
      try sandbox.write(recording(answer: "[]"), "a.har")
      let changed = try diff("HEAD", "a.har", "--format", "json")
      #expect(changed.code == .findings)
      #expect(changed.text.contains(#""text":"response body $: {} → []""#), "\(changed.text)")
      #expect(try diff("no-such", "a.har").code == .failure)
      #expect(try diff("HEAD", "a.har", "b.har").code == .failure)
    }

    @Test(
      "what the command reads and writes is compared with a revision even if git has much to say beside it",
      .enabled(if: Sandbox.program != nil, "network-fixtures was not built beside the tests"))
    func talkingGit() throws {
      // More than a pipe holds: git would wait for a reader of its errors.
      let git = "#!/bin/sh\nhead -c 200000 /dev/zero | tr '\\0' w >&2\nexec cat \"$0.har\"\n"
      let sandbox = try Sandbox([
        "a.har": recording(answer: "[]"), "bin/git": git, "bin/git.har": recording(answer: "{}"),
      ])
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: sandbox.folder.appendingPathComponent("bin/git").path)
      let program = try #require(Sandbox.program)
      let command = "cd \"$0\" && PATH=\"$0/bin:$PATH\" exec timeout -s KILL 60 \"$@\""
      let result = try ChildProcess(
        URL(fileURLWithPath: "/bin/sh"),
        ["-c", command, sandbox.folder.path, program.path, "diff", "--git", "HEAD", "a.har", "--format", "json"],
        errors: .nothing
      ).result()
      #expect(ExitCode(rawValue: result.status) == .findings)
      #expect(result.text.contains(#""text":"response body $: {} → []""#), "\(result.text)")
    }
  #endif

  @Test(
    "what the command reads and writes says as JSON what each command did",
    arguments: [
      (
        ["redact", "a.txt", "--format", "json"],
        #"[{"changed":true,"file":"a.txt","removed":[{"name":"password","places":1,"secrets":1}]}]"#
      ),
      (["convert", "a.har", "out/", "--format=json"], #""out\/001-get-items.request.http""#),
      (["report", "a.har", "-o", "a.html", "--format", "json"], #"["a.har"]"#),
      (["show", "a.har", "--format", "json"], #""status":200"#),
      (["diff", "a.har", "a.har", "--format", "json"], "[]"),
      (["check", "--format", "json"], "{"),
    ] as [([String], String)])
  func json(_ arguments: [String], _ part: String) throws {
    let sandbox = try Sandbox([
      "a.txt": "password=hunter2-hunter2&x=y", "a.har": recording(),
      "Fixtures/x.json": "{}",
    ])
    #expect(sandbox.run(arguments) == .success, "\(sandbox.errors)")
    #expect((try? JSONValue(parsing: Data(sandbox.output.utf8))) != nil, "\(sandbox.output)")
    let text = sandbox.output.filter { !$0.isWhitespace }.replacingOccurrences(of: "\\/", with: "/")
    #expect(text.contains(part.replacingOccurrences(of: "\\/", with: "/")), "\(sandbox.output)")
    if arguments.contains("a.html") || arguments[0] == "redact" {
      let file = arguments[0] == "redact" ? ["redact", "a.txt", "--output", "-"] : ["report", "a.har", "-o", "-"]
      #expect(sandbox.run(file + ["--format", "json"]) == .failure)
    }
  }

  @Test(
    "what the command reads and writes refuses a name that is a device on Windows, or that hides its direction",
    arguments: ["con.har", "a/COM1.json", "a\u{202E}rah.b"])
  func names(_ name: String) {
    #expect(FixtureName.refusal(of: name) != nil)
    #expect(FixtureName.refusal(of: "console.har") == nil)
  }
}
