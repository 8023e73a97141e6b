import Foundation
import NetworkHAR
import NetworkStubs
import TestSupport
import Testing

@testable import network_fixtures

@Suite("convert")
struct ConvertCommandTests {
  @Test("convert turns a recording into messages, and messages into a recording")
  func roundTrip() throws {
    let sandbox = try Sandbox(["a.har": recording(cookie: "theme=1", answer: "{\\\"a\\\": 1}")])
    #expect(sandbox.run("convert", "a.har", "out/", "--raw") == .success)
    #expect(sandbox.errors == "Wrote 2 files: out/\n")
    #expect(
      sandbox.text("out/001-get-items.request.http")?.hasPrefix("GET /items HTTP/1.1\nHost: api.example.com\n") == true)
    #expect(
      sandbox.run(
        "convert", "out/001-get-items.request.http", "out/001-get-items.response.http", "b.har", "--raw", "--date",
        "2026-01-02T03:04:05Z") == .success)
    #expect(HARSchema.problems(in: Data(sandbox.text("b.har")?.utf8 ?? "".utf8)) == [])
    let (first, second) = (try har("a.har", in: sandbox), try har("b.har", in: sandbox))
    #expect(second.request.url == first.request.url)
    #expect(second.request.headers == first.request.headers)
    #expect(second.response.content.text == first.response.content.text)
    #expect(second.startedDateTime == first.startedDateTime)
  }

  private func har(_ name: String, in sandbox: Sandbox) throws -> HAR.Entry {
    let text = try #require(sandbox.text(name))
    return try #require(HAR(Data(text.utf8)).log.entries.first)
  }

  @Test(
    "convert reads what curl printed, past redirects",
    arguments: [
      "HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\nHTTP/2 200 \r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{\"a\": 1}",
      "HTTP/1.1 100 Continue\n\nHTTP/1.1 200 OK\nTransfer-Encoding: chunked\nContent-Type: application/json\n\n{\"a\": 1}",
      "HTTP/3 200\r\ncontent-type: application/json\r\n\r\n{\"a\": 1}",
    ])
  func curl(_ text: String) throws {
    let sandbox = try Sandbox(["curl.txt": text])
    #expect(sandbox.run("convert", "curl.txt", "a.http") == .success)
    let message = try HTTPMessage(Data(try #require(sandbox.text("a.http")).utf8))
    #expect(
      message.startLine == .response(status: 200, reason: "OK")
        || message.startLine == .response(status: 200, reason: ""))
    #expect(message.body == Data("{\"a\": 1}".utf8))
    #expect(
      sandbox.run("convert", "curl.txt", "a.har", "--url", "https://api.example.com/b", "--method", "POST") == .success)
    let entry = try har("a.har", in: sandbox)
    #expect(entry.request.method == "POST" && entry.response.status == 200)
  }

  @Test("convert converts every entry that it can, and names the others")
  func partly() throws {
    let one = recording(answer: "ok")
    let bad = recording(url: "https://api.example.com/b.png", answer: "TAKEN OUT")
      .replacingOccurrences(of: #""text": "TAKEN OUT""#, with: #""text": "TAKEN OUT", "encoding": "base64""#)
    let both = one.replacingOccurrences(
      of: "}]}}", with: "},\(bad.components(separatedBy: "\"entries\": [")[1].dropLast(3))]}}")
    let sandbox = try Sandbox(["both.har": both])
    #expect(sandbox.run("convert", "both.har", "out/") == .failure)
    #expect(sandbox.text("out/001-get-items.response.http")?.hasSuffix("\nok") == true)
    #expect(sandbox.text("out/002-get-b-png.response.http") == nil)
    #expect(
      sandbox.errors.contains(
        "both.har, entry 2, GET https://api.example.com/b.png: An entry cannot be used: the body is not base64."),
      "\(sandbox.errors)")
    #expect(sandbox.run("convert", "both.har", "a.http", "--entry", "1") == .success)
    #expect(sandbox.run("convert", "both.har", "a.http", "--entry", "2") == .failure)
    #expect(sandbox.errors.contains("both.har, entry 2, GET https://api.example.com/b.png: An entry cannot be used"))
  }

  @Test("convert writes only the request of an exchange to which no answer came")
  func unanswered() throws {
    let none = recording(answer: "ok").replacingOccurrences(of: #""status": 200"#, with: #""status": 0"#)
    let sandbox = try Sandbox(["a.har": none])
    #expect(sandbox.run("convert", "a.har", "out/") == .success)
    #expect(sandbox.text("out/001-get-items.request.http") != nil)
    #expect(sandbox.text("out/001-get-items.response.http") == nil)
    #expect(
      sandbox.errors.contains(
        "warning: a.har, entry 1, GET https://api.example.com/items: No answer came, so only its request was written."
      ),
      "\(sandbox.errors)")
    #expect(sandbox.run("convert", "a.har", "a.http") == .failure)
    #expect(sandbox.text("a.http") == nil)
    #expect(
      sandbox.errors.contains(
        "entry 1, GET https://api.example.com/items: No answer came, so there is no message to write."))
  }

  @Test(
    "convert says what a file is that is no recording",
    arguments: [
      ("---\nhttp_interactions:\n- request: {}\n", "a VCR cassette"),
      ("interactions:\n- request: {}\nversion: 1\n", "a VCR cassette"),
      (#"{"http_interactions": [], "recorded_with": "VCR 6"}"#, "a VCR cassette"),
      (#"{"id": "a", "name": "b", "order": ["c"], "folders": [], "requests": [{}]}"#, "a Postman 1 collection"),
      (
        #"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}}"#,
        "a Postman collection"
      ),
      (
        "- request:\n    method: GET\n    uri: https://api.example.com/items\n  response:\n    body: {string: '{}'}\n",
        "a VCR cassette"
      ),
      ("--- \n- !ruby/struct:VCR::HTTPInteraction\n  request: !ruby/struct:VCR::Request\n", "a VCR cassette"),
      (
        #"{"request": {"method": "GET", "urlPath": "/items"}, "response": {"jsonBody": {"a": 1}}}"#,
        "a WireMock mapping"
      ),
      (#"{"mappings": [{"request": {"urlPattern": "/a.*"}, "response": {"status": 200}}]}"#, "a WireMock mapping"),
      (#"{"openapi": "3.1.0", "info": {}, "paths": {}}"#, "an OpenAPI document"),
      ("swagger: '2.0'\n", "an OpenAPI document"),
      ("openapi: 3.0.3\ninfo:\n  title: a\n", "an OpenAPI document"),
      (#"onInputData({"log": {"entries": []}});"#, "JSONP"), ("<html></html>", "XML or HTML"),
      ("PK\u{3}\u{4}abc", "a ZIP archive"), (#"{"_type": "export", "resources": []}"#, "an Insomnia export"),
    ])
  func otherFormats(_ text: String, _ name: String) throws {
    let sandbox = try Sandbox(["a.har": text, "a.yml": text])
    for file in ["a.har", "a.yml"] {
      #expect(sandbox.run("convert", file, "out/") == .failure)
      #expect(sandbox.errors.contains("it is not an HTTP Archive"), "\(sandbox.errors)")
      #expect(sandbox.errors.contains(name), "\(sandbox.errors)")
    }
  }

  @Test("convert makes a folder of a recording that another tool named")
  func otherName() throws {
    let sandbox = try Sandbox(["a.json": recording(answer: "ok")])
    #expect(sandbox.run("convert", "a.json", "out/") == .success)
    #expect(sandbox.text("out/001-get-items.response.http")?.hasSuffix("\nok") == true)
  }

  @Test("convert takes secrets out, unless it is told not to")
  func secrets() throws {
    let sandbox = try Sandbox(["a.har": recording(cookie: "session=k3jh45kjh34kj5h3kj45h")])
    #expect(sandbox.run("convert", "a.har", "out/") == .success)
    #expect(sandbox.text("out/001-get-items.request.http")?.contains("REDACTED-session-1") == true)
    #expect(sandbox.run("convert", "a.har", "out/", "--raw") == .success)
    #expect(sandbox.text("out/001-get-items.request.http")?.contains("k3jh45") == true)
  }

  @Test(
    "convert says what is missing",
    arguments: [
      ["two.har", "a.http"], ["a.txt", "a.har"], ["no.txt", "a.http"], ["q.http", "a.har"], ["two.har", "a.txt"],
    ])
  func missing(_ arguments: [String]) throws {
    let one = recording()
    let two = one.replacingOccurrences(
      of: "}]}}", with: "},\(one.components(separatedBy: "\"entries\": [")[1].dropLast(3))]}}")
    let sandbox = try Sandbox([
      "two.har": two, "a.txt": "HTTP/1.1 200 OK\n\n", "no.txt": "curl: (6) Could not resolve host",
      "q.http": "GET / HTTP/1.1\nHost: a\n\n",
    ])
    #expect(sandbox.run(["convert"] + arguments) == .failure)
    try expectGolden(sandbox.errors, golden(ofErrorFor: ["convert"] + arguments))
  }

  @Test("convert decompresses what curl did not, and says so of what it cannot", arguments: ["gzip", "deflate"])
  func compressed(_ coding: String) throws {
    let sandbox = try Sandbox()
    let body = Array(#"{"title": "Tea"}"#.utf8)
    let compression = coding == "gzip" ? Compression.gzip : .zlib
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Type: application/json\r\n\r\n"
    let place = sandbox.folder.appendingPathComponent("a.txt")
    try (Data(head.utf8) + Data(compression.compressed(body))).write(to: place)
    #expect(sandbox.run("convert", "a.txt", "a.http") == .success)
    #expect(sandbox.text("a.http")?.hasSuffix("\n\n{\"title\": \"Tea\"}") == true, "\(sandbox.text("a.http") ?? "")")
    #expect(sandbox.text("a.http")?.lowercased().contains("encoding") == false)
    // Decompressed by curl already.
    try (Data(head.utf8) + Data(body)).write(to: place)
    #expect(sandbox.run("convert", "a.txt", "b.http") == .success)
    #expect(sandbox.text("b.http") == sandbox.text("a.http"))
    try (Data(head.utf8) + Data([0x1F, 0x8B, 0x08, 0xFF, 0xFE])).write(to: place)
    #expect(sandbox.run("convert", "a.txt", "c.http") == .failure)
    #expect(sandbox.errors.contains("Run curl with --compressed"))
    #expect(sandbox.text("c.http") == nil)
  }
}
