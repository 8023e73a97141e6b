package import Foundation
import NetworkEndpoints

/// The fields of HAR 1.2: which there are, of what type, and which must be there.
///
/// Written down from the specification, and as strict as the published JSON schema, <https://github.com/ahmadnassri/har-schema>:
/// sizes and statuses are whole numbers, URLs have a scheme, a server is an IP address.
package enum HARSchema {
  indirect enum Kind {
    case string, number, integer, boolean, date, url, address
    case list(String)
    case object(String)
  }

  /// What is wrong with a text by the specification. `.ci/har-schema` has the text as well, to hold it to the published schema.
  package static func problems(in data: Data, fileID: String = #fileID) -> [String] {
    if let folder = ProcessInfo.processInfo.environment["NETWORK_TESTING_HAR_OUTPUT"] {
      let suite = fileID.split(separator: "/").last?.dropLast(".swift".count) ?? ""
      try? data.write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(suite)-\(UUID().uuidString).har"))
    }
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: data) else { return ["not JSON"] }
    return check(value["log"] ?? .null, as: .object("log"), at: "log")
  }

  private static let objects: [String: [(name: String, kind: Kind, isRequired: Bool)]] = [
    "log": [
      ("version", .string, true), ("creator", .object("application"), true), ("browser", .object("application"), false),
      ("pages", .list("page"), false), ("entries", .list("entry"), true), ("comment", .string, false),
    ],
    "application": [("name", .string, true), ("version", .string, true), ("comment", .string, false)],
    "page": [
      ("startedDateTime", .date, true), ("id", .string, true), ("title", .string, true),
      ("pageTimings", .object("pageTimings"), true), ("comment", .string, false),
    ],
    "pageTimings": [("onContentLoad", .number, false), ("onLoad", .number, false), ("comment", .string, false)],
    "entry": [
      ("pageref", .string, false), ("startedDateTime", .date, true), ("time", .number, true),
      ("request", .object("request"), true), ("response", .object("response"), true),
      ("cache", .object("cache"), true), ("timings", .object("timings"), true),
      ("serverIPAddress", .address, false), ("connection", .string, false), ("comment", .string, false),
    ],
    "request": [
      ("method", .string, true), ("url", .url, true), ("httpVersion", .string, true),
      ("cookies", .list("cookie"), true), ("headers", .list("pair"), true), ("queryString", .list("pair"), true),
      ("postData", .object("postData"), false), ("headersSize", .integer, true), ("bodySize", .integer, true),
      ("comment", .string, false),
    ],
    "response": [
      ("status", .integer, true), ("statusText", .string, true), ("httpVersion", .string, true),
      ("cookies", .list("cookie"), true), ("headers", .list("pair"), true), ("content", .object("content"), true),
      ("redirectURL", .string, true), ("headersSize", .integer, true), ("bodySize", .integer, true),
      ("comment", .string, false),
    ],
    "cookie": [
      ("name", .string, true), ("value", .string, true), ("path", .string, false), ("domain", .string, false),
      ("expires", .date, false), ("httpOnly", .boolean, false), ("secure", .boolean, false),
      ("comment", .string, false),
    ],
    "pair": [("name", .string, true), ("value", .string, true), ("comment", .string, false)],
    "postData": [
      ("mimeType", .string, true), ("params", .list("parameter"), false), ("text", .string, false),
      ("comment", .string, false),
    ],
    "parameter": [
      ("name", .string, true), ("value", .string, false), ("fileName", .string, false),
      ("contentType", .string, false), ("comment", .string, false),
    ],
    "content": [
      ("size", .integer, true), ("compression", .integer, false), ("mimeType", .string, true), ("text", .string, false),
      ("encoding", .string, false), ("comment", .string, false),
    ],
    "cache": [
      ("beforeRequest", .object("cached"), false), ("afterRequest", .object("cached"), false),
      ("comment", .string, false),
    ],
    "cached": [
      ("expires", .string, false), ("lastAccess", .string, true), ("eTag", .string, true), ("hitCount", .integer, true),
      ("comment", .string, false),
    ],
    "timings": [
      ("blocked", .number, false), ("dns", .number, false), ("connect", .number, false), ("send", .number, true),
      ("wait", .number, true), ("receive", .number, true), ("ssl", .number, false), ("comment", .string, false),
    ],
  ]

  private static func check(_ value: JSONValue, as kind: Kind, at path: String) -> [String] {
    switch (kind, value) {
    case (.string, .string), (.number, .integer), (.number, .number), (.integer, .integer), (.boolean, .bool): return []
    case (.url, .string(let text)): return text.contains(/^[A-Za-z][A-Za-z0-9+.-]*:/) ? [] : ["\(path): no URL"]
    case (.address, .string(let text)):
      return text.isEmpty || text.contains(/^[0-9A-Fa-f.:\[\]%]+$/) ? [] : ["\(path): no address"]
    case (.date, .string(let text)):
      return text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/) == nil
        ? ["\(path): no date"] : []
    case (.list(let name), .array(let elements)):
      return elements.enumerated().flatMap { check($1, as: .object(name), at: "\(path)[\($0)]") }
    case (.object(let name), .object(let members)):
      return (objects[name] ?? []).flatMap { field -> [String] in
        if let value = members[field.name] { return check(value, as: field.kind, at: "\(path).\(field.name)") }
        return field.isRequired ? ["\(path).\(field.name): missing"] : []
      }
    default: return ["\(path): another type"]
    }
  }
}
