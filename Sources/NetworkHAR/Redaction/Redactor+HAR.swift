extension Redactor {
  /// Learns the secrets of an entry.
  ///
  /// - Parameter entry: An entry of the recording.
  package mutating func learn(_ entry: HAR.Entry) { learn(entry) { $0.entry($1) } }

  /// Replaces the secrets of an entry.
  ///
  /// An entry can be redacted again when more is known: its placeholders stay, and newly learned secrets are replaced.
  ///
  /// - Parameter entry: An entry of the recording.
  /// - Returns: The entry with placeholders.
  package mutating func redacted(_ entry: HAR.Entry) -> HAR.Entry {
    learn(entry)
    return replaced(entry)
  }

  /// Replaces the secrets that were learned before, and learns nothing.
  mutating func replaced(_ entry: HAR.Entry) -> HAR.Entry { replace(in: entry) { $0.entry($1) } }
}

// Each object of a recording is read in the same order, which gives the placeholders their numbers.
extension Redactor {
  mutating func har(_ har: HAR) -> HAR {
    var copy = har
    texts("comment", in: &copy.log)
    each("pages", in: &copy.log) { (redactor, page: inout HAR.Page) in
      // Browsers use the URL as the title, and some as the id.
      redactor.texts("title", "id", in: &page)
    }
    copy.log.entries = har.log.entries.map { entry($0) }
    extras(in: &copy.log.json)
    extras(in: &copy.extras)
    return copy
  }

  mutating func entry(_ entry: HAR.Entry) -> HAR.Entry {
    object(entry) { redactor, copy in
      copy.request = redactor.with(\.decision, redactor.decision.inside(.sent)) { $0.request(entry.request) }
      let source = SecretDecision.Source(ofAnswerTo: entry.request.method, URLParts(entry.request.url).path)
      copy.response = redactor.with(\.decision, redactor.decision.inside(source)) { $0.response(entry.response) }
      redactor.texts("pageref", in: &copy)
      redactor.extras(in: &copy.cache.json)
      redactor.extras(in: &copy.timings.json)
    }
  }

  private mutating func request(_ request: HAR.Request) -> HAR.Request {
    object(request) { redactor, copy in
      redactor.texts("url", in: &copy)
      let coding = request.headers.first { $0.name.lowercased() == "content-encoding" }?.value ?? ""
      copy.postData = request.postData.map { redactor.postData($0, coding: coding) }
      redactor.fields(of: &copy, oldLength: (try? request.body())?.count, newLength: (try? copy.body())?.count)
      redactor.each("queryString", in: &copy) { (redactor, pair: inout HAR.Pair) in
        let name = pair.name
        // A key alone, as in `?4711`, is a name without a value.
        redactor.texts("name", in: &pair)
        pair.value = redactor.value(pair.value, named: name)
      }
    }
  }

  private mutating func response(_ response: HAR.Response) -> HAR.Response {
    object(response) { redactor, copy in
      copy.content = redactor.content(response.content, coding: response.contentCoding)
      let newLength = (try? copy.content.body())?.count
      redactor.fields(of: &copy, oldLength: (try? response.content.body())?.count, newLength: newLength)
      redactor.texts("redirectURL", "statusText", in: &copy)
    }
  }

  /// Redacts the header fields and cookies of a request or response; correct lengths stay correct.
  private mutating func fields(of message: inout some HARView, oldLength: Int?, newLength: Int?) {
    let lengths = (old: oldLength ?? 0, new: newLength ?? 0)
    let headers: [HAR.Pair]? = message["headers"]
    each("headers", in: &message) { (redactor, field: inout HAR.Pair) in
      field.value = redactor.fieldValue(
        field.value, named: field.name, oldLength: lengths.old, newLength: lengths.new)
    }
    each("cookies", in: &message) { (redactor, cookie: inout HAR.Cookie) in
      let name = cookie.name
      cookie.value = redactor.replacing(in: cookie.value) { redactor, value in
        redactor.cookieEdit(value, named: name).map { [$0] } ?? []
      }
    }
    if message["headers"] != headers { message["headersSize"] = -1 }
    if message["bodySize"] == lengths.old { message["bodySize"] = lengths.new }
  }

  private mutating func content(_ content: HAR.Content, coding: String) -> HAR.Content {
    object(content) { redactor, copy in
      guard let body = try? content.body(), content.text != nil else {
        // Anything that cannot be decoded is searched as it is.
        redactor.texts("text", in: &copy)
        return
      }
      // HAR keeps bodies without their coding. One that still has it is read, so that all but its secrets stays.
      let joined = HAR.joined(body, coding: coding)
      let plain = joined?.body ?? HAR.plain(body, coding: coding)
      let old = plain ?? body
      let new = redactor.body(old, type: content.mimeType, coding: plain == nil ? coding : joined?.coding ?? "")
      guard new != old else { return }
      if plain != nil || Placeholder.isPlaceholder(Array(new)[...]) {
        copy.encoding = String(data: new, encoding: .utf8) == nil ? "base64" : nil
      }
      copy.text = copy.encoding ?? "" == "" ? String(decoding: new, as: UTF8.self) : new.base64EncodedString()
      if content.size == body.count { copy.size = new.count }
    }
  }

  private mutating func postData(_ postData: HAR.PostData, coding: String) -> HAR.PostData {
    object(postData) { redactor, copy in
      redactor.each("params", in: &copy) { (redactor, parameter: inout HAR.Parameter) in
        let name = parameter.name
        redactor.texts("name", in: &parameter)
        parameter.value = parameter.value.map { redactor.value($0, named: name) }
        redactor.texts("fileName", in: &parameter)
      }
      guard let body = try? postData.body(), let old = postData.text, !old.isEmpty else {
        redactor.texts("text", in: &copy)
        return
      }
      let new = redactor.body(body, type: postData.mimeType, coding: coding)
      guard new != body else { return }
      let isText = body == Data(old.utf8)
      copy.text = isText ? String(decoding: new, as: UTF8.self) : new.base64EncodedString()
    }
  }

  // MARK: - Any object

  /// Returns an object with its fields redacted, and what every object may have: a remark, and fields that the specification does
  /// not know.
  private mutating func object<View: HARView>(_ view: View, _ redact: (inout Self, inout View) -> Void) -> View {
    var copy = view
    redact(&self, &copy)
    texts("comment", in: &copy)
    extras(in: &copy.json)
    return copy
  }

  /// Redacts the objects of a list.
  private mutating func each<View: HARView>(
    _ name: String, in view: inout some HARView, _ redact: (inout Self, inout View) -> Void
  ) {
    guard let list: [View] = view[name] else { return }
    view[name] = list.map { object($0, redact) }
  }

  /// Redacts texts.
  private mutating func texts(_ names: String..., in view: inout some HARView) {
    for name in names {
      if let text: String = view[name] { view[name] = self.text(text) }
    }
  }

  /// Redacts the fields that the specification does not know.
  private mutating func extras(in object: inout HARObject) {
    for (place, field) in object.fields.enumerated() {
      guard case .source(let source) = field.value else { continue }
      // As a member of an object, so that its own name counts.
      let json = Array("{\(JSONValue.string(field.name)):\(source)}".utf8)
      guard let edits = jsonEdits(in: json[...], depth: 0), !edits.isEmpty, !isLearning else { continue }
      let redacted = edits.filter { $0.range.lowerBound > 0 }.apply(to: json[...])
      let start = json.count - source.utf8.count - 1
      object.fields[place].value = .source(String(decoding: redacted.dropFirst(start).dropLast(), as: UTF8.self))
    }
  }
}
