extension Fixture {
  /// The media type for the extension of the name, in the form of a `Content-Type` field.
  ///
  /// Text is `charset=utf-8`; JSON has no such parameter ([RFC 8259, section 11][rfc]). A name with an unknown extension is
  /// `application/octet-stream`.
  ///
  /// [rfc]: https://www.rfc-editor.org/rfc/rfc8259#section-11
  public var contentType: String {
    let file = name.split(separator: "/").last ?? ""
    let parts = file.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let suffix = parts.last, let type = mediaTypes[suffix.lowercased()] else {
      return "application/octet-stream"
    }
    return type.hasPrefix("text/") ? type + "; charset=utf-8" : type
  }
}

package let mediaTypes = [
  "avif": "image/avif", "css": "text/css", "csv": "text/csv", "form": "application/x-www-form-urlencoded",
  "gif": "image/gif", "gz": "application/gzip", "har": "application/json", "htm": "text/html", "html": "text/html",
  "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
  "jsonl": "application/x-ndjson", "md": "text/markdown", "mjs": "text/javascript", "ndjson": "application/x-ndjson",
  "pdf": "application/pdf", "png": "image/png", "sse": "text/event-stream", "svg": "image/svg+xml", "txt": "text/plain",
  "webp": "image/webp",
  "xml": "application/xml", "zip": "application/zip",
]
