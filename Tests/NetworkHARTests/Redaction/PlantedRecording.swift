import Foundation
import NetworkEndpoints
import NetworkHAR
import NetworkStubs
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension PlantedSecret {
  private func percent(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
  }

  private func json(_ value: JSONValue) -> Data { Data(value.description.utf8) }

  /// An exchange in which the secret is known for one.
  func homeExchange() -> RecordedExchange {
    var request = URLRequest(url: URL(fileURLWithPath: "/"))
    request.url = URL(string: "https://api.example.com/login?page=1")
    request.httpMethod = "POST"
    switch home {
    case .header(let name, let scheme): request.setValue(scheme + value, forHTTPHeaderField: name)
    case .cookie(let name): request.setValue("theme=dark; \(name)=\(value)", forHTTPHeaderField: "Cookie")
    case .query(let name):
      // Values of queries are encoded where they need to be.
      let encoded = value.contains("%") ? value : percent(value)
      request.url = URL(string: "https://api.example.com/login?page=1&\(name)=\(encoded)&x=y")
    case .form(let name):
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data("user=ada&\(percent(name))=\(percent(value))&x=y".utf8)
    case .json(let name):
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = json([
        "user": ["name": "ada", "roles": ["buyer"]], "login": [.init(dictionaryLiteral: (name, .string(value)))],
      ])
    case .multipart(let name):
      request.setValue("multipart/form-data; boundary=part", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(
        ("--part\r\nContent-Disposition: form-data; name=\"user\"\r\n\r\nada\r\n"
          + "--part\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n--part--\r\n").utf8)
    case .basic:
      request.setValue(
        "Basic " + Data("ada:\(value)".utf8).base64EncodedString(), forHTTPHeaderField: "Authorization")
    case .userInformation:
      request.url = URL(string: "https://ada:\(percent(value))@api.example.com/login")
    case .shape: request.httpBody = Data("The key is \(value) today.".utf8)
    }
    let response = HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json"], body: json(["ok": true]), url: request.url)
    return RecordedExchange(request: request, response: response, started: Date(timeIntervalSince1970: 1_749_663_728))
  }

  /// The forms of this run: all of them with `NETWORK_TESTING_FULL=1`, else every eighth, others for each secret.
  private var forms: [(name: String, text: String)] {
    Effort.every(8, of: allForms, from: Self.all.firstIndex { $0.kind == kind } ?? 0)
  }

  /// The secret as it may appear, under names that say nothing.
  var allForms: [(name: String, text: String)] {
    let encoded = Data(value.utf8).base64EncodedString()
    let urlSafe = encoded.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .replacingOccurrences(of: "=", with: "")
    let everyByte = value.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let escaped = value.utf16.map {
      "\\u" + String(repeating: "0", count: 4 - String($0, radix: 16).count) + String($0, radix: 16)
    }
    return [
      ("plain", value), ("sentence", "before \(value), after"), ("percent", percent(value)), ("everyByte", everyByte),
      ("twice", percent(percent(value))), ("plus", percent(value).replacingOccurrences(of: "%20", with: "+")),
      ("base64", encoded), ("urlSafe", urlSafe),
      ("shifted1", Data("x:\(value) y".utf8).base64EncodedString()),
      ("shifted2", Data("xy:\(value)".utf8).base64EncodedString()),
      ("shifted3", Data("xyz:\(value) and more".utf8).base64EncodedString()),
      ("base64Twice", Data(Data("a \(value)".utf8).base64EncodedString().utf8).base64EncodedString()),
      ("percentOfBase64", percent(Data("ab \(value)?".utf8).base64EncodedString())),
      ("link", "https://www.example.com/back?next=\(percent("https://api.example.com/a?ref=" + percent(value)))"),
      ("jsonInText", JSONValue.object(["a": .object(["b": .string(value)])]).description),
      ("hex", value.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()),
      (
        "hexInJSON",
        #"{"dump":"0x\#(value.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined())"}"#
      ),
      ("entities", value.unicodeScalars.map { "&#\($0.value);" }.joined()),
      ("hexEntities", value.unicodeScalars.map { "&#x" + String($0.value, radix: 16) + ";" }.joined()),
      (
        "base64InJSONInBase64",
        Data(
          "{\"a\":\"\(Data(JSONValue.object(["b": 1, "c": .string(value)]).description.utf8).base64EncodedString())\"}"
            .utf8
        ).base64EncodedString()
      ),
      ("gzipInBase64", Data(Compression.gzip.compressed(Array("a=\(value)".utf8))).base64EncodedString()),
      ("jsonInBase64", Data(JSONValue.object(["a": .string(value)]).description.utf8).base64EncodedString()),
      ("unicode", "\"" + escaped.joined() + "\""),
      (
        "html",
        "<a title=\""
          + value.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
          .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;") + "\">"
      ),
    ]
  }

  /// Exchanges in which the secret appears in every place, in every form, before and after it is known.
  func copies() -> [RecordedExchange] {
    forms.map { form in
      var request = URLRequest(url: URL(fileURLWithPath: "/"))
      request.url = URL(string: "https://api.example.com/\(percent(form.text))/items?note=\(percent(form.text))&x=y")
      request.httpMethod = "PUT"
      let isOneLine = !form.text.contains("\n") && form.text.allSatisfy(\.isASCII)
      let field = isOneLine ? form.text : percent(form.text)
      request.setValue(field, forHTTPHeaderField: "X-Note")
      request.setValue("note=\(percent(form.text)); theme=dark", forHTTPHeaderField: "Cookie")
      request.httpBody = json([
        "note": JSONValue.string(form.text), "list": [["x": JSONValue.string(form.text)], 7], "ok": true,
      ])
      let response = HTTPResponse(
        status: 200,
        headers: [
          "Content-Type": "text/plain", "X-Echo": field, "Set-Cookie": "note=\(percent(form.text)); Path=/",
          "Location": "https://www.example.com/?note=\(percent(form.text))",
        ],
        body: body(form.name, form.text),
        url: request.url)
      return RecordedExchange(request: request, response: response, started: Date(timeIntervalSince1970: 1_749_663_729))
    }
  }

  /// The body of a response in which the secret appears: mostly text, but bytes of several kinds as well.
  private func body(_ form: String, _ text: String) -> Data {
    switch form {
    case "plain": Data([0xFF, 0x00]) + Data(text.utf8)
    case "sentence": "Note: \(text)\n".data(using: .utf16LittleEndian) ?? Data()
    case "percent": "{\"note\":\"\(text)\"}".data(using: .utf16) ?? Data()
    case "base64": Data(Compression.gzip.compressed(Array("Note: \(text) or \(value)".utf8)))
    case "hex": Data(Compression.zlib.compressed(Array("Note: \(text) or \(value)".utf8)))
    default: Data("Note: \(text)\n".utf8)
    }
  }

  /// A recording as a browser would write it, with fields of its own.
  func recording() -> HAR {
    let copies = copies()
    var har = HAR([copies[0], homeExchange()] + copies[1...])
    har.log.comment = "Recorded with \(value)"
    har.log.entries[0].extras["_initiator"] = ["url": .string("https://www.example.com/?note=\(percent(value))")]
    har.log.entries[0].response.content.comment = value
    har.log.entries[0].request.headers[0].extras["_raw"] = .string(value)
    var page = HAR.Page()
    page.id = "page_1"
    page.title = "https://a.example.com/\(percent(value))"
    page.extras["_note"] = .array([.string(value), .object([value: 1])])
    har.log.pages = [page]
    return har
  }
}
