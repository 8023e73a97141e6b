import Foundation
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@testable import network_fixtures

@Suite("redact")
struct RedactCommandTests {
  private static let secret = "k3jh45kjh34kj5h3kj45h"
  private static let files = [
    "a.har": recording(cookie: "session=\(secret)"), "clean.har": recording(),
    "b.http": "GET / HTTP/1.1\nHost: a\nAuthorization: Bearer \(secret)\n\n",
    "c.json": "{\"token\": \"\(secret)\", \"acme\": \"tea\"}",
  ]

  @Test("redact takes secrets out in place, and leaves a clean file as it is")
  func inPlace() throws {
    let sandbox = try Sandbox(Self.files)
    #expect(sandbox.run("redact", "a.har", "clean.har", "b.http", "c.json") == .success)
    #expect(sandbox.errors == "a.har: redacted\nclean.har: nothing to take out\nb.http: redacted\nc.json: redacted\n")
    for name in Self.files.keys { #expect(sandbox.text(name)?.contains(Self.secret) == false) }
    #expect(HARSchema.problems(in: Data((sandbox.text("a.har") ?? "").utf8)) == [])
    #expect(sandbox.text("clean.har") == recording())
    #expect(sandbox.run("redact", "a.har", "b.http", "c.json") == .success)
    #expect(!sandbox.errors.contains(": redacted"))
  }

  @Test("redact leaves all but secrets of another tool's recording as it was written")
  func foreign() throws {
    let har = recording(cookie: "session=\(Self.secret)", date: "2026-01-02T03:04:05.123456+02:00")
      .replacingOccurrences(of: #""wait": 12"#, with: #""blocked": null, "ssl": -1, "dns": -1.0, "wait": 1.20e1"#)
      .replacingOccurrences(
        of: #""time": 12"#, with: #""_b": [null, {"token": "\#(Self.secret)"}], "_a": 1.0, "time": 12"#)
    let sandbox = try Sandbox(["a.har": har])
    #expect(sandbox.run("redact", "a.har") == .success)
    let clean = har.replacingOccurrences(of: Self.secret, with: "REDACTED-token-1")
    #expect(sandbox.text("a.har") == clean)
    // In one of a list of values for a name, the fields are written anew.
    let listed = har.replacingOccurrences(
      of: "\"session=\(Self.secret)\"", with: "[\"session=\(Self.secret)\", \"a=b\"]")
    try sandbox.write(listed, "b.har")
    #expect(sandbox.run("redact", "b.har") == .success)
    #expect(sandbox.text("b.har")?.contains(Self.secret) == false)
    #expect(sandbox.run("redact", "--dry-run", "b.har") == .success)
  }

  @Test(
    "redact changes only lines with secrets in recordings of any tool",
    arguments: ["charles", "chrome", "firefox", "mitmproxy", "safari"])
  func tools(_ name: String) throws {
    let text = try Fixture("recordings/\(name).har").text
    let sandbox = try Sandbox(["a.har": text])
    #expect(sandbox.run("redact", "a.har", "--output", "b.har", "--hide", "x-*", "--hide", "accept*") == .success)
    let clean = try #require(sandbox.text("b.har"))
    let (old, new) = (text.split(separator: "\n"), clean.split(separator: "\n"))
    #expect(old.count == new.count)
    for (old, new) in zip(old, new) where old != new {
      #expect(new.contains("REDACTED") || new.contains("Size") || new.contains("\"size\""), "\(old)\n\(new)")
    }
  }

  @Test("redact writes only the fields anew of which several were joined in one")
  func joined() throws {
    let date = "2026-01-02T03:04:05.123456+02:00"
    let har = recording(date: date).replacingOccurrences(
      of: #""cookies": [], "headers": [],"#,
      with: #""cookies": [], "headers": [{"name": "Set-Cookie", "value": "a=\#(Self.secret)\nb=q7Hd2mZ94xWpL3aB"}],"#)
    let sandbox = try Sandbox(["a.har": har])
    #expect(sandbox.run("redact", "a.har") == .success)
    let text = try #require(sandbox.text("a.har"))
    #expect(text.contains("\"\(date)\", \"time\": 12, \"cache\": {}"), "\(text)")
    #expect(!text.contains(Self.secret) && !text.contains("q7Hd2mZ94xWpL3aB"))
    #expect(try HAR(Data(text.utf8)).log.entries.first?.response.headers.count == 2)
  }

  @Test("redact changes no file if one of them is damaged")
  func damaged() throws {
    let sandbox = try Sandbox(Self.files.merging(["d.har": "{"]) { $1 })
    #expect(sandbox.run("redact", "a.har", "d.har") == .failure)
    #expect(sandbox.text("a.har") == Self.files["a.har"])
    #expect(sandbox.errors.contains("d.har:1:2"))
  }

  @Test("redact says what it would do, and exits with 1 if there is something")
  func dryRun() throws {
    let sandbox = try Sandbox(Self.files)
    #expect(sandbox.run("redact", "--dry-run", "a.har", "clean.har") == .findings)
    #expect(sandbox.text("a.har") == Self.files["a.har"])
    #expect(sandbox.run("redact", "--dry-run", "clean.har") == .success)
  }

  @Test("redact writes elsewhere, and by rules of one's own")
  func output() throws {
    let sandbox = try Sandbox(Self.files)
    #expect(sandbox.run("redact", "c.json", "--output", "-", "--hide", "acme", "--keep", "token") == .success)
    #expect(sandbox.output.contains("REDACTED-acme-1"))
    #expect(sandbox.errors == "c.json: redacted\n")
    #expect(sandbox.text("c.json") == Self.files["c.json"])
    try sandbox.write("", "new/b.har")
    #expect(sandbox.run("redact", "a.har", "--output", "new/a.har") == .success)
    #expect(sandbox.errors == "a.har → new/a.har: redacted\n")
    #expect(sandbox.text("new/a.har")?.contains("REDACTED-session-1") == true)
    #expect(sandbox.run("redact", "clean.har", "--output", "new/c.har") == .success)
    #expect(sandbox.errors == "clean.har → new/c.har: nothing to take out\n")
    #expect(sandbox.text("new/c.har") == recording())
  }

  @Test("redact reaches the bodies beside a recording, and deletes those with secrets")
  func bodies() throws {
    let body = "{\"token\": \"\(Self.secret)\", \"pad\": \"\(String(repeating: "x y ", count: 20_000))\"}"
    let har = recording().replacingOccurrences(of: "\"text\": \"{}\"", with: "\"_file\": \"a.bodies/1.json\"")
    let sandbox = try Sandbox(["a.har": har, "a.bodies/1.json": body])
    #expect(sandbox.run("redact", "a.har") == .success)
    let names = try FixtureFolder(at: sandbox.folder).fileNames()
    #expect(names.count == 2 && !names.contains("a.bodies/1.json"))
    for name in names { #expect(sandbox.text(name)?.contains(Self.secret) == false) }
    let file = try #require(names.first { $0.hasPrefix("a.bodies/") })
    #expect(sandbox.text(file)?.contains("REDACTED-token-1") == true)
  }

  @Test(
    "redact leaves all but secrets as it was written beside bodies in files, of which only changed ones get new names")
  func foreignBodies() throws {
    let secret = #"{"token": "\#(Self.secret)"}"#
    func har(_ file: String, cookie: String = "") -> String {
      recording(cookie: cookie, date: "2026-01-02T03:04:05.123456+02:00")
        .replacingOccurrences(of: #""text": "{}""#, with: #""_file": "\#(file)", "_note": null"#)
        .replacingOccurrences(of: #""wait": 12"#, with: #""blocked": null, "ssl": -1, "wait": 1.20e1"#)
    }
    let files = ["a.har": har("kept/tea.json", cookie: "session=\(Self.secret)"), "kept/tea.json": #"{"a": 1.0}"#]
    let sandbox = try Sandbox(files.merging(["b.har": har("b/1.json"), "b/1.json": secret]) { $1 })
    #expect(sandbox.run("redact", "a.har", "b.har") == .success)
    #expect(
      sandbox.text("a.har") == files["a.har"]?.replacingOccurrences(of: Self.secret, with: "REDACTED-session-1"))
    #expect(sandbox.text("kept/tea.json") == files["kept/tea.json"])
    let clean = try #require(sandbox.text("b.har"))
    let name = try #require(clean.firstMatch(of: /"_file": *"(b\/[^"]*)"/)?.1)
    #expect(name != "b/1.json" && sandbox.text("b/1.json") == nil)
    #expect(sandbox.text(String(name))?.contains("REDACTED-token-1") == true)
    for part in ["05.123456+02:00", #""ssl": -1"#, #""wait": 1.20e1"#, #""blocked": null"#] {
      #expect(clean.contains(part), "\(part)")
    }
    #expect(sandbox.run("redact", "--dry-run", "a.har", "b.har") == .success)
  }

  @Test("redact writes where -o says, and says as JSON what it took out")
  func removed() throws {
    let sandbox = try Sandbox([
      "a.har": recording(url: "https://api.example.com/?password=swordfish99", cookie: "sid=q7Hd2mZ94xWpL3aB; theme=1")
    ])
    #expect(sandbox.run("redact", "a.har", "-o", "b.har", "--format", "json") == .success)
    #expect(sandbox.text("b.har")?.contains("REDACTED-password-1") == true)
    let json = try JSONValue(parsing: Data(sandbox.output.utf8))
    #expect(json[0]?["changed"] == true)
    let names = json[0]?["removed"]?.list?.compactMap { $0["name"]?.text }
    #expect(names == ["password", "sid", "theme"])
    #expect(json[0]?["removed"]?[0] == ["name": "password", "secrets": 1, "places": 1])
    #expect(sandbox.run("redact", "b.har", "--format", "json") == .success)
    #expect(sandbox.output == #"[{"changed":false,"file":"b.har","removed":[]}]"# + "\n")
  }

  @Test("redact names each body that it has taken out whole, since nobody can read it")
  func lostBodies() throws {
    let text = #"""
      {"log": {"entries": [
        {"request": {"method": "GET", "url": "https://api.example.com/z"},
         "response": {"status": 200, "headers": [{"name": "Content-Encoding", "value": "gzip"}],
           "content": {"size": 32, "mimeType": "application/json", "text": "H4sIAAAAAAACA6tWSkwAESIuji/Jz07N", "encoding": "base64"}}},
        {"request": {"method": "GET", "url": "https://api.example.com/y"}, "response": {"status": 200}}
      ]}}
      """#
    let sandbox = try Sandbox(["a.har": text, "b.har": text])
    #expect(sandbox.run("redact", "a.har") == .success)
    let lost =
      "entry 1, GET https://api.example.com/z: the body of the response (gzip) could not be searched, so all of it was taken out."
    #expect(sandbox.errors == "a.har: redacted\n  \(lost)\n")
    #expect(sandbox.text("a.har")?.contains("REDACTED-compressed-body-1") == true)
    #expect(sandbox.run("redact", "b.har", "--format", "json") == .success)
    let json = try JSONValue(parsing: Data(sandbox.output.utf8))
    #expect(json[0]?["removed"] == [["name": "compressed-body", "secrets": 1, "places": 1]])
    #expect(json[0]?["lostBodies"] == [.string(lost)])
  }

  @Test(
    "redact goes on with the other entries where one has a status or a body that cannot be",
    arguments: ["show", "redact"])
  func oneBadEntry(_ command: String) throws {
    let text = #"""
      {"log": {"entries": [
        {"request": {"method": "GET", "url": "https://api.example.com/ok"},
         "response": {"status": 200, "content": {"mimeType": "text/plain", "text": "token=\#(Self.secret)"}}},
        {"request": {"method": "GET", "url": "https://api.example.com/f"}, "response": {"status": -999}},
        {"request": {"method": "GET", "url": "https://api.example.com/g"},
         "response": {"status": 200, "content": {"text": "%%%\#(Self.secret)", "encoding": "base64"}}},
        {"request": {"method": "GET", "url": "https://api.example.com/h", "headers": 7},
         "response": {"status": "fine", "access_token": "\#(Self.secret)2"}},
        {"request": {"method": "GET", "url": "https://api.example.com/last"}, "response": {"status": 204}}
      ]}}
      """#
    let sandbox = try Sandbox(["a.har": text])
    #expect(sandbox.run(command, "a.har") == .success)
    let result = command == "show" ? sandbox.output : sandbox.text("a.har") ?? ""
    #expect(result.contains("/ok") && result.contains("-999") && result.contains("/last"), "\(result)")
    #expect(!result.contains(Self.secret), "\(result)")
    #expect(
      sandbox.errors.contains(
        "Entry 4 cannot be read, and is left out: at $.log.entries[3].request.headers, expected a list, found a number."
      ),
      "\(sandbox.errors)")
    // What cannot be read stays, but for its secrets.
    let plain = result.filter { $0 != " " }
    if command == "redact" {
      #expect(plain.contains(#""headers":7"#) && plain.contains(#""status":"fine""#), "\(result)")
    }
  }
}
