import TestSupport
import Foundation
import Testing

@testable import NetworkStubs

struct MultipartTests {
  private func request(_ body: String, type: String = "multipart/form-data; boundary=b") -> ReceivedRequest {
    .test("POST", headers: ["Content-Type": type], body: body)
  }

  private static let noBoundary = "the Content-Type has no boundary, so a server cannot find the parts"

  @Test(
    "parts are found whatever the spacing, the case and the boundary are like",
    arguments: [
      ("boundary=b", #"--b|Content-Disposition: form-data; name="a"||1|--b--|"#),
      ("BOUNDARY=\"b\"", "--b|content-disposition:FORM-DATA;NAME=a||1|--b--"),
      ("charset=utf-8; boundary = b", #"--b \#t|Content-Disposition : form-data ; name = "a"||1|--b--"#),
      ("boundary=b", #"preamble --b|--b|Content-Disposition: form-data; name="a"||1|--b--|--b|epilogue"#),
      ("boundary=b", #"--b|Content-Disposition: form-data;| name="a"||1|--b--|"#),
      (
        "boundary=\"b c:'()+_,-./=?\"",
        #"--b c:'()+_,-./=?|Content-Disposition: form-data; name=a||1|--b c:'()+_,-./=?--"#
      ),
      ("boundary=b", #"--b|Content-Type: text/plain|Content-Disposition: f; filename="x;name=y"; name="a"||1|--b--|"#),
    ], ["\r\n", "\n"])
  func leniency(sample: (parameters: String, body: String), lineBreak: String) {
    let body = sample.body.replacing("|", with: lineBreak)
    #expect(
      RequestMatcher.any.part("a", text: "1").takes(request(body, type: "Multipart/Form-Data;\(sample.parameters)")))
  }

  @Test("the finding about several parts with one name shows the part that is most as asked", arguments: [true, false])
  func nearest(isFirst: Bool) {
    let near = "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"near.png\"\r\n\r\n1\r\n"
    let far = "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"far.png\"\r\n\r\n2\r\n"
    let body = (isFirst ? near + far : far + near) + "--b--\r\n"
    let condition = PartCondition(name: "a", text: "1", filename: "wanted.png", contentType: nil)
    let findings = condition.findings(RequestReader(request(body)))
    #expect(findings.map(\.isMatch) == [true, false])
  }

  @Test("a line that only starts like a boundary is content")
  func likeBoundary() {
    let body = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n--bc\r\n x--b\r\n--b--\r\n"
    #expect(RequestMatcher.any.part("a", text: "--bc\r\n x--b").takes(request(body)))
  }

  @Test("a part may be empty, or have line breaks at its ends")
  func lineBreaks() {
    func body(_ content: String) -> String {
      "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\(content)\r\n--b--\r\n"
    }
    #expect(RequestMatcher.any.part("a", text: "").takes(request(body(""))))
    #expect(RequestMatcher.any.part("a", text: "\r\n1\r\n").takes(request(body("\r\n1\r\n"))))
    let bare = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n--b--\r\n"
    #expect(RequestMatcher.any.part("a", text: "").takes(request(bare)))
  }

  @Test(
    "a file name is unescaped as browsers and curl escape it",
    arguments: [
      (#"filename="a \"b\".png""#, #"a "b".png"#), (#"filename="a %22b%22.png""#, #"a "b".png"#),
      (#"filename="C:\dir\x.png""#, #"C:\dir\x.png"#), (#"filename="a%0D%0Ab""#, "a\r\nb"), ("filename=a.png", "a.png"),
      (#"filename*=UTF-8''caf%C3%A9.png"#, "café.png"),
      (#"filename="cafe.png"; filename*=utf-8'fr'caf%C3%A9.png"#, "café.png"),
      (#"filename="""#, ""),
    ])
  func filename(parameter: String, name: String) {
    let body = "--b\r\nContent-Disposition: form-data; name=\"a\"; \(parameter)\r\n\r\n1\r\n--b--\r\n"
    #expect(RequestMatcher.any.part("a", filename: .exactly(name)).takes(request(body)))
  }

  @Test("the part that suits is taken of several with one name")
  func repeatedName() {
    let parts = ["1", "2"].map { "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\($0)\r\n" }
    let body = parts.joined() + "--b--"
    #expect(RequestMatcher.any.part("a", text: "2").takes(request(body)))
    #expect(!RequestMatcher.any.part("a", text: "3").takes(request(body)))
    #expect(!RequestMatcher.any.part("a", text: .missing).takes(request(body)))
    #expect(RequestMatcher.any.part("b", text: .missing).takes(request(body)))
  }

  @Test(
    "a body that is not multipart does not match, and says why",
    arguments: [
      ("application/json", "{}", "got application/json"),
      ("multipart/form-data", "--b--", noBoundary),
      ("multipart/form-data; boundary=\"\"", "--b--", noBoundary),
      ("multipart/form-data; boundary=b", "", "the body is empty"),
      (
        "multipart/form-data; boundary=b", "--c\r\n\r\n1\r\n--c--",
        #"the body has no part that starts with the boundary "--b""#
      ),
      ("multipart/form-data; boundary=b", "--b--", #"the body has no part that starts with the boundary "--b""#),
      (
        "multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1",
        #"the body ends before the closing boundary "--b--""#
      ),
    ])
  func noMultipart(type: String, body: String, reason: String) {
    let matcher = RequestMatcher.any.part("a", text: "1")
    #expect(!matcher.takes(request(body, type: type)))
    let line = type == "application/json" ? "✗ part a: expected multipart/form-data, \(reason)" : "✗ parts: \(reason)"
    #expect(matcher.conditionLines(request(body, type: type)) == [line])
  }
}
