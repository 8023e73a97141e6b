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
