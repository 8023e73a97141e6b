/// A parsed `multipart/form-data` body ([RFC 7578](https://www.rfc-editor.org/rfc/rfc7578)), or the reason why it is not one.
struct MultipartBody {
  struct Part {
    package let headers: HTTPHeaders
    package let data: Data

    package var name: String? { disposition["name"] }
    var filename: String? { disposition["filename"] }
    package var text: String { data.text }
    /// Whether the content is text.
    var isText: Bool { data.firstOffsetThatIsNotUTF8 == nil && !data.contains(0) }

    private var disposition: HeaderParameters { HeaderParameters(headers["Content-Disposition"] ?? "") }
  }

  private(set) var parts: [Part] = []
  private(set) var problem: String?

  init(contentType: String?, data: Data) {
    guard let contentType = contentType?.trimmingCharacters(in: .whitespaces),
      contentType.lowercased().hasPrefix("multipart/")
    else {
      problem = "got \(contentType ?? "no content type")"
      return
    }
    guard let boundary = MultipartReader.boundary(of: contentType) else {
      problem = "the content type names no boundary"
      return
    }
    guard !data.isEmpty else {
      problem = "the body is empty"
      return
    }
    let bytes = Array(data)
    let reader = MultipartReader(bytes[...], boundary: boundary)
    let delimiter = "--\(boundary)"
    if reader.isCut {
      problem = "the body ends before the closing boundary \((delimiter + "--").quoted)"
    } else if reader.parts.isEmpty {
      problem = "the body has no part that starts with the boundary \(delimiter.quoted)"
    } else {
      parts = reader.parts.map { Part(headers: $0.headers, data: Data(bytes[$0.content])) }
    }
  }
}
