import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@Suite("A recording is read")
struct HARReadingTests {
  @Test("a recording is read with a stub in the place of each entry that cannot be read")
  func unreadableEntries() throws {
    let read = #"{"request":{"method":"GET","url":"https://a.example/"},"response":{"status":200}}"#
    let entries = (0..<300).map { $0 % 3 == 0 ? read : #"{"request":{"method":[\#($0)]},"response":{"status":200}}"# }
    var unreadable: [HAR.UnreadableEntry] = []
    let har = try HAR(
      Data(#"{"log":{"entries":[\#(entries.joined(separator: ", "))]}}"#.utf8), unreadable: &unreadable)
    #expect(unreadable.map(\.number) == (0..<300).filter { $0 % 3 != 0 }.map { $0 + 1 })
    #expect(har.log.entries.count == 300)
    #expect(har.log.entries.enumerated().allSatisfy { ($1.extras[HAR.unreadableField] == nil) == ($0 % 3 == 0) })
  }

  @Test("a recording is read with what each tool writes in it", arguments: Recordings.names)
  func tools(_ name: String) throws {
    let har = try Fixture(name).har
    #expect(har.log.version == "1.2")
    #expect(!har.log.creator.version.isEmpty)
    for entry in har.log.entries {
      #expect(entry.startedDateTime.timeIntervalSince1970.rounded(.down) >= 1_749_663_728)
      #expect(URL(string: entry.request.url)?.host?.isEmpty == false)
      _ = try entry.exchange()
    }
  }

  @Test("a recording is read with repeated fields, cookies and query items repeated and in their order")
  func repeated() throws {
    let entry = try #require(try Fixture("recordings/chrome.har").har.log.entries.first)
    #expect(entry.request.queryString.map(\.value) == ["optics", "brass", "1"])
    #expect(entry.request.cookies.map(\.name) == ["theme", "consent"])
    let set = entry.response.headers.filter { $0.name == "set-cookie" }.map(\.value)
    #expect(set == ["seen=itm_32SQ6HRZYE; Path=/", "variant=b; Path=/; HttpOnly"])
  }

  @Test("a recording is read with fields that the specification does not know, in their order and with their digits")
  func unknown() throws {
    let entries = try Fixture("recordings/chrome.har").har.log.entries
    #expect(entries[0].extras.names == ["_connectionId", "_initiator", "_priority", "_resourceType"])
    #expect(entries[0].extras["_resourceType"] == "fetch")
    #expect(entries[0].extras["_initiator"]?["stack"]?["callFrames"]?[0]?["lineNumber"] == 118)
    #expect(entries[0].response.extras["_error"] == .null)
    #expect(entries[0].request.cookies[0].extras["sameSite"] == "Lax")
    #expect(entries[1].extras["_webSocketMessages"]?[0]?["data"] == #"{"subscribe":"activity"}"#)
  }

  @Test("a recording is read with default values where fields are missing or null")
  func missing() throws {
    let entry = try Recordings.entry(response: "null", entry: #""cache":null,"timings":null,"time":null,"#)
    #expect(entry.startedDateTime == Date(timeIntervalSince1970: 0))
    #expect((entry.time, entry.timings.wait) == (0, 0))
    #expect((entry.request.headersSize, entry.request.bodySize) == (-1, -1))
    #expect((entry.response.status, entry.response.content.text) == (0, nil))
    let charles = try #require(try Fixture("recordings/charles.har").har.log.entries.first)
    #expect((charles.response.redirectURL, charles.response.content.mimeType) == ("", ""))
  }

  @Test("a recording is read with numbers that are strings, and strings that are numbers")
  func lenient() throws {
    let entry = try #require(try Fixture("recordings/proxyman.har").har.log.entries.first)
    #expect((entry.response.status, entry.time, entry.request.bodySize) == (200, 88.25, 27))
    let other = try Recordings.entry(
      request: #"{"method":"GET","url":"https://api.example.com/","headersSize":12.0,"bodySize":""}"#,
      entry: #""connection":443,"pageref":7,"#)
    #expect((other.connection, other.pageref) == ("443", "7"))
    #expect((other.request.headersSize, other.request.bodySize) == (12, -1))
  }

  @Test("a recording is read with a time that is the sum of its phases where a file has none")
  func time() throws {
    let entry = try Recordings.entry(entry: #""timings":{"blocked":-1,"connect":5,"ssl":3,"send":1,"wait":2.5},"#)
    #expect(entry.time == 8.5)
  }

  @Test("a recording is read behind a byte order mark")
  func mark() throws {
    let har = try HAR(Data([0xEF, 0xBB, 0xBF]) + Data(Recordings.text().utf8))
    #expect(har.log.entries.count == 1)
  }

  @Test("a recording is read with half characters replaced, as browsers cut texts in the middle")
  func halves() throws {
    let entry = try Recordings.entry(
      response: #"{"statusText":"\ud83e\uddee \ud83e \uddee \ud83e\ud83e\uddee \ud83e\n"}"#)
    #expect(entry.response.statusText == "🧮 \u{FFFD} \u{FFFD} \u{FFFD}🧮 \u{FFFD}\n")
  }

  @Test(
    "a recording is read unless a field is there twice, which is an error with its place; of other tools' fields the last one stays"
  )
  func duplicates() throws {
    for text in [#"{"status":200,"_a":1,\n"status":404}"#, #"{"status":200,"content":{"size":1,\n"size":1}}"#] {
      let error = #expect(throws: HARError.self) {
        try Recordings.entry(response: text.replacingOccurrences(of: "\\n", with: "\n"))
      }
      #expect(error?.code == .invalidValue && error?.reason.contains("appears twice") == true)
      #expect(error?.line == 2)
    }
    #expect(try Recordings.entry(response: #"{"status":200,"_a":1,"_a":2}"#).response.extras["_a"] == 2)
  }

  @Test(
    "a recording is read with header fields as other tools write them",
    arguments: [
      #"[{"name":"Accept","value":["a/b","c/d"]},{"name":"X","value":"1"}]"#, #"{"Accept":["a/b","c/d"],"X":"1"}"#,
      #"{"Accept":["a/b","c/d"],"X":1}"#,
    ])
  func lists(_ headers: String) throws {
    let entry = try Recordings.entry(response: #"{"status":200,"headers":\#(headers)}"#)
    #expect(entry.response.headers.map { "\($0.name): \($0.value)" } == ["Accept: a/b", "Accept: c/d", "X: 1"])
  }

  @Test("a recording is read with any number of fields that the specification does not know")
  func manyExtras() throws {
    let extras = (0..<40_000).map { "\"_a\($0)\":\($0)" }.joined(separator: ",")
    let entry = try Recordings.entry(response: "{\"status\":200,\(extras)}")
    #expect(entry.response.extras["_a0"] == 0 && entry.response.extras["_a39999"] == 39_999)
  }

  @Test(
    "a recording is read with a status that cannot be, which says that no response came",
    arguments: [-999, -200, -1, 0, 99, 1000])
  func status(_ status: Int) throws {
    let entry = try Recordings.entry(response: "{\"status\":\(status)}")
    #expect(entry.response.status == status && !entry.response.hasArrived)
    #expect(try entry.exchange().response.status == status)
  }

  @Test(
    "a recording is read with all escapes of JSON",
    arguments: [(#"a\"\\\/\b\f\n\r\t\u00e4\u0000"#, "a\"\\/\u{8}\u{C}\n\r\tä\0")])
  func escapes(_ json: String, _ text: String) throws {
    #expect(try Recordings.entry(response: #"{"statusText":"\#(json)"}"#).response.statusText == text)
  }
}
