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
