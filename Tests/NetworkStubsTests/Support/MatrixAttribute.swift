import Foundation
import NetworkStubs
import TestSupport
import Testing

/// A part of a request that a text pattern is held against: how to ask for it, and how to send it.
struct MatrixAttribute: Sendable, CustomTestStringConvertible {
  let name: String
  let matcher: @Sendable (TextPattern) -> RequestMatcher
  /// A request in which the attribute has a value, or, for nil, is not there.
  let request: @Sendable (String?) -> ReceivedRequest

  var testDescription: String { name }

  static let all: [Self] = [
    Self(name: "query", matcher: { .any.query("q", $0) }) { value in
      .test("GET", "https://api.example.com/?page=1" + (value.map { "&q=\($0)" } ?? ""))
    },
    Self(name: "secret-query", matcher: { .any.query("api_key", $0) }) { value in
      .test("GET", "https://api.example.com/?page=1" + (value.map { "&api_key=\($0)" } ?? ""))
    },
    Self(name: "header", matcher: { .any.header("X-Language", $0) }) { value in
      .test(headers: value.map { ["X-Language": $0] } ?? ["X-Languages": "all"])
    },
    Self(name: "secret-header", matcher: { .any.header("X-Api-Key", $0) }) { value in
      .test(headers: value.map { ["X-Api-Key": $0] } ?? [:])
    },
    Self(name: "authorization", matcher: { .any.header("Authorization", $0) }) { value in
      .test(headers: value.map { ["Authorization": $0] } ?? [:])
    },
    Self(name: "cookie", matcher: { .any.cookie("language", $0) }) { value in
      .test(headers: ["Cookie": "theme=dark" + (value.map { "; language=\($0)" } ?? "")])
    },
    Self(name: "form", matcher: { .any.form("language", $0) }) { value in
      .form("page=1" + (value.map { "&language=\($0)" } ?? ""))
    },
    Self(name: "json-path", matcher: { .any.body(at: "$.languages[0].name", text: $0) }) { value in
      .json(value.map { #"{"languages":[{"name":"\#($0)"}]}"# } ?? #"{"languages":[{"nmae":"C"}]}"#)
    },
    Self(name: "part-text", matcher: { .any.part("language", text: $0) }) { value in
      .multipart(name: value == nil ? "langauge" : "language", text: value ?? "C")
    },
    Self(name: "part-filename", matcher: { .any.part("source", filename: $0) }) { value in
      .multipart(name: "source", text: "1", fields: value.map { "; filename=\"\($0)\"" } ?? "")
    },
    Self(name: "part-content-type", matcher: { .any.part("source", contentType: $0) }) { value in
      .multipart(name: "source", text: "1", fields: value.map { "\r\nContent-Type: \($0)" } ?? "")
    },
    Self(name: "text-body", matcher: { .any.body(text: $0) }) { .test("POST", body: $0) },
    Self(name: "host", matcher: { .any.host($0) }) { .test("GET", $0.map { "https://\($0)/" } ?? "/path") },
  ]
}

extension ReceivedRequest {
  fileprivate static func multipart(name: String, text: String, fields: String = "") -> Self {
    let body = "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\(fields)\r\n\r\n\(text)\r\n--b--\r\n"
    return .test("POST", headers: ["Content-Type": "multipart/form-data; boundary=b"], body: body)
  }
}
