extension HAR {
  /// A request in a recording.
  package struct Request: HARView {
    package static var shape: HARShape { .request }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }

    /// The method.
    package var method: String { self["method"] ?? "" }
    /// The absolute URL without its fragment.
    package var url: String {
      get { self["url"] ?? "" }
      set { self["url"] = newValue }
    }
    /// The cookies of the `Cookie` fields.
    package var cookies: [Cookie] {
      get { self["cookies"] ?? [] }
      set { self["cookies"] = newValue }
    }
    /// The header fields, in order; a field may repeat.
    package var headers: [Pair] {
      get { self["headers"] ?? [] }
      set { self["headers"] = newValue }
    }
    /// The query, decoded.
    package var queryString: [Pair] {
      get { self["queryString"] ?? [] }
      set { self["queryString"] = newValue }
    }
    /// The body.
    package var postData: PostData? {
      get { self["postData"] }
      set { self["postData"] = newValue }
    }
    /// Bytes from the start to the body; -1 if unknown.
    package var headersSize: Int {
      get { self["headersSize"] ?? -1 }
      set { self["headersSize"] = newValue }
    }
    /// Bytes of the body; -1 if unknown.
    package var bodySize: Int {
      get { self["bodySize"] ?? -1 }
      set { self["bodySize"] = newValue }
    }
  }

  /// A response in a recording.
  package struct Response: HARView {
    package static var shape: HARShape { .response }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }

    /// The status code; any number outside of 100 to 999 if there was no response.
    package var status: Int { self["status"] ?? 0 }
    /// Whether a response came. For the reasons why none did, tools write numbers of their own, such as 0, -1 and -999.
    package var hasArrived: Bool { (100...999).contains(status) }
    /// The reason phrase.
    package var statusText: String {
      get { self["statusText"] ?? "" }
      set { self["statusText"] = newValue }
    }
    /// The cookies of the `Set-Cookie` fields.
    package var cookies: [Cookie] {
      get { self["cookies"] ?? [] }
      set { self["cookies"] = newValue }
    }
    /// The header fields, in order; a field may repeat.
    package var headers: [Pair] {
      get { self["headers"] ?? [] }
      set { self["headers"] = newValue }
    }
    /// The body.
    package var content: Content {
      get { self["content"] ?? Content() }
      set { self["content"] = newValue }
    }
    /// The value of the `Location` field; empty if there is no such field.
    package var redirectURL: String {
      get { self["redirectURL"] ?? "" }
      set { self["redirectURL"] = newValue }
    }
    /// Bytes from the start to the body; -1 if unknown.
    package var headersSize: Int {
      get { self["headersSize"] ?? -1 }
      set { self["headersSize"] = newValue }
    }
    /// Bytes of the transferred body; -1 if unknown.
    package var bodySize: Int {
      get { self["bodySize"] ?? -1 }
      set { self["bodySize"] = newValue }
    }
  }
}

extension HAR {
  /// A name and a value: a header field, or an item of a query.
  package struct Pair: HARView {
    package static var shape: HARShape { .pair }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }

    /// Creates a pair.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    package init(name: String, value: String) {
      json = .pair(name, value)
    }

    /// The name.
    package var name: String {
      get { self["name"] ?? "" }
      set { self["name"] = newValue }
    }
    /// The value.
    package var value: String {
      get { self["value"] ?? "" }
      set { self["value"] = newValue }
    }
  }

  /// A cookie that was sent or set.
  package struct Cookie: HARView {
    package static var shape: HARShape { .cookie }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }

    /// The name.
    package var name: String { self["name"] ?? "" }
    /// The value.
    package var value: String {
      get { self["value"] ?? "" }
      set { self["value"] = newValue }
    }
  }
}

extension HAR {
  /// The body of a request.
  package struct PostData: HARView {
    package static var shape: HARShape { .postData }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }

    /// The media type, with its parameters.
    package var mimeType: String { self["mimeType"] ?? "" }
    /// The fields of a form; some tools write these instead of the text, or in addition.
    package var params: [Parameter]? {
      get { self["params"] }
      set { self["params"] = newValue }
    }
    /// The body as text.
    package var text: String? {
      get { self["text"] }
      set { self["text"] = newValue }
    }
  }

  /// A field of a form, or a file sent with one.
  package struct Parameter: HARView {
    package static var shape: HARShape { .parameter }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }

    /// The field's name.
    package var name: String {
      get { self["name"] ?? "" }
      set { self["name"] = newValue }
    }
    /// The field's value, or the file's content.
    package var value: String? {
      get { self["value"] }
      set { self["value"] = newValue }
    }
    /// The file's name.
    package var fileName: String? {
      get { self["fileName"] }
      set { self["fileName"] = newValue }
    }
    /// The file's media type.
    package var contentType: String? { self["contentType"] }
  }

  /// The body of a response, with content codings undone.
  package struct Content: HARView {
    package static var shape: HARShape { .content }
    package var json: HARObject

    package init(json: HARObject) {
      self.json = json
    }

    /// Bytes of the body.
    package var size: Int {
      get { self["size"] ?? 0 }
      set { self["size"] = newValue }
    }
    /// The media type, with its parameters.
    package var mimeType: String { self["mimeType"] ?? "" }
    /// The body as text, or in the form of ``encoding``; nil if it was not kept.
    package var text: String? {
      get { self["text"] }
      set { self["text"] = newValue }
    }
    /// The encoding of the text: `base64`, or nil for plain text.
    package var encoding: String? {
      get { self["encoding"] }
      set { self["encoding"] = newValue }
    }
  }
}
