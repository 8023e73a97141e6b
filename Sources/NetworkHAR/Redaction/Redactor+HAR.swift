extension Redactor {
  /// Learns the secrets of an exchange.
  ///
  /// - Parameter exchange: An exchange of the recording.
  package mutating func learn(_ exchange: RecordedExchange) {
    learn(exchange) { $0.exchange($1) }
  }

  /// Replaces the secrets of an exchange that were learned before.
  ///
  /// - Parameter exchange: An exchange of the recording.
  /// - Returns: The exchange with placeholders.
  package mutating func redacted(_ exchange: RecordedExchange) -> RecordedExchange {
    redact(exchange) { $0.exchange($1) }
  }

  mutating func exchange(_ exchange: RecordedExchange) -> RecordedExchange {
    var copy = exchange
    copy.request = request(exchange.request)
    copy.response = response(exchange.response, to: exchange.request)
    return copy
  }
}

extension Redactor {
  /// Learns the secrets of an entry.
  ///
  /// - Parameter entry: An entry of the recording.
  package mutating func learn(_ entry: HAR.Entry) {
    learn(entry) { $0.entry($1) }
  }

  /// Replaces the secrets of an entry that were learned before.
  ///
  /// An entry can be redacted again when more is known: its placeholders stay, and newly learned secrets are replaced.
  ///
  /// - Parameter entry: An entry of the recording.
  /// - Returns: The entry with placeholders.
  package mutating func redacted(_ entry: HAR.Entry) -> HAR.Entry {
    redact(entry) { $0.entry($1) }
  }

  /// Replaces the secrets that were learned before, and learns nothing.
  mutating func replaced(_ entry: HAR.Entry) -> HAR.Entry {
    replace(in: entry) { $0.entry($1) }
  }
}

extension Redactor {
  mutating func har(_ har: HAR) -> HAR {
    var copy = har
    copy.log.comment = har.log.comment.map { text($0) }
    copy.log.pages = har.log.pages?.map { page($0) }
    copy.log.entries = har.log.entries.map { entry($0) }
    extras(in: &copy.log.json)
    extras(in: &copy.extras)
    return copy
  }

  private mutating func page(_ page: HAR.Page) -> HAR.Page {
    var copy = page
    // Browsers use the URL as the title, and some as the id.
    copy.title = text(page.title)
    copy.id = text(page.id)
    remark(in: &copy)
    return copy
  }

  mutating func entry(_ entry: HAR.Entry) -> HAR.Entry {
    var copy = entry
    origin = .sent
    copy.request = request(entry.request)
    origin = Self.origin(ofAnswerTo: entry.request.method, URLParts(entry.request.url).path)
    copy.response = response(entry.response)
    origin = .unknown
    copy.pageref = entry.pageref.map { text($0) }
    extras(in: &copy.cache.json)
    copy.comment = entry.comment.map { text($0) }
    extras(in: &copy.timings.json)
    extras(in: &copy.json)
    return copy
  }

  private mutating func request(_ request: HAR.Request) -> HAR.Request {
    var copy = request
    copy.url = text(request.url)
    let coding = request.headers.first { $0.name.lowercased() == "content-encoding" }?.value ?? ""
    let oldLength = (try? request.body())?.count ?? 0
    copy.postData = request.postData.map { postData($0, coding: coding) }
    let newLength = (try? copy.body())?.count ?? 0
    copy.headers = headers(request.headers, oldLength: oldLength, newLength: newLength)
    copy.cookies = request.cookies.map { cookie($0) }
    copy.queryString = request.queryString.map { pair($0) }
    if copy.headers != request.headers { copy.headersSize = -1 }
    if request.bodySize == oldLength { copy.bodySize = newLength }
    remark(in: &copy)
    return copy
  }

  private mutating func response(_ response: HAR.Response) -> HAR.Response {
    var copy = response
    let oldLength = (try? response.content.body())?.count ?? 0
    copy.content = content(response.content, coding: response.contentCoding)
    let newLength = (try? copy.content.body())?.count ?? 0
    copy.headers = headers(response.headers, oldLength: oldLength, newLength: newLength)
    copy.cookies = response.cookies.map { cookie($0) }
    copy.redirectURL = text(response.redirectURL)
    copy.statusText = text(response.statusText)
    if copy.headers != response.headers { copy.headersSize = -1 }
    if response.bodySize == oldLength { copy.bodySize = newLength }
    remark(in: &copy)
    return copy
  }

  private mutating func content(_ content: HAR.Content, coding: String) -> HAR.Content {
    var copy = content
    remark(in: &copy)
    guard let source = content.text else { return copy }
    guard let body = try? content.body() else {
      // Anything that cannot be decoded is searched as it is.
      copy.text = text(source)
      return copy
    }
    // HAR keeps bodies without their coding. One that still has it is read, so that all but its secrets stays.
    let joined = HAR.joined(body, coding: coding)
    let plain = joined?.body ?? HAR.plain(body, coding: coding)
    let old = plain ?? body
    let new = self.body(old, type: content.mimeType, coding: plain == nil ? coding : joined?.coding ?? "")
    guard new != old else { return copy }
    if plain != nil || Placeholder.isPlaceholder(Array(new)[...]) {
      copy.encoding = String(data: new, encoding: .utf8) == nil ? "base64" : nil
    }
    copy.text = copy.encoding ?? "" == "" ? String(decoding: new, as: UTF8.self) : new.base64EncodedString()
    if content.size == body.count { copy.size = new.count }
    return copy
  }

  private mutating func postData(_ postData: HAR.PostData, coding: String) -> HAR.PostData {
    var copy = postData
    copy.comment = postData.comment.map { text($0) }
    copy.params = postData.params?.map { parameter($0) }
    extras(in: &copy.json)
    guard let old = postData.text else { return copy }
    guard let body = try? postData.body(), !old.isEmpty else {
      copy.text = text(old)
      return copy
    }
    let new = self.body(body, type: postData.mimeType, coding: coding)
    guard new != body else { return copy }
    let isText = body == Data(old.utf8)
    copy.text = isText ? String(decoding: new, as: UTF8.self) : new.base64EncodedString()
    return copy
  }

  private mutating func parameter(_ parameter: HAR.Parameter) -> HAR.Parameter {
    var copy = parameter
    copy.name = text(parameter.name)
    copy.value = parameter.value.map { value($0, named: parameter.name) }
    copy.fileName = parameter.fileName.map { text($0) }
    remark(in: &copy)
    return copy
  }

  private mutating func headers(_ headers: [HAR.Pair], oldLength: Int, newLength: Int) -> [HAR.Pair] {
    headers.map { header in
      var copy = header
      copy.value = headerValue(header.value, named: header.name, oldLength: oldLength, newLength: newLength)
      remark(in: &copy)
      return copy
    }
  }

  private mutating func pair(_ pair: HAR.Pair) -> HAR.Pair {
    var copy = pair
    // A key alone, as in `?4711`, is a name without a value.
    copy.name = text(pair.name)
    copy.value = value(pair.value, named: pair.name)
    remark(in: &copy)
    return copy
  }

  private mutating func cookie(_ cookie: HAR.Cookie) -> HAR.Cookie {
    var copy = cookie
    copy.value = cookieValue(cookie.value, named: cookie.name)
    remark(in: &copy)
    return copy
  }

  /// Redacts what every object may have: a remark, and fields that the specification does not know.
  private mutating func remark(in view: inout some HARView) {
    if let comment = view.comment { view.comment = text(comment) }
    extras(in: &view.json)
  }

  /// Redacts the fields that the specification does not know.
  private mutating func extras(in object: inout HARObject) {
    for (place, field) in object.fields.enumerated() {
      guard case .source(let source) = field.value else { continue }
      // As a member of an object, so that its own name counts.
      let json = Array("{\(JSONValue.string(field.name)):\(source)}".utf8)
      guard let edits = jsonEdits(in: json[...], depth: 0), !edits.isEmpty, phase == .replacing else { continue }
      let redacted = edits.filter { $0.range.lowerBound > 0 }.apply(to: json[...])
      let start = json.count - source.utf8.count - 1
      object.fields[place].value = .source(String(decoding: redacted.dropFirst(start).dropLast(), as: UTF8.self))
    }
  }
}
