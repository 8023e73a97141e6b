import Foundation
import NetworkEndpoints
import NetworkHAR

/// A place of a recording where a name and a value can stand.
///
/// A new place goes into ``all``: the redaction is then tested with each kind of secret in it, in each encoding.
struct SecretPlace: Sendable, CustomStringConvertible {
  enum Part: Sendable {
    case target
    case sent(String), received(String)
    case sentBody(String), receivedBody(String)
    /// A member of the entry, the request or the response, as JSON.
    case entry(String), request(String), response(String)
  }

  /// A spelling of a value that the reader of the place undoes.
  enum Encoding: String, CaseIterable, Sendable {
    case plain, percent, escapes, entities

    func encode(_ text: String) -> String {
      func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
      return switch self {
      case .plain: text
      case .percent: text.utf8.map { "%" + hexadecimal($0) }.joined()
      case .escapes: text.utf8.map { "\\u00" + hexadecimal($0) }.joined()
      case .entities: text.utf8.map { "&#x" + hexadecimal($0) + ";" }.joined()
      }
    }
  }

  let part: Part
  /// The text there, with `NAME` and `VALUE`.
  let text: String
  /// Whether any value there may be a secret, whatever its name is.
  var isOfSecrets: Bool {
    let text = "\(part) \(text)".lowercased()
    return ["cookie", "authorization"].contains(where: text.contains)
  }
  var description: String { "\(part) \(text)" }

  init(_ part: Part, _ text: String) {
    self.part = part
    self.text = text
  }

  var encodings: [Encoding] {
    switch part {
    case .target: return [.plain, .percent]
    case .sentBody(let type), .receivedBody(let type):
      if type.contains("json") { return [.plain, .escapes] }
      if type.contains("xml") || type.contains("html") { return [.plain, .entities] }
      return type.contains("form-url") ? [.plain, .percent] : [.plain]
    default: return [.plain]
    }
  }

  /// Returns a recording with a value at the place.
  func recording(of value: String, named name: String) throws -> HAR {
    func fill(_ text: String) -> String { text.replacing("NAME", with: name).replacing("VALUE", with: value) }
    func field(_ name: String) -> JSONValue { ["name": .string(fill(name)), "value": .string(fill(text))] }
    func content(_ type: String) -> JSONValue { ["mimeType": .string(type), "text": .string(fill(text))] }
    var request: [String: JSONValue] = ["method": "POST", "url": "https://api.example.com/a"]
    var response: [String: JSONValue] = ["status": 200]
    var entry: [String: JSONValue] = [:]
    switch part {
    case .target: request["url"] = .string("https://api.example.com" + fill(text))
    case .sent(let name): request["headers"] = [field(name)]
    case .received(let name): response["headers"] = [field(name)]
    case .sentBody(let type): request["postData"] = content(type)
    case .receivedBody(let type): response["content"] = content(type)
    case .entry(let key): entry[key] = try JSONValue(parsing: Data(fill(text).utf8))
    case .request(let key): request[key] = try JSONValue(parsing: Data(fill(text).utf8))
    case .response(let key): response[key] = try JSONValue(parsing: Data(fill(text).utf8))
    }
    entry["request"] = .object(JSONObject(request))
    entry["response"] = .object(JSONObject(response))
    let har: JSONValue = ["log": ["entries": [.object(JSONObject(entry))]]]
    return try HAR(Data(har.description.utf8))
  }
}

extension SecretPlace {
  static let all = targets + fields + addresses + bodies + members

  /// Parameters of a path, items of a query, fragments, and addresses in them.
  private static let targets =
    [
      "/a;NAME=VALUE", "/a;NAME=VALUE/b", "/a;NAME=VALUE?x=1", "/a;v=1;NAME=VALUE/b;w=2", "/NAME=VALUE/b",
      "/a%3BNAME=VALUE", "/a%3Bv=1%3BNAME%3DVALUE/b", "/a?NAME=VALUE", "/a?x=1&NAME=VALUE&y=2", "/a?x=1;NAME=VALUE;y=2",
      "/a?x[NAME]=VALUE", "/a?x%5BNAME%5D=VALUE", "/a?x.NAME=VALUE", "/a#NAME=VALUE", "/a#/b?x=1&NAME=VALUE",
      "/a#!x;NAME=VALUE", "/a?next=https%3A%2F%2Fb.example%2Fc%3FNAME%3DVALUE", "/a?next=/c;NAME=VALUE",
      "/a?next=%2Fc%3BNAME%3DVALUE", "/a?x=%7B%22NAME%22%3A%22VALUE%22%7D", "/a;x=1,NAME=VALUE",
    ].map { Self(.target, $0) }

  private static let fields =
    [
      ("Cookie", "a=1; NAME=VALUE"), ("Cookie2", "NAME=\"VALUE\""), ("X-Info", "a; NAME=VALUE"),
      ("X-Info", "a; NAME=\"VALUE\"; b=1"), ("X-Info", "a, NAME=VALUE"), ("NAME", "VALUE"), ("X-NAME", "VALUE"),
      ("Authorization", "Digest realm=\"a\", NAME=\"VALUE\""), ("Forwarded", "for=192.0.2.1;NAME=VALUE"),
      ("Content-Disposition", "form-data; name=\"a\"; NAME=VALUE"), ("Prefer", "wait=5; NAME=VALUE"),
      ("X-Json", "{\"NAME\": \"VALUE\"}"), ("Referer", "https://b.example/c;NAME=VALUE"),
      ("Origin", "https://b.example/?NAME=VALUE"), ("Destination", "https://b.example/c;NAME=VALUE"),
    ].map { Self(.sent($0), $1) }
    + [
      ("Set-Cookie", "a=1; Path=/; NAME=VALUE"), ("Set-Cookie", "NAME=VALUE; Path=/"),
      ("Set-Cookie2", "NAME=\"VALUE\"; Version=\"1\""), ("Set-Cookie2", "a=\"1\"; Version=\"1\", NAME=\"VALUE\""),
      ("X-Info", "a; NAME=VALUE"), ("NAME", "VALUE"), ("WWW-Authenticate", "Bearer realm=\"a\", NAME=\"VALUE\""),
      ("Content-Type", "text/plain; NAME=VALUE"), ("Alt-Svc", "h3=\":443\"; NAME=VALUE"),
      ("Set-Cookie", "a=1; Path=/c;NAME=VALUE"),
    ].map { Self(.received($0), $1) }

  private static let addresses = [
    "https://b.example/c?NAME=VALUE", "https://b.example/c;NAME=VALUE?x=1", "/c#NAME=VALUE",
  ]
  .flatMap { address in
    ["Location", "Content-Location", "SourceMap", "X-Next"].map { Self(.received($0), address) } + [
      Self(.received("Link"), "<https://b.example/>; rel=\"prev\", <\(address)>; rel=\"next\""),
      Self(.received("Refresh"), "5; url=\(address)"),
      Self(.response("redirectURL"), "\"\(address)\""),
      Self(.receivedBody("text/html"), "<meta http-equiv=\"refresh\" content=\"5; url=\(address)\">"),
      Self(.receivedBody("text/html"), "<a href=\"\(address)\">more</a>"),
      Self(.receivedBody("application/json"), "{\"next\": \"\(address)\"}"),
      Self(.receivedBody("text/plain"), "Go to \(address) now."),
    ]
  }

  private static let bodies =
    [
      ("application/x-www-form-urlencoded", "a=1&NAME=VALUE&b=2"),
      ("application/x-www-form-urlencoded", "a[NAME]=VALUE"),
      (
        "multipart/form-data; boundary=b",
        "--b\r\nContent-Disposition: form-data; name=\"NAME\"\r\n\r\nVALUE\r\n--b--\r\n"
      ),
      (
        "multipart/form-data; boundary=b",
        "--b\r\nContent-Disposition: form-data; name=\"a\"; NAME=\"VALUE\"\r\n\r\nc\r\n--b--\r\n"
      ),
      ("multipart/mixed; boundary=b", "--b\r\nNAME: VALUE\r\n\r\nc\r\n--b--\r\n"),
      (
        "multipart/mixed; boundary=b", "--b\r\nContent-Type: application/json\r\n\r\n{\"NAME\": \"VALUE\"}\r\n--b--\r\n"
      ),
      ("application/json", "{\"a\": {\"NAME\": \"VALUE\"}}"),
      ("application/json", "[{\"name\": \"NAME\", \"value\": \"VALUE\"}]"),
      ("application/json", "[[\"NAME\", \"VALUE\"]]"),
      ("application/json", "{\"a\": \"{\\\"NAME\\\": \\\"VALUE\\\"}\"}"),
      ("application/json", "{\"query\": \"query A($a: String) { b }\", \"variables\": {\"NAME\": \"VALUE\"}}"),
      ("application/json", "{\"query\": \"mutation { a(NAME: \\\"VALUE\\\") { b } }\"}"),
      ("application/graphql", "mutation { a(NAME: \"VALUE\") { b } }"),
      ("application/xml", "<a><NAME>VALUE</NAME></a>"),
      ("application/xml", "<a NAME=\"VALUE\"/>"), ("application/xml", "<a><b name=\"NAME\" value=\"VALUE\"/></a>"),
      ("application/xml", "<a><NAME><![CDATA[VALUE]]></NAME></a>"), ("text/plain", "NAME=VALUE"),
      ("application/yaml", "a: 1\nNAME: VALUE\n"),
      ("text/plain", "see data:text/plain,NAME=VALUE"),
    ].map { Self(.sentBody($0), $1) }
    + [
      ("application/json", "{\"a\": {\"NAME\": \"VALUE\"}}"), ("application/xml", "<a><NAME>VALUE</NAME></a>"),
      ("application/xml", "<a NAME=\"VALUE\"/>"),
      ("text/html", "<input type=\"hidden\" name=\"NAME\" value=\"VALUE\">"),
      ("application/xml", "<NAME type=\"a\">VALUE</NAME>"), ("application/xml", "<a b:NAME=\"VALUE\"/>"),
      ("text/plain", "[NAME] => VALUE"), ("text/plain", "export NAME=VALUE"), ("text/plain", "x --data 'NAME=VALUE'"),
      ("text/event-stream", "event: a\nid: 1\nNAME: VALUE\n\n"),
      ("text/plain", "see data:application/json,%7B%22NAME%22%3A%22VALUE%22%7D"),
      ("text/html", "<div data-NAME=\"VALUE\"></div>"), ("text/event-stream", "data: {\"NAME\": \"VALUE\"}\n\n"),
      ("text/event-stream", "event: a\ndata: NAME=VALUE\n\n"),
      ("text/event-stream", "data: {\"a\":\ndata: 1, \"NAME\": \"VALUE\"}\n\n"),
      ("application/x-ndjson", "{\"a\": 1}\n{\"NAME\": \"VALUE\"}\n"),
      ("application/x-www-form-urlencoded", "a=1&NAME=VALUE"),
      ("multipart/mixed; boundary=b", "--b\r\nSet-Cookie: NAME=VALUE\r\n\r\nc\r\n--b--\r\n"),
    ].map { Self(.receivedBody($0), $1) }

  /// Fields that only some tools write, and those of HAR that repeat others.
  private static let members = [
    Self(.request("cookies"), "[{\"name\": \"NAME\", \"value\": \"VALUE\"}]"),
    Self(.request("queryString"), "[{\"name\": \"NAME\", \"value\": \"VALUE\"}]"),
    Self(.request("postData"), "{\"mimeType\": \"\", \"params\": [{\"name\": \"NAME\", \"value\": \"VALUE\"}]}"),
    Self(.response("cookies"), "[{\"name\": \"NAME\", \"value\": \"VALUE\"}]"),
    Self(.response("_trailers"), "[{\"name\": \"NAME\", \"value\": \"VALUE\"}]"),
    Self(.response("_trailers"), "{\"NAME\": \"VALUE\"}"), Self(.response("trailers"), "[[\"NAME\", \"VALUE\"]]"),
    Self(.entry("comment"), "\"GET /a;NAME=VALUE\""),
    Self(.entry("_initiator"), "{\"url\": \"https://b.example/a;NAME=VALUE\"}"),
    Self(.entry("_webSocketMessages"), "[{\"type\": \"send\", \"data\": \"{\\\"NAME\\\": \\\"VALUE\\\"}\"}]"),
    Self(.entry("_responseURL"), "\"https://b.example/a;NAME=VALUE\""),
  ]
}
