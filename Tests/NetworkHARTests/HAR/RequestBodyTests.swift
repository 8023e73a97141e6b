import NetworkEndpoints
import NetworkHAR
import TestSupport
import Testing

@testable import NetworkStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("The body of a recorded request")
struct RequestBodyTests {
  private static let parts =
    #""params":[{"name":"city","value":"Ulm"},{"name":"plan","fileName":"p.txt","contentType":"text/plain","value":"x"}]"#

  private func request(_ fields: String, headers: String = "[]") throws -> HAR.Request {
    try Recordings.entry(
      request: #"{"method":"POST","url":"https://api.example.com/","headers":\#(headers),\#(fields)}"#
    ).request
  }

  @Test(
    "the body of a recorded request has the parts that a tool writes as fields, between the boundary of the request",
    arguments: [
      (#""mimeType":"multipart/form-data; boundary=b7""#, "[]"),
      (#""mimeType":"multipart/form-data""#, #"[{"name":"content-type","value":"multipart/form-data; boundary=b7"}]"#),
      (#""mimeType":"multipart/form-data""#, "[]"),
    ])
  func parts(_ type: String, _ headers: String) throws {
    let request = try request(#""postData":{\#(type),\#(Self.parts)}"#, headers: headers).urlRequest()
    let contentType = request.value(forHTTPHeaderField: "Content-Type")
    let body = MultipartBody(contentType: contentType, data: request.httpBody ?? Data())
    #expect(body.problem == nil)
    #expect(body.parts.map(\.name) == ["city", "plan"])
    #expect(body.parts.map { String(decoding: $0.data, as: UTF8.self) } == ["Ulm", "x"])
    #expect(body.parts.last?.filename == "p.txt")
    #expect(body.parts.last?.headers["Content-Type"] == "text/plain")
  }

  @Test("the body of a recorded request has the fields of a form under any media type")
  func form() throws {
    for type in [#""mimeType":"application/x-www-form-urlencoded","#, ""] {
      let request = try request(#""postData":{\#(type)"params":[{"name":"a","value":"1 2"},{"name":"b"}]}"#)
      #expect(try request.body() == Data("a=1+2&b=".utf8))
    }
  }

  @Test("the body of a recorded request is redacted in its fields")
  func redacted() throws {
    let text = Recordings.text(
      request:
        #"{"method":"POST","url":"https://api.example.com/","postData":{"mimeType":"multipart/form-data; boundary=b","params":[{"name":"password","value":"hunter2x"}]}}"#
    )
    let har = Redaction.standard.redacted(try HAR(Data(text.utf8)))
    let body = try har.log.entries[0].request.body()
    #expect(String(decoding: body, as: UTF8.self).contains("\r\n\r\nREDACTED-password-1\r\n"))
  }

  @Test(
    "the body of a recorded request is there, is not there, or was not kept",
    arguments: [
      ("POST", #""bodySize":0"#, false), ("POST", #""bodySize":-1"#, true), ("POST", #""bodySize":12"#, true),
      ("GET", #""bodySize":-1"#, false), ("GET", #""bodySize":12"#, true),
      ("POST", #""bodySize":12,"postData":{"mimeType":"text/plain","text":""}"#, true),
      ("POST", #""bodySize":-1,"postData":{"mimeType":"text/plain","text":""}"#, false),
      ("POST", #""bodySize":-1,"postData":{"mimeType":"text/plain"}"#, true),
      ("POST", #""bodySize":12,"postData":{"mimeType":"text/plain","text":"a"}"#, false),
      ("POST", #""bodySize":-1,"postData":{"mimeType":"","params":[{"name":"a"}]}"#, false),
      ("POST", #""bodySize":-1,"postData":{"mimeType":"","text":"","_file":"a.bin"}"#, false),
    ])
  func unrecorded(_ method: String, _ fields: String, _ isUnrecorded: Bool) throws {
    let request = try Recordings.entry(
      request: #"{"method":"\#(method)","url":"https://api.example.com/",\#(fields)}"#
    ).request
    #expect(request.isBodyUnrecorded == isUnrecorded)
  }
}
