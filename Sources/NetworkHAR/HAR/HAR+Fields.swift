extension HAR {
  /// Parses a recording.
  ///
  /// - Parameters:
  ///   - data: The content of a `.har` file: UTF-8, with or without a byte order mark.
  ///   - file: The file's name for errors.
  /// - Throws: A ``HARError`` that names the line, the column and the path of the problem.
  public init(_ data: Data, file: String? = nil) throws {
    let text = JSONText(data)
    if let problem = text.problem { throw HARError(problem, in: text, file: file) }
    do {
      self = try HARFields.read(text)
    } catch {
      throw HARError(error.code, error.reason, at: error.offset, in: text, file: file)
    }
  }

  /// Encodes the recording in the form of a `.har` file, with a line break at the end.
  ///
  /// Known fields come in the order of the specification, then the others in their own; dates are UTC with milliseconds. Equal
  /// values give equal bytes.
  ///
  /// - Returns: UTF-8.
  public func encoded() -> Data {
    Data(HARFields.bytes(of: self) + "\n".utf8)
  }
}

extension HAR: HARObject {
  static var blank: Self { Self(log: .blank) }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("log", &log)
    fields.require("log")
    fields.others(&extras)
  }
}

extension HAR.Log: HARObject {
  static var blank: Self { Self(creator: HAR.Application(name: "unknown", version: "")) }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("version", &version)
    fields.field("creator", &creator)
    fields.field("browser", &browser)
    fields.field("pages", &pages)
    fields.field("entries", &entries)
    fields.require("entries")
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}

extension HAR.Application: HARObject {
  static var blank: Self { Self(name: "", version: "") }
  static var isOnOneLine: Bool { true }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("name", &name)
    fields.field("version", &version)
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}

extension HAR.Page: HARObject {
  static var blank: Self { Self(startedDateTime: .unknown, id: "", title: "") }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("startedDateTime", &startedDateTime)
    fields.field("id", &id)
    fields.field("title", &title)
    fields.field("pageTimings", &pageTimings)
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}

extension HAR.PageTimings: HARObject {
  static var blank: Self { Self() }
  static var isOnOneLine: Bool { true }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("onContentLoad", &onContentLoad)
    fields.field("onLoad", &onLoad)
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}

extension Date {
  /// The date of a file without one.
  fileprivate static let unknown = Date(timeIntervalSince1970: 0)
}

extension HAR.Entry: HARObject {
  static var blank: Self {
    var blank = Self(startedDateTime: .unknown, request: .blank, response: .blank)
    blank.time = .nan
    return blank
  }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("pageref", &pageref)
    fields.field("startedDateTime", &startedDateTime)
    fields.field("time", &time)
    fields.field("request", &request)
    fields.require("request", !request.method.isEmpty)
    fields.field("response", &response)
    fields.field("cache", &cache)
    fields.field("timings", &timings)
    fields.field("serverIPAddress", &serverIPAddress)
    fields.field("connection", &connection)
    fields.field("comment", &comment)
    fields.others(&extras)
    // This number has no text in JSON, so the file omits it.
    if fields.isReading, time.isNaN { time = timings.total }
  }
}

extension HAR.Timings: HARObject {
  static var blank: Self { Self() }
  static var isOnOneLine: Bool { true }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("blocked", &blocked)
    fields.field("dns", &dns)
    fields.field("connect", &connect)
    fields.field("send", &send)
    fields.field("wait", &wait)
    fields.field("receive", &receive)
    fields.field("ssl", &ssl)
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}

extension HAR.Request: HARObject {
  static var blank: Self { Self(method: "", url: "") }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("method", &method)
    fields.require("method", !method.isEmpty)
    fields.field("url", &url)
    fields.require("url", !url.isEmpty)
    fields.field("httpVersion", &httpVersion)
    fields.field("cookies", &cookies)
    fields.fields("headers", &headers)
    fields.field("queryString", &queryString)
    fields.field("postData", &postData)
    fields.field("headersSize", &headersSize)
    fields.field("bodySize", &bodySize)
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}

extension HAR.Response: HARObject {
  static var blank: Self { Self(status: 0) }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("status", &status)
    fields.check(
      "status", status == 0 || status == -1 || (100...999).contains(status),
      "a status of three digits, or 0 where no answer came")
    fields.field("statusText", &statusText)
    fields.field("httpVersion", &httpVersion)
    fields.field("cookies", &cookies)
    fields.fields("headers", &headers)
    fields.field("content", &content)
    fields.field("redirectURL", &redirectURL)
    fields.field("headersSize", &headersSize)
    fields.field("bodySize", &bodySize)
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}

extension HAR.Pair: HARObject {
  static var blank: Self { Self(name: "", value: "") }
  static var isOnOneLine: Bool { true }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("name", &name)
    fields.field("value", &value)
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}

extension HAR.Cookie: HARObject {
  static var blank: Self { Self(name: "", value: "") }
  static var isOnOneLine: Bool { true }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("name", &name)
    fields.field("value", &value)
    fields.field("path", &path)
    fields.field("domain", &domain)
    fields.field("expires", &expires)
    fields.field("httpOnly", &httpOnly)
    fields.field("secure", &secure)
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}

extension HAR.PostData: HARObject {
  static var blank: Self { Self(mimeType: "") }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("mimeType", &mimeType)
    fields.field("params", &params)
    fields.field("text", &text)
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}

extension HAR.Parameter: HARObject {
  static var blank: Self { Self(name: "") }
  static var isOnOneLine: Bool { true }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("name", &name)
    fields.field("value", &value)
    fields.field("fileName", &fileName)
    fields.field("contentType", &contentType)
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}

extension HAR.Content: HARObject {
  static var blank: Self { Self() }

  mutating func visit(_ fields: inout HARFields) {
    fields.field("size", &size)
    fields.field("compression", &compression)
    fields.field("mimeType", &mimeType)
    fields.field("text", &text)
    fields.field("encoding", &encoding)
    fields.field("comment", &comment)
    fields.others(&extras)
  }
}
