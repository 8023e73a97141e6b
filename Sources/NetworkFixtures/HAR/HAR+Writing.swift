public import Foundation

extension HAR {
  /// Writes the recording as a `.har` file has it, with a line break at the end.
  ///
  /// Fields come in the order of the specification, then those it does not know in their own; dates are UTC with
  /// milliseconds. The same value gives the same bytes.
  ///
  /// - Returns: UTF-8.
  public func encoded() -> Data {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("log")
      log.write(to: &writer)
      writer.members(extras)
    }
    writer.append("\n")
    return Data(writer.bytes)
  }
}

extension JSONWriter {
  /// Writes fields that the specification does not know.
  fileprivate mutating func members(_ extras: HAR.Extras) {
    for member in extras.members { self.member(member.name, json: member.json) }
  }
}

extension HAR.Log {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("version", version)
      writer.name("creator")
      creator.write(to: &writer)
      if let browser {
        writer.name("browser")
        browser.write(to: &writer)
      }
      if let pages {
        writer.name("pages")
        writer.list(pages) { $1.write(to: &$0) }
      }
      writer.name("entries")
      writer.list(entries) { $1.write(to: &$0) }
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Application {
  func write(to writer: inout JSONWriter) {
    writer.object(inline: true) { writer in
      writer.member("name", name)
      writer.member("version", version)
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Page {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("startedDateTime", HARDate.format(startedDateTime))
      writer.member("id", id)
      writer.member("title", title)
      writer.name("pageTimings")
      writer.object(inline: true) { writer in
        writer.member("onContentLoad", pageTimings.onContentLoad)
        writer.member("onLoad", pageTimings.onLoad)
        writer.member("comment", pageTimings.comment)
        writer.members(pageTimings.extras)
      }
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Entry {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("pageref", pageref)
      writer.member("startedDateTime", HARDate.format(startedDateTime))
      writer.member("time", time)
      writer.name("request")
      request.write(to: &writer)
      writer.name("response")
      response.write(to: &writer)
      writer.name("cache")
      writer.object { $0.members(cache) }
      writer.name("timings")
      timings.write(to: &writer)
      writer.member("serverIPAddress", serverIPAddress)
      writer.member("connection", connection)
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Timings {
  func write(to writer: inout JSONWriter) {
    writer.object(inline: true) { writer in
      writer.member("blocked", blocked)
      writer.member("dns", dns)
      writer.member("connect", connect)
      writer.member("send", send)
      writer.member("wait", wait)
      writer.member("receive", receive)
      writer.member("ssl", ssl)
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Request {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("method", method)
      writer.member("url", url)
      writer.member("httpVersion", httpVersion)
      writer.name("cookies")
      writer.list(cookies) { $1.write(to: &$0) }
      writer.name("headers")
      writer.list(headers) { $1.write(to: &$0) }
      writer.name("queryString")
      writer.list(queryString) { $1.write(to: &$0) }
      if let postData {
        writer.name("postData")
        postData.write(to: &writer)
      }
      writer.member("headersSize", headersSize)
      writer.member("bodySize", bodySize)
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Response {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("status", status)
      writer.member("statusText", statusText)
      writer.member("httpVersion", httpVersion)
      writer.name("cookies")
      writer.list(cookies) { $1.write(to: &$0) }
      writer.name("headers")
      writer.list(headers) { $1.write(to: &$0) }
      writer.name("content")
      content.write(to: &writer)
      writer.member("redirectURL", redirectURL)
      writer.member("headersSize", headersSize)
      writer.member("bodySize", bodySize)
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Pair {
  func write(to writer: inout JSONWriter) {
    writer.object(inline: true) { writer in
      writer.member("name", name)
      writer.member("value", value)
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Cookie {
  func write(to writer: inout JSONWriter) {
    writer.object(inline: true) { writer in
      writer.member("name", name)
      writer.member("value", value)
      writer.member("path", path)
      writer.member("domain", domain)
      writer.member("expires", expires)
      writer.member("httpOnly", httpOnly)
      writer.member("secure", secure)
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.PostData {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("mimeType", mimeType)
      if let params {
        writer.name("params")
        writer.list(params) { $1.write(to: &$0) }
      }
      writer.member("text", text)
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Parameter {
  func write(to writer: inout JSONWriter) {
    writer.object(inline: true) { writer in
      writer.member("name", name)
      writer.member("value", value)
      writer.member("fileName", fileName)
      writer.member("contentType", contentType)
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}

extension HAR.Content {
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("size", size)
      writer.member("compression", compression)
      writer.member("mimeType", mimeType)
      writer.member("text", text)
      writer.member("encoding", encoding)
      writer.member("comment", comment)
      writer.members(extras)
    }
  }
}
