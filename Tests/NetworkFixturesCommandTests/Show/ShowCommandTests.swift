import Foundation
import NetworkEndpoints
import TestSupport
import Testing

@testable import network_fixtures

@Suite("show")
struct ShowCommandTests {
  private static let message =
    "POST /login HTTP/1.1\nHost: a\nAuthorization: Bearer k3jh45kjh34kj5h3kj45h\nX: \u{1B}[31mred\n\n{\"a\": 1}\n"

  @Test("show prints an exchange, secrets masked")
  func exchange() throws {
    let sandbox = try Sandbox([
      "a.har": recording(cookie: "session=k3jh45kjh34kj5h3kj45h", answer: "{\\\"title\\\": \\\"Tea\\\"}"),
      "a.http": Self.message,
    ])
    #expect(sandbox.run("show", "a.har", "a.http") == .success)
    #expect(!sandbox.output.contains("k3jh45"))
    try expectGolden(sandbox.output, "Command/show.txt")
    #expect(sandbox.run("show", "a.har", hasColours: true) == .success)
    #expect(sandbox.output.contains("\u{1B}[32m200\u{1B}[0m"))
  }

  @Test("show writes for programs, secrets masked")
  func json() throws {
    let sandbox = try Sandbox([
      "a.har": recording(cookie: "session=k3jh45kjh34kj5h3kj45h", answer: "{\\\"title\\\": \\\"Tea\\\"}"),
      "a.http": Self.message,
    ])
    #expect(sandbox.run("show", "a.har", "a.http", "--format", "json", hasColours: true) == .success)
    #expect(!sandbox.output.contains("k3jh45"))
    try expectGolden(sandbox.output, "Command/show-json.txt")
    #expect(sandbox.run("show", "a.har", "--list", "--format", "json") == .success)
    let exchange = try JSONValue(parsing: Data(sandbox.output.utf8))[0]
    #expect(exchange?["url"] == "https://api.example.com/items" && exchange?["request"] == nil)
    #expect(sandbox.run("show", "a.har", "--format", "github") == .failure)
  }

  @Test("show lets nothing in a file act upon the terminal")
  func escapes() throws {
    let sandbox = try Sandbox(["a.http": Self.message])
    #expect(sandbox.run("show", "--raw", "a.http") == .success)
    #expect(sandbox.output.contains("\\u{1B}[31mred") && !sandbox.output.contains("\u{1B}"))
    #expect(sandbox.output.contains("k3jh45"))
  }

  @Test("show says how many exchanges there are when one is asked for that is not")
  func entry() throws {
    let sandbox = try Sandbox(["a.har": recording()])
    #expect(sandbox.run("show", "a.har", "--entry", "1") == .success)
    #expect(sandbox.run("show", "a.har", "--entry", "2") == .failure)
    #expect(sandbox.errors.contains("\"a.har\" has 1 exchange, none with the number 2."))
  }
}
