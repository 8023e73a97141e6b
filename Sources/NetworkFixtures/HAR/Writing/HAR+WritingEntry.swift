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
