import Foundation

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
