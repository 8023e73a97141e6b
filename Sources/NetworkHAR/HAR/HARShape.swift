/// The fields of an object of HAR 1.2, in the order of the specification, and what each of them may hold.
package final class HARShape: Sendable {
  /// A kind of value that a field may hold.
  enum Kind: Sendable {
    case string, integer, number, boolean, date
    case object(HARShape)
    case list(HARShape)
    /// Header fields, which some tools write in forms of their own.
    case pairs
  }

  /// A field of the specification.
  struct Field: Sendable {
    fileprivate let key: StaticString
    let name: String
    let kind: Kind
    /// The value if a file has none; nil if the field is then left out.
    let standard: HARValue?
    /// Whether an object without the field is refused.
    let isRequired: Bool

    static func optional(_ name: StaticString, _ kind: Kind = .string) -> Self {
      Self(key: name, name: name.description, kind: kind, standard: nil, isRequired: false)
    }

    static func standard(_ name: StaticString, _ kind: Kind = .string, _ standard: HARValue = "") -> Self {
      Self(key: name, name: name.description, kind: kind, standard: standard, isRequired: false)
    }

    static func required(_ name: StaticString, _ kind: Kind = .string, or standard: HARValue? = nil) -> Self {
      Self(key: name, name: name.description, kind: kind, standard: standard, isRequired: true)
    }
  }

  let fields: [Field]
  private let keys: [StaticString]

  private init(_ fields: [Field]) {
    self.fields = fields
    keys = fields.map(\.key)
  }

  /// An object of which a file says nothing.
  var blank: HARObject {
    HARObject(fields.compactMap { field in field.standard.map { HARObject.Field(field.name, $0) } })
  }

  /// Returns the place of a field among those of the specification; nil if it does not know the field.
  func place(of name: String) -> Int? { fields.firstIndex { $0.name == name } }

  /// Returns the place of the field that a key of a text names; nil if the specification does not know it.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - text: The text.
  ///   - expected: The place to try first, since most tools keep to the order.
  func place(of key: Int, in text: JSONText, expected: Int) -> Int? {
    var place = expected
    var rest = keys.count
    while rest > 0 {
      if place >= keys.count { place = 0 }
      if text.isKey(key, keys[place]) { return place }
      place &+= 1
      rest &-= 1
    }
    return nil
  }
}

extension HARShape {
  static let har = HARShape([.required("log", .object(log), or: .object(log.blank))])

  static let log = HARShape([
    .standard("version", .string, "1.2"),
    .standard("creator", .object(application), .object(["name": "unknown", "version": ""])),
    .optional("browser", .object(application)),
    .optional("pages", .list(page)),
    .required("entries", .list(entry), or: .list([])),
    .optional("comment"),
  ])

  static let application = HARShape([.standard("name"), .standard("version"), .optional("comment")])

  static let page = HARShape([
    .standard("startedDateTime", .date, unknownDate),
    .standard("id"),
    .standard("title"),
    .standard("pageTimings", .object(pageTimings), .object([:])),
    .optional("comment"),
  ])

  static let pageTimings = HARShape([
    .optional("onContentLoad", .number),
    .optional("onLoad", .number),
    .optional("comment"),
  ])

  static let entry = HARShape([
    .optional("pageref"),
    .standard("startedDateTime", .date, unknownDate),
    .optional("time", .number),
    .required("request", .object(request)),
    .standard("response", .object(response), .object(response.blank)),
    .standard("cache", .object(cache), .object([:])),
    .standard("timings", .object(timings), .object(timings.blank)),
    .optional("serverIPAddress"),
    .optional("connection"),
    .optional("comment"),
  ])

  static let cache = HARShape([])

  static let timings = HARShape([
    .optional("blocked", .number),
    .optional("dns", .number),
    .optional("connect", .number),
    .standard("send", .number, 0),
    .standard("wait", .number, 0),
    .standard("receive", .number, 0),
    .optional("ssl", .number),
    .optional("comment"),
  ])

  private static let unknownDate = HARValue.string(HARDate.format(Date(timeIntervalSince1970: 0)))
}

extension HARShape {
  static let request = HARShape([
    .required("method"),
    .required("url"),
    .standard("httpVersion", .string, "HTTP/1.1"),
    .standard("cookies", .list(cookie), .list([])),
    .standard("headers", .pairs, .list([])),
    .standard("queryString", .list(pair), .list([])),
    .optional("postData", .object(postData)),
    .standard("headersSize", .integer, -1),
    .standard("bodySize", .integer, -1),
    .optional("comment"),
  ])

  static let response = HARShape([
    .standard("status", .integer, 0),
    .standard("statusText"),
    .standard("httpVersion", .string, "HTTP/1.1"),
    .standard("cookies", .list(cookie), .list([])),
    .standard("headers", .pairs, .list([])),
    .standard("content", .object(content), .object(content.blank)),
    .standard("redirectURL"),
    .standard("headersSize", .integer, -1),
    .standard("bodySize", .integer, -1),
    .optional("comment"),
  ])

  static let pair = HARShape([.standard("name"), .standard("value"), .optional("comment")])

  static let cookie = HARShape([
    .standard("name"),
    .standard("value"),
    .optional("path"),
    .optional("domain"),
    .optional("expires"),
    .optional("httpOnly", .boolean),
    .optional("secure", .boolean),
    .optional("comment"),
  ])

  static let postData = HARShape([
    .standard("mimeType"),
    .optional("params", .list(parameter)),
    .optional("text"),
    .optional("comment"),
  ])

  static let parameter = HARShape([
    .standard("name"),
    .optional("value"),
    .optional("fileName"),
    .optional("contentType"),
    .optional("comment"),
  ])

  static let content = HARShape([
    .standard("size", .integer, 0),
    .optional("compression", .integer),
    .standard("mimeType"),
    .optional("text"),
    .optional("encoding"),
    .optional("comment"),
  ])
}
