import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@Suite("Fields that the specification does not know")
struct HARExtrasTests {
  @Test("fields that the specification does not know can be set, replaced in their place, and removed")
  func changed() {
    var extras = HARObject()
    extras["_a"] = 1
    extras["_b"] = ["c": nil]
    extras["_c"] = "ü\"\n"
    extras["_a"] = [true, 0.5]
    #expect(extras.names == ["_a", "_b", "_c"])
    #expect(extras["_a"]?[1] == 0.5)
    #expect(extras["_c"] == "ü\"\n")
    extras["_b"] = nil
    #expect(extras.names == ["_a", "_c"])
    #expect(extras["_b"] == nil)
  }

  @Test(
    "fields that the specification does not know survive in every object",
    arguments: [
      #"{"_x":1,"log":{"_x":1,"creator":{"name":"a","version":"1","_x":1},"browser":{"name":"a","version":"1","_x":1},"#
        + #""pages":[{"startedDateTime":"2025-06-11T00:00:00.000Z","id":"a","title":"b","pageTimings":{"_x":1},"_x":1}],"#
        + #""entries":[{"_x":1,"request":{"method":"GET","url":"http://a.example.com/","_x":1,"#
        + #""cookies":[{"name":"a","value":"b","_x":1}],"headers":[{"name":"a","value":"b","_x":1}],"#
        + #""queryString":[{"name":"a","value":"b","_x":1}],"#
        + #""postData":{"mimeType":"","_x":1,"params":[{"name":"a","_x":1}]}},"#
        + #""response":{"_x":1,"content":{"_x":1}},"cache":{"_x":1},"timings":{"_x":1}}]}}"#
    ].map(Shortened.init)
  )
  func everywhere(_ shown: Shortened<String>) throws {
    let text = shown.value
    let written = String(decoding: try HAR(Data(text.utf8)).encoded(), as: UTF8.self)
    #expect(written.components(separatedBy: #""_x": 1"#).count == text.components(separatedBy: #""_x":1"#).count)
  }

  @Test("fields that the specification does not know keep digits that no number of Swift holds")
  func digits() throws {
    let json = "[1.10,1e400,123456789012345678901234567890,-0]"
    let written = String(
      decoding: try HAR(Data(Recordings.text(entry: #""_n":\#(json),"#).utf8)).encoded(), as: UTF8.self)
    #expect(written.contains(json.replacingOccurrences(of: ",", with: ", ")))
  }
}
