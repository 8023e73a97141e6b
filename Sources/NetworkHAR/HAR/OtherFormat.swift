/// A format of recordings that is not HAR, by the start of its files.
struct OtherFormat {
  /// The sentence that names the format of the file.
  let reason: String

  /// Finds the format of a file; nil for one that is not known.
  init?(of data: Data) {
    let start = data.prefix(4_096)
    if let archive = Self.archives.first(where: { start.starts(with: $0.bytes) }) {
      self.init(reason: archive.reason)
      return
    }
    let text = String(decoding: start, as: UTF8.self)
    guard let mark = Self.marks.first(where: { text.contains($0.expression) }) else { return nil }
    self.init(reason: mark.reason)
  }

  private init(reason: String) { self.reason = reason }

  private static let archives: [(bytes: [UInt8], reason: String)] = [
    ([0x1F, 0x8B], "it is compressed with gzip, as a .zhar file is: decompress it first."),
    (
      [0x50, 0x4B, 0x03, 0x04],
      "it is a ZIP archive, such as a Fiddler session or a trace: unpack it, or export a HAR."
    ),
    ([0x0A, 0x0D, 0x0D, 0x0A], "it is a packet capture."),
    ([0xD4, 0xC3, 0xB2, 0xA1], "it is a packet capture."),
  ]

  // Computed, as an expression cannot be shared between threads.
  private static var marks: [(expression: Regex<Substring>, reason: String)] {
    [
      (/"http_interactions"\s*:|(?m)^http_interactions:/, "it is a VCR cassette."),
      (/\A\s*(?:version: 1\s+)?interactions:/, "it is a VCR cassette."),
      (/\A\s*(?:---\s*)?- (?:!ruby\/struct:VCR|request:)/, "it is a VCR cassette."),
      (
        /"(?:urlPath|urlPattern|urlPathPattern|urlPathTemplate|jsonBody|bodyFileName|bodyPatterns)"\s*:/,
        "it is a WireMock mapping."
      ),
      (
        /(?m)"(?:openapi|swagger)"\s*:\s*"\d|^(?:openapi|swagger):\s*['"]?\d/,
        "it is an OpenAPI document, which has no traffic."
      ),
      (/"schema"\s*:\s*"https:\/\/schema\.(?:get)?postman\.com/, "it is a Postman collection."),
      (/"_postman_id"/, "it is a Postman collection."),
      (/(?s)\A\s*\{(?=.{0,4000}"requests"\s*:)(?=.{0,4000}"order"\s*:)/, "it is a Postman 1 collection."),
      (/"_type"\s*:\s*"export"/, "it is an Insomnia export."),
      (/\A\s*[A-Za-z_$][\w$.]*\(\s*\{/, "it is JSONP, a call of a function: keep what is in its parentheses."),
      (/\A\s*<\?xml|\A\s*<(?!\?)[A-Za-z!]/, "it is XML or HTML."),
      (/\A\s*---\s/, "it is YAML."),
      (/\A\d+:\d+:[a-z]/, "it is a mitmproxy flow file: export it with hardump."),
    ]
  }
}
