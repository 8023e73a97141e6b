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
