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
