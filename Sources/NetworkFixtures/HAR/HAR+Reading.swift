public import Foundation
import NetworkEndpoints

extension HAR {
  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - data: The content of a `.har` file: UTF-8, with or without a byte order mark.
  ///   - file: The file's name for errors.
  /// - Throws: A ``HARError`` that names the line, the column and the path of what is wrong.
  public init(_ data: Data, file: String? = nil) throws {
    let bytes = [UInt8](data)
    do {
      if let offset = bytes.firstOffsetThatIsNotUTF8 {
        throw JSONReader.Failure(kind: .notText, offset: offset, reason: "expected UTF-8.")
      }
      var reader = JSONReader(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
      self = try HAR(from: &reader)
    } catch let failure as JSONReader.Failure {
      throw HARError(failure, in: bytes, file: file)
    }
  }

  init(from reader: inout JSONReader) throws {
    var log: Log?
    self.init()
    try reader.object { reader, key in
      if key == "log" {
        log = try Log(from: &reader)
      } else {
        try reader.keep(key, in: &extras)
      }
    }
    guard let log else { throw reader.failure(.missingField, #"expected a field "log"."#, at: 0) }
    reader.skipSpace()
    guard reader.current == nil else { throw reader.failure("expected nothing more.") }
    self.log = log
  }
}

extension JSONReader {
  /// Keeps a field that the specification does not know.
  mutating func keep(_ name: String, in extras: inout HAR.Extras) throws {
    let json = try json()
    // As parsers do, the last one of a repeated name stays.
    if let index = extras.members.firstIndex(where: { $0.name == name }) {
      extras.members[index].json = json
    } else {
      extras.members.append(HAR.Extras.Member(name: name, json: json))
    }
  }

  /// Takes an object of fields that are kept as they are; `null` is an empty one.
  mutating func extras() throws -> HAR.Extras {
    var extras = HAR.Extras()
    if take(word: "null") { return extras }
    try object { reader, key in try reader.keep(key, in: &extras) }
    return extras
  }

  /// Takes an object, or nothing where there is `null`.
  mutating func optional<Value>(_ value: (inout Self) throws -> Value) throws -> Value? {
    take(word: "null") ? nil : try value(&self)
  }
}

extension HAR.Log {
  init(from reader: inout JSONReader) throws {
    self.init(creator: HAR.Application(name: "unknown", version: ""))
    var hasEntries = false
    let start = reader.index
    try reader.object { reader, key in
      switch key {
      case "version": version = try reader.string() ?? version
      case "creator": creator = try reader.optional(HAR.Application.init) ?? creator
      case "browser": browser = try reader.optional(HAR.Application.init)
      case "pages": pages = try reader.optional { try $0.list(HAR.Page.init) }
      case "entries":
        entries = try reader.list(HAR.Entry.init)
        hasEntries = true
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
    guard hasEntries else { throw reader.failure(.missingField, #"expected a field "entries"."#, at: start) }
  }
}

extension HAR.Application {
  init(from reader: inout JSONReader) throws {
    self.init(name: "", version: "")
    try reader.object { reader, key in
      switch key {
      case "name": name = try reader.string() ?? ""
      case "version": version = try reader.string() ?? ""
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
  }
}

extension HAR.Page {
  init(from reader: inout JSONReader) throws {
    self.init(startedDateTime: .unknown, id: "", title: "")
    try reader.object { reader, key in
      switch key {
      case "startedDateTime": startedDateTime = try reader.date() ?? .unknown
      case "id": id = try reader.string() ?? ""
      case "title": title = try reader.string() ?? ""
      case "pageTimings": pageTimings = try reader.optional(HAR.PageTimings.init) ?? HAR.PageTimings()
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
  }
}

extension HAR.PageTimings {
  init(from reader: inout JSONReader) throws {
    self.init()
    try reader.object { reader, key in
      switch key {
      case "onContentLoad": onContentLoad = try reader.number()
      case "onLoad": onLoad = try reader.number()
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
  }
}

extension Date {
  /// Stands where a file has no date.
  static let unknown = Date(timeIntervalSince1970: 0)
}

extension HAR.Entry {
  init(from reader: inout JSONReader) throws {
    reader.skipSpace()
    let start = reader.index
    var request: HAR.Request?
    self.init(startedDateTime: .unknown, request: HAR.Request(method: "", url: ""), response: HAR.Response(status: 0))
    var time: Double?
    try reader.object { reader, key in
      switch key {
      case "pageref": pageref = try reader.string()
      case "startedDateTime": startedDateTime = try reader.date() ?? .unknown
      case "time": time = try reader.number()
      case "request": request = try reader.optional(HAR.Request.init)
      case "response": response = try reader.optional(HAR.Response.init) ?? HAR.Response(status: 0)
      case "cache": cache = try reader.extras()
      case "timings": timings = try reader.optional(HAR.Timings.init) ?? HAR.Timings()
      case "serverIPAddress": serverIPAddress = try reader.string()
      case "connection": connection = try reader.string()
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
    guard let request else { throw reader.failure(.missingField, #"expected a field "request"."#, at: start) }
    self.request = request
    self.time = time ?? timings.total
  }
}

extension HAR.Timings {
  init(from reader: inout JSONReader) throws {
    self.init()
    try reader.object { reader, key in
      switch key {
      case "blocked": blocked = try reader.number()
      case "dns": dns = try reader.number()
      case "connect": connect = try reader.number()
      case "send": send = try reader.number() ?? 0
      case "wait": wait = try reader.number() ?? 0
      case "receive": receive = try reader.number() ?? 0
      case "ssl": ssl = try reader.number()
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
  }
}

extension HAR.Request {
  init(from reader: inout JSONReader) throws {
    let start = reader.index
    self.init(method: "", url: "")
    try reader.object { reader, key in
      switch key {
      case "method": method = try reader.string() ?? ""
      case "url": url = try reader.string() ?? ""
      case "httpVersion": httpVersion = try reader.string() ?? httpVersion
      case "cookies": cookies = try reader.list(HAR.Cookie.init)
      case "headers": headers = try reader.list(HAR.Pair.init)
      case "queryString": queryString = try reader.list(HAR.Pair.init)
      case "postData": postData = try reader.optional(HAR.PostData.init)
      case "headersSize": headersSize = try reader.integer() ?? -1
      case "bodySize": bodySize = try reader.integer() ?? -1
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
    for (name, value) in [("method", method), ("url", url)] where value.isEmpty {
      throw reader.failure(.missingField, "expected a field \(name.quoted).", at: start)
    }
  }
}

extension HAR.Response {
  init(from reader: inout JSONReader) throws {
    self.init(status: 0)
    try reader.object { reader, key in
      switch key {
      case "status": status = try reader.integer() ?? 0
      case "statusText": statusText = try reader.string() ?? ""
      case "httpVersion": httpVersion = try reader.string() ?? httpVersion
      case "cookies": cookies = try reader.list(HAR.Cookie.init)
      case "headers": headers = try reader.list(HAR.Pair.init)
      case "content": content = try reader.optional(HAR.Content.init) ?? HAR.Content()
      case "redirectURL": redirectURL = try reader.string() ?? ""
      case "headersSize": headersSize = try reader.integer() ?? -1
      case "bodySize": bodySize = try reader.integer() ?? -1
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
  }
}

extension HAR.Pair {
  init(from reader: inout JSONReader) throws {
    self.init(name: "", value: "")
    try reader.object { reader, key in
      switch key {
      case "name": name = try reader.string() ?? ""
      case "value": value = try reader.string() ?? ""
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
  }
}

extension HAR.Cookie {
  init(from reader: inout JSONReader) throws {
    self.init(name: "", value: "")
    try reader.object { reader, key in
      switch key {
      case "name": name = try reader.string() ?? ""
      case "value": value = try reader.string() ?? ""
      case "path": path = try reader.string()
      case "domain": domain = try reader.string()
      case "expires": expires = try reader.string()
      case "httpOnly": httpOnly = try reader.boolean()
      case "secure": secure = try reader.boolean()
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
  }
}

extension HAR.PostData {
  init(from reader: inout JSONReader) throws {
    self.init(mimeType: "")
    try reader.object { reader, key in
      switch key {
      case "mimeType": mimeType = try reader.string() ?? ""
      case "params": params = try reader.optional { try $0.list(HAR.Parameter.init) }
      case "text": text = try reader.string()
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
  }
}

extension HAR.Parameter {
  init(from reader: inout JSONReader) throws {
    self.init(name: "")
    try reader.object { reader, key in
      switch key {
      case "name": name = try reader.string() ?? ""
      case "value": value = try reader.string()
      case "fileName": fileName = try reader.string()
      case "contentType": contentType = try reader.string()
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
  }
}

extension HAR.Content {
  init(from reader: inout JSONReader) throws {
    self.init()
    try reader.object { reader, key in
      switch key {
      case "size": size = try reader.integer() ?? -1
      case "compression": compression = try reader.integer()
      case "mimeType": mimeType = try reader.string() ?? ""
      case "text": text = try reader.string()
      case "encoding": encoding = try reader.string()
      case "comment": comment = try reader.string()
      default: try reader.keep(key, in: &extras)
      }
    }
  }
}
