import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import Testing

@Suite("A secret with a name")
struct NamedSecretTests {
  private static let secret = "hunter2hunter2"
  private static let grant = "grant_type=authorization_code&client_id=app"

  @Test(
    "a secret with a name is found in every syntax, and goes alone",
    arguments: [
      "<Password>SECRET</Password>", "<wsse:Password Type=\"text\">SECRET</wsse:Password>",
      "<soap:Body><api:token>\n  SECRET\n</api:token></soap:Body>", "<password><![CDATA[SECRET]]></password>",
      "<user name=\"ada\" password=\"SECRET\"/>", "<add key=\"ApiPassword\" value=\"SECRET\"/>",
      "<dict><key>password</key><string>SECRET</string><key>title</key><string>Tea</string></dict>",
      "<dict>\n\t<key>apiToken</key>\n\t<string>SECRET</string>\n</dict>",
      "title = \"Tea\"\npassword = \"SECRET\"\nport = 8080\n",
      "[server]\npassword = SECRET ; the old one\nport = 8080\n",
      "api_key = 'SECRET'", "let password = \"SECRET\"", "export API_TOKEN=SECRET\n",
      "data: {\"password\":\ndata: \"SECRET\"}\n\n",
      "event: login\ndata: {\"title\":\"Tea\",\ndata: \"token\":\"SECRET\"}\n\n",
      "['password' => 'SECRET', 'title' => 'Tea']", "{\"password\" => \"SECRET\"}", ":password => \"SECRET\"",
      "[[\"Host\",\"a.example.com\"],[\"Authorization\",\"SECRET\"]]",
      "{\"headers\":[[\"X-Api-Key\",\"SECRET\"],[\"Accept\",\"a/b\"]]}",
      "mutation { login(email: \"ada@example.com\", password: \"SECRET\") { id } }",
      "{\"query\":\"mutation { login(password: \\\"SECRET\\\") { id } }\",\"variables\":null}",
      "https://a.example.com/?next=https%3A%2F%2Fb.example.com%2F%3Ftoken%3DSECRET%26page%3D2",
      "https://a.example.com/?next=https%253A%252F%252Fb.example.com%252F%253Ftoken%253DSECRET",
      "postgres://ada:SECRET@db.example.com:5432/shop", "redis://:SECRET@cache.example.com/0",
      "amqps://ada:SECRET@mq.example.com",
      "{\"title\":\"Tea\",\"password\":\"SECRET\",}", "[{\"password\":\"SECRET\",\"list\":[1,2",
      "{\"smsCode\":\"SECRET\",\"x\":1}", "{\"mfa_code\":\"SECRET\"}", "one_time_code=SECRET&page=2",
      "grant_type=authorization_code&code=SECRET&client_id=app",
      "{\"grant_type\":\"authorization_code\",\"code\":\"SECRET\"}",
      "X-Hub-Signature-256: sha256=SECRET\r\n", "X-Signature-Ed25519: SECRET\r\n",
    ])
  func syntax(_ text: String) {
    let plain = text.replacingOccurrences(of: "SECRET", with: Self.secret)
    let redacted = Redaction.standard.redacted(plain)
    #expect(!redacted.contains(Self.secret), "\(redacted)")
    let pieces = text.components(separatedBy: "SECRET")
    #expect(redacted.hasPrefix(pieces[0].replacingOccurrences(of: "sha256=", with: "")), "\(redacted)")
    #expect(redacted.hasSuffix(pieces[1]), "\(redacted)")
    #expect(Redaction.standard.redacted(redacted) == redacted)
  }

  @Test(
    "a secret with a name is replaced whole in a connection string",
    arguments: [
      "Server=db;User ID=sa;Password=Xk9?vQ2mLw7z;", "Server=db;User ID=sa;Password=Xk9?vQ2mLw7z",
      "jdbc:sqlserver://db.example.com:1433;user=sa;password=kT9x/Q2vLm8Zr4w",
      "https://db.example.com;password=kT9x/Q2vLm8Zr4w",
    ])
  func connection(_ text: String) {
    let redacted = Redaction.standard.redacted(text)
    #expect(!redacted.contains("vQ2") && !redacted.contains("Q2v"), "\(redacted)")
  }

  @Test("a secret with a name is found in XML with entities, and in UTF-16")
  func xml() {
    let text = "<login><password>a&amp;b&lt;c-4711</password><title>a</title></login>"
    #expect(
      Redaction.standard.redacted(text) == "<login><password>REDACTED-password-1</password><title>a</title></login>")
    let body = text.data(using: .utf16) ?? Data()
    let redacted = Redaction.standard.redacted(
      HTTPMessage.response(200, headers: ["Content-Type": "text/xml"], body: body))
    #expect(String(data: redacted.body, encoding: .utf16)?.contains("4711") == false)
  }

  @Test("a secret with a name is found in JSON in JSON at any depth", arguments: 1..<10)
  func nested(_ depth: Int) {
    var text = #"{"password":"\#(Self.secret)"}"#
    for _ in 0..<depth { text = JSONValue.object(["note": .string(text)]).description }
    let redacted = Redaction.standard.redacted(text)
    #expect(!redacted.contains(Self.secret))
    #expect((try? JSONValue(parsing: Data(redacted.utf8))) != nil)
  }

  @Test(
    "a secret with a name is found in base64 of compressed JSON, by whichever program",
    arguments: [
      "H4sIAAAAAAAC/6tWKkgsLi7PL0pRslLKKM0rSS0yglJKOkp5+SWpQHGnIqAahZLUnNTi5PyCVB2FJAICSrUAzlxZdFgAAAA=",
      "eJyrVipILC4uzy9KUbJSyijNK0ktMoJSSjpKefklqUBxpyKgGoWS1JzU4uT8glQdhSQCAkq1AHrZH9c=",
    ])
  func compressed(_ text: String) throws {
    let redacted = Redaction.standard.redacted(#"{"state":"\#(text)"}"#)
    let json = try #require(JSONSerialization.jsonObject(with: Data(redacted.utf8)) as? [String: String])
    #expect(json["state"].flatMap { Data(base64Encoded: $0) } == Data("REDACTED-compressed-body-1".utf8))
  }

  @Test(
    "a secret in a form with files has its name in quotation marks or not",
    arguments: ["name=password", "name=\"password\"", "name=\"user[password]\""])
  func multipart(_ name: String) {
    let body =
      "--b\r\nContent-Disposition: form-data; \(name)\r\n\r\n\(Self.secret)\r\n--b\r\nContent-Disposition: form-data; name=title\r\n\r\nTea\r\n--b--\r\n"
    let message = HTTPMessage.response(
      200, headers: ["Content-Type": "multipart/form-data; boundary=b"], body: Data(body.utf8))
    let redacted = String(decoding: Redaction.standard.redacted(message).body, as: UTF8.self)
    #expect(!redacted.contains(Self.secret) && redacted.contains("\r\n\r\nTea\r\n"))
  }

  @Test(
    "a text that only stands near a secret's name is no secret",
    arguments: [
      "run with --password x",
      "<title>Password</title><p>The password: it is required.</p><label for=\"password\">Password</label>",
      "<password/><token></token>",
      "<Key>photos/2025/tea.jpg</Key><ETag>5c1e0f</ETag><Code>AccessDenied</Code>",
      "let token = nextToken()\nif token == nil { return }",
      "{\"required\":[\"password\",\"email\"],\"fields\":[[\"id\",\"title\"]]}", "a >= b, and token <= other; x => y",
      "run with --verbose --output file.txt -- and more", "max_tokens = 4096\n", "[note] the password: see below",
      "error_code=AccessDenied&grant=none", "{\"code\":\"DE\",\"country\":\"Germany\"}",
      "<dict><key>title</key><string>Brass telescope</string></dict>",
    ])
  func innocent(_ text: String) {
    #expect(Redaction.standard.redacted(text) == text)
  }
}
