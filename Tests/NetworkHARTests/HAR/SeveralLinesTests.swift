import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("Several fields in one value")
struct SeveralLinesTests {
  private static let cookies =
    #"chocolate=AAAAoat1234567890; Path=/; HttpOnly\noatmeal=BBBBoat0987654321; Path=/\nraisin=CCCCoat5432109876"#

  private static func headers(_ name: String, _ value: String) -> String {
    #"{"status":200,"headers":[{"name":"\#(name)","value":"\#(value)","comment":"joined"}]}"#
  }

  @Test(
    "several fields in one value are fields of their own",
    arguments: [
      (#"a\nb\nc"#, ["a", "b", "c"]), (#"a\r\nb"#, ["a", "b"]), (#"a\n\n b"#, ["a b"]), (#"a\n\tb\nc"#, ["a b", "c"]),
      (#"\n"#, [""]), (#"a\n"#, ["a"]), ("a, b", ["a, b"]),
    ])
  func split(_ value: String, _ fields: [String]) throws {
    let entry = try Recordings.entry(response: Self.headers("X-Many", value))
    #expect(entry.response.headers.map(\.name) == fields.map { _ in "X-Many" })
    #expect(entry.response.headers.map(\.value) == fields)
    #expect(entry.response.headers.compactMap(\.comment) == ["joined"])
  }

  @Test("several fields in one value are read from each form of a list of fields")
  func forms() throws {
    for headers in [#"{"Set-Cookie":"a=1\nb=2"}"#, #"{"Set-Cookie":["a=1\nb=2"]}"#] {
      let entry = try Recordings.entry(response: #"{"status":200,"headers":\#(headers)}"#)
      #expect(entry.response.headers.map(\.value) == ["a=1", "b=2"])
    }
  }

  @Test("several fields in one value stay what they are when the recording is written and read again")
  func roundTrip() throws {
    let text = Recordings.text(response: Self.headers("Set-Cookie", Self.cookies))
    let har = try HAR(Data(text.utf8))
    #expect(try HAR(har.encoded()) == har)
  }

  @Test(
    "several fields in one value are each redacted, wherever the joined value is",
    arguments: ["recording", "exchange", "body"])
  func redacted(_ place: String) throws {
    let value = Self.cookies.replacing(#"\n"#, with: "\n")
    let text: String
    switch place {
    case "recording":
      let har = try HAR(Data(Recordings.text(response: Self.headers("Set-Cookie", Self.cookies)).utf8))
      text = String(decoding: Redaction.standard.redacted(har).encoded(), as: UTF8.self)
    case "exchange":
      let response = HTTPResponse(status: 200, headers: ["Set-Cookie": value])
      let exchange = RecordedExchange(
        request: .get("/"), response: response, started: Date(timeIntervalSince1970: 0))
      text = Redaction.standard.redacted(exchange).response.headers.map(\.value).joined()
    default:
      text = Redaction.standard.redacted(#"{"headers":{"set-cookie":"\#(Self.cookies)"}}"#)
    }
    #expect(!text.contains("AAAAoat"))
    #expect(!text.contains("BBBBoat"))
    #expect(!text.contains("CCCCoat"))
    #expect(text.contains("oatmeal="))
  }

  @Test("A cookie outside of a list, and a negative status, are read as some tools write them")
  func otherForms() throws {
    let request =
      #"{"method":"GET","url":"https://api.example.com/","cookies":{"name":"a","value":"1"},"queryString":{}}"#
    let entry = try Recordings.entry(request: request, response: #"{"status":-2}"#)
    #expect(entry.request.cookies.map(\.name) == ["a"])
    #expect(entry.request.queryString.isEmpty)
    #expect(entry.response.status == -2)
  }
}
