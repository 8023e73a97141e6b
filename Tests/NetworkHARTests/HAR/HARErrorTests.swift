import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@Suite("A recording that cannot be read")
struct HARErrorTests {
  private static func problem(_ text: String, file: String? = nil) throws -> HARError {
    try #require(#expect(throws: HARError.self) { try HAR(Data(text.utf8), file: file) })
  }

  @Test(
    "a recording that cannot be read is refused with the place",
    arguments: [
      ("", HARError.Code.invalidJSON, "$"), ("[]", .wrongType, "$"), ("{}", .missingField, "$"),
      (#"{"log":{}}"#, .missingField, "$.log"), (#"{"log":[]}"#, .wrongType, "$.log"),
      (#"{"log":{"entries":{}}}"#, .wrongType, "$.log.entries"),
      (#"{"log":{"entries":[1]}}"#, .wrongType, "$.log.entries[0]"),
      (#"{"log":{"entries":[{}]}}"#, .missingField, "$.log.entries[0]"),
      (#"{"log":{"entries":[]}"#, .invalidJSON, "$"), (#"{"log":{"entries":[]}}x"#, .invalidJSON, "$"),
      (Recordings.text(request: "{}"), .missingField, "$.log.entries[0].request"),
      (Recordings.text(response: #"{"status":"ok"}"#), .wrongType, "$.log.entries[0].response.status"),
      (Recordings.text(response: #"{"status":1e400}"#), .invalidValue, "$.log.entries[0].response.status"),
      (Recordings.text(response: #"{"status":9e99}"#), .invalidValue, "$.log.entries[0].response.status"),
      (Recordings.text(response: #"{"status":true}"#), .wrongType, "$.log.entries[0].response.status"),
      (
        Recordings.text(response: #"{"headers":[{"name":{}}]}"#), .wrongType,
        "$.log.entries[0].response.headers[0].name"
      ),
      (Recordings.text(entry: #""startedDateTime":"today","#), .invalidValue, "$.log.entries[0].startedDateTime"),
      (Recordings.text(entry: #""_a":[1,{"b c":[nul]}],"#), .invalidJSON, #"$.log.entries[0]._a[1]["b c"][0]"#),
      (Recordings.text(entry: #""_a":01,"#), .invalidJSON, "$.log.entries[0]._a"),
      (Recordings.text(entry: #""_a":"\x","#), .invalidJSON, "$.log.entries[0]._a"),
      (Recordings.text(entry: #""_a":{,"#), .invalidJSON, "$.log.entries[0]._a"),
    ]
  )
  func places(_ text: String, _ code: HARError.Code, _ path: String) throws {
    let error = try Self.problem(text)
    #expect(error.code == code)
    #expect(error.path == path)
  }

  @Test("a recording that cannot be read is refused wherever it is cut off, and never read as less than it was")
  func truncated() throws {
    let text = try Fixture("recordings/charles.har").text
    let whole = text.trimmingCharacters(in: .whitespacesAndNewlines)
    for length in Effort.every(15, of: 0..<whole.utf8.count) {
      let error = try Self.problem(String(decoding: whole.utf8.prefix(length), as: UTF8.self))
      #expect(error.code == .invalidJSON)
    }
  }

  @Test("a recording that cannot be read is refused behind nesting of any depth", arguments: ["[", #"{"a":"#])
  func deep(_ open: String) throws {
    let error = try Self.problem(Recordings.text(entry: "\"_a\":" + String(repeating: open, count: 300_000)))
    #expect(error.code == .tooDeep)
    #expect(error.path.hasPrefix("$.log.entries[0]._a"))
  }

  @Test("a recording that cannot be read is refused where it is not UTF-8, with the line and column")
  func encoding() throws {
    let data = Data("{\n \"log\": \"".utf8) + Data([0xFF]) + Data("\"}".utf8)
    let error = try #require(#expect(throws: HARError.self) { try HAR(data) })
    #expect((error.code, error.line, error.column) == (.notText, 2, 10))
  }

  @Test(
    "a recording that cannot be read says what happened, what was there and what to do",
    arguments: [
      ("wrong-type", Recordings.text(response: #"{"status":"fine"}"#)),
      ("cut-off", String(Recordings.text().dropLast(12))),
      ("no-log", #"{"data":[]}"#),
      ("date", "{\n  \"log\": {\n    \"entries\": [\n      { \"startedDateTime\": \"yesterday\" }\n    ]\n  }\n}\n"),
    ]
  )
  func texts(_ name: String, _ text: String) throws {
    try expectGolden("\(try Self.problem(text, file: "recordings/a.har"))", "Messages/har-\(name).txt")
  }

  @Test("a recording that cannot be read without a file name says so as well")
  func anonymous() throws {
    try expectGolden("\(try Self.problem("{}"))", "Messages/har-anonymous.txt")
  }

  @Test("a recording that cannot be read because of a body or a URL is refused when an exchange is made of it")
  func unusable() throws {
    let bodies = [
      (#"{"text":"%%%","encoding":"base64"}"#, "%%%"), (#"{"text":"a","encoding":"rot13"}"#, "rot13"),
      (#"{"_file":"a.bin"}"#, "a.bin"),
    ]
    for (body, named) in bodies {
      let entry = try Recordings.entry(response: #"{"status":200,"content":\#(body)}"#)
      let error = #expect(throws: HARError.self) { try entry.exchange() }
      #expect(error?.code == .unusable && error?.description.contains(named) == true, "\(String(describing: error))")
    }
  }
}
