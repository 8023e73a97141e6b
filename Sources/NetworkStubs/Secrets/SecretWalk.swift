/// A walk over texts of every format, which finds the secrets in them by one list.
///
/// A ``Masking`` hides them in what is shown. The `Redactor` of NetworkHAR replaces them in what is written.
package protocol SecretWalk {
  var decision: SecretDecision { get set }
  /// Whether secrets are only remembered, and the results are not used.
  var isLearning: Bool { get }
  /// The number of bytes that the compressed parts of the current body or text have become, for one limit for all of them.
  var unpackedCount: Int { get set }
  /// The secrets to search for everywhere.
  var known: KnownSecrets { get }
  /// Whether plain text may match a rule.
  var hasRules: Bool { get }

  /// Returns a text of any kind without its secrets.
  mutating func text(_ text: String) -> String
  mutating func name(_ text: String) -> ValueName
  /// Returns the edit of a secret, which is remembered if it may spread.
  mutating func conceal(
    _ range: Range<Int>, of text: ArraySlice<UInt8>, called name: String, _ evidence: SecretEvidence, spreads: Bool
  ) -> Edit
  /// Returns the edit of a number, if its name says that it is a secret, or if it is known.
  mutating func numberEdit(_ digits: ArraySlice<UInt8>, named name: String?) -> Edit?
  /// Remembers a key in the place of a resource's name.
  mutating func tellApart(_ secret: ArraySlice<UInt8>)
  /// Returns the edits of known secrets, plain, in hexadecimal and inside base64.
  mutating func knownSecrets(in text: ArraySlice<UInt8>, depth: Int) -> [Edit]
  /// Returns the edit of a part that encodes another text; nil to keep it.
  ///
  /// - Parameter edits: The edits of the other text, at least one.
  mutating func edit(of part: EncodedPart, _ edits: [Edit], in text: ArraySlice<UInt8>) -> Edit?
  /// Returns the edits of text in two bytes for each unit; nil if the bytes are something else.
  mutating func wideEdits(in body: ArraySlice<UInt8>, depth: Int) -> [Edit]?
  mutating func ruleEdits(in text: ArraySlice<UInt8>) -> [Edit]
}

/// The reliability of a secret's name, the best of which is used.
package enum SecretEvidence: Int, Sendable {
  /// A cookie or a position, whose name can be anything.
  case place
  case shape
  case named
}

extension SecretWalk {
  /// Does something with another value of a property for that time.
  package mutating func with<Value, Result>(
    _ property: WritableKeyPath<Self, Value>, _ value: Value, _ body: (inout Self) -> Result
  ) -> Result {
    let outer = self[keyPath: property]
    self[keyPath: property] = value
    defer { self[keyPath: property] = outer }
    return body(&self)
  }

  // MARK: - Texts and bodies

  package mutating func text(_ text: String) -> String { replacing(in: text) { $0.edits(in: $1) } }

  /// Returns the value of a header field or the like without its secrets.
  package mutating func value(_ value: String, named name: String) -> String {
    // A field is part of the protocol, in an answer too.
    with(\.decision, decision.inside(.sent)) { walk in
      walk.replacing(in: value) { $0.edits(of: $1, named: name) }
    }
  }

  /// Returns a text without what a search finds.
  package mutating func replacing(in text: String, _ find: (inout Self, ArraySlice<UInt8>) -> [Edit]) -> String {
    let bytes = Array(text.utf8)[...]
    unpackedCount = 0
    let edits = find(&self, bytes)
    return edits.isEmpty || isLearning ? text : String(decoding: edits.apply(to: bytes), as: UTF8.self)
  }

  /// Returns a body without its secrets. One that cannot be searched cannot stay.
  package mutating func body(_ body: Data, type: String, coding: String) -> Data {
    let bytes = Array(body)[...]
    unpackedCount = 0
    let edits =
      bytes.isClosed(type: type, coding: coding) && wideEdits(in: bytes, depth: 0) == nil
      ? [concealed(body: bytes)] : edits(inBody: bytes, type: type, depth: 0)
    return edits.isEmpty || isLearning ? body : Data(edits.apply(to: bytes))
  }

  private mutating func concealed(body: ArraySlice<UInt8>) -> Edit {
    conceal(body.indices, of: body, called: "compressed-body", .named, spreads: false)
  }

  // MARK: - In any format

  /// Returns the edits of a text of any kind, in a number of encodings: prose, a URL, a form, JSON, a field's value.
  package mutating func edits(in text: ArraySlice<UInt8>, depth: Int = 0) -> [Edit] {
    guard text.count >= 4 else { return [] }
    let profile = TextProfile(text)
    // Most texts of a recording are plain: titles, dates, ids, the names of fields.
    if profile.isPlain { return ruleEdits(in: text) + knownSecrets(in: text, depth: depth) }
    // JSON in JSON doubles its backslashes with each level, so there are never many.
    if depth < 24, profile.has(.bracket), let edits = jsonEdits(in: text, depth: depth) { return edits }
    // No service nests more encodings, and each level costs a pass over the text.
    guard depth < 5 else { return knownSecrets(in: text, depth: depth) }
    if profile.has(.bracket), profile.has(.lineBreak), let lines = JSONWalker.lines(of: text) {
      // Secrets across several lines are found in the whole.
      return knownSecrets(in: text, depth: depth) + lines.flatMap { self.edits(in: $0, depth: depth + 1) }
    }
    // If two of these have the same range, the first applies: the name of a secret takes precedence over its form.
    let named = profile.has(.nameMark) ? namedEdits(in: text, isMarkup: profile.has(.tag), depth: depth) : []
    var edits = named
    edits.add(shapeEdits(in: text, named: named))
    edits.add(ruleEdits(in: text))
    edits.add(knownSecrets(in: text, depth: depth))
    if profile.longestWord >= Base64Text.shortest { edits.add(encodedEdits(in: text, depth: depth)) }
    for encoding in DecodedView.encodings(of: text, profile) {
      guard let view = DecodedView(text, undoing: encoding) else { continue }
      let isDecoded = decision.isPercentDecoded || encoding == .percent || encoding == .form && profile.has(.percent)
      // A plus is a space only in forms, so a text with one is read both ways; but the ways must not multiply.
      let found = with(\.decision.isPercentDecoded, isDecoded) { walk in
        encoding == .form && depth > 1
          ? walk.knownSecrets(in: view.bytes[...], depth: depth) : walk.edits(in: view.bytes[...], depth: depth + 1)
      }
      if !found.isEmpty { edits.add(found.map(view.original)) }
    }
    return edits
  }

  // MARK: - By name

  /// Returns the edits of the values with secret names, in any format but JSON.
  private mutating func namedEdits(in text: ArraySlice<UInt8>, isMarkup: Bool = false, depth: Int) -> [Edit] {
    NamedPlaces.edits(in: text, isMarkup: isMarkup, name: { name($0) }) { value, name, looseness in
      decision.isSecret(value, named: name, looseness) ? credentialEdits(value, named: name, depth: depth) : []
    }
  }

  /// Returns the edits of JSON; nil for other text.
  package mutating func jsonEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit]? {
    guard let first = text.first(where: { $0 > 0x20 }), first | 0x20 == UInt8(ascii: "{") else { return nil }
    if depth == 0 { unpackedCount = 0 }
    let bytes = Array(text)
    let json = JSONText(bytes, isUTF8: false)
    // A text for readers may contain only the start of a body.
    if let problem = json.problem, decision.source != .shown || problem.offset < bytes.count { return nil }
    let places = isLearning ? [] : known.places(in: UnsafeBufferPointer(start: json.bytes, count: json.length))
    let edits = JSONWalker.edits(in: json, bytes, known: places, readsAll: hasRules, name: { name($0) }) {
      kind, value, names in
      guard kind == .number else { return valueEdits(value, names: names, depth: depth) }
      return numberEdit(value, named: decision.name(thatHidesNumber: names)?.text).map { [$0] } ?? []
    }
    return text.startIndex == 0 ? edits : edits.map { $0.moved(by: text.startIndex) }
  }

  /// Returns the edits of a field of cookies, or of another value with one name.
  package mutating func edits(of value: ArraySlice<UInt8>, named text: String) -> [Edit] {
    let name = name(text)
    return cookieEdits(value, named: name) ?? valueEdits(value, names: [name], depth: 0)
  }

  private mutating func valueEdits(_ value: ArraySlice<UInt8>, names: [ValueName], depth: Int) -> [Edit] {
    guard let name = decision.name(thatHides: value, names) else { return edits(in: value, depth: depth + 1) }
    return credentialEdits(value, named: name, depth: depth)
  }

  /// Returns the edits of a value that is a secret: all of it except its scheme.
  private mutating func credentialEdits(_ value: ArraySlice<UInt8>, named name: ValueName, depth: Int) -> [Edit] {
    if let edits = cookieEdits(value, named: name) { return edits }
    guard let start = AuthorizationScheme.end(in: value) else {
      learnInside(value, depth: depth)
      let spreads = decision.spreads(value, named: name)
      return [conceal(value.indices, of: value, called: name.text, .named, spreads: spreads)]
    }
    let credentials = value[start...]
    // `Bearer ${token}` and `Bearer null` reveal nothing.
    if OrdinaryText.isOrdinary(credentials) { return [] }
    learnInside(credentials, depth: depth)
    if let password = AuthorizationScheme.password(in: credentials) {
      _ = conceal(password.indices, of: password, called: "password", .named, spreads: true)
    }
    return [conceal(credentials.indices, of: value, called: name.text, .named, spreads: true)]
  }

  /// Learns the secrets inside a secret that is replaced whole, such as the parts of a signature.
  private mutating func learnInside(_ value: ArraySlice<UInt8>, depth: Int) {
    guard isLearning else { return }
    _ = with(\.decision.isInsideCredential, true) { $0.edits(in: value, depth: depth + 1) }
    // A token may appear elsewhere without the encoding that it needs here.
    guard let view = DecodedView(value, undoing: .percent) else { return }
    _ = conceal(view.bytes.indices, of: view.bytes[...], called: "value", .place, spreads: true)
  }

  private mutating func cookieEdits(_ field: ArraySlice<UInt8>, named name: ValueName) -> [Edit]? {
    CookieField(field, named: name).map { cookies in
      cookies.cookies.compactMap { cookieEdit(field[$0.range], named: $0.name) }
        + cookies.attributes.flatMap { namedEdits(in: $0, depth: 1) }
    }
  }

  /// Returns the edit of a cookie's value: all of it, since a server may keep anything there.
  package mutating func cookieEdit(_ value: ArraySlice<UInt8>, named text: String) -> Edit? {
    guard let cookie = decision.cookie(value, named: name(text)) else { return nil }
    if cookie.isSecret || cookie.isAddress { learnInside(value, depth: 1) }
    // A cookie is a credential, which changes. An address, and a value of which any cookie may have the same, are its alone.
    return with(\.decision.isInsideCredential, true) {
      $0.conceal(
        value.indices, of: value, called: text, cookie.isNamed ? .named : .place,
        spreads: cookie.isSecret && !cookie.isAddress)
    }
  }

  // MARK: - In an encoding

  /// Returns the edits inside base64 and hexadecimal that hold text.
  private mutating func encodedEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    Base64Text.edits(in: text) { run in
      EncodedPart(run, of: text).flatMap { encodedEdit($0, in: text, depth: depth) }
    }
  }

  /// Returns the edit of a part that encodes another text, for the secrets in that.
  ///
  /// In a cursor or a state, which only the service reads, a name in doubt says nothing.
  package mutating func encodedEdit(_ part: EncodedPart, in text: ArraySlice<UInt8>, depth: Int) -> Edit? {
    let content = part.content[...]
    let edits = with(\.decision.isInsideEncoded, true) { walk in
      // Tokens and cookies may be compressed before they become base64.
      Compression(of: content) != nil
        ? walk.edits(inBody: content, type: "", depth: depth + 1) : walk.edits(in: content, depth: depth + 1)
    }
    return edits.isEmpty ? nil : edit(of: part, edits, in: text)
  }

  // MARK: - By shape

  /// Returns the edits of the secrets that have a shape.
  ///
  /// - Parameters:
  ///   - text: Text of any kind.
  ///   - named: The edits of values with secret names. Any other key may name a resource.
  package mutating func shapeEdits(in text: ArraySlice<UInt8>, named: [Edit]? = nil) -> [Edit] {
    SecretShapes.findings(
      in: text, includingUsers: decision.source == .shown, slashesDivide: !decision.isPercentDecoded
    ).map {
      finding in
      var edit = conceal(finding.range, of: text, called: finding.name, .shape, spreads: true)
      if let start = finding.start { edit.range = start..<edit.range.upperBound }
      if let named, finding.tellsApart, isLearning, !decision.isInsideCredential,
        !named.contains(where: { $0.range.overlaps(finding.range) })
      {
        tellApart(text[finding.range])
      }
      return edit
    }
  }

  // MARK: - Bodies

  package mutating func edits(inBody body: ArraySlice<UInt8>, type: String, depth: Int) -> [Edit] {
    if depth < 3, let boundary = MultipartBody.boundary(of: type) {
      let multipart = MultipartBody(body, boundary: boundary)
      return knownSecrets(in: body, depth: depth)
        + multipart.outside.flatMap { edits(inBody: $0, type: "", depth: depth + 1) }
        + multipart.parts.flatMap { edits(in: $0, depth: depth) }
    }
    switch decision.isAnswer ? ProgramText(type: type) : nil {
    case .stylesheet: return shapeEdits(in: body) + knownSecrets(in: body, depth: depth)
    case .script:
      return with(\.decision.isInScript, true) {
        $0.shapeEdits(in: body) + $0.knownSecrets(in: body, depth: depth) + $0.namedEdits(in: body, depth: depth)
      }
    case nil: break
    }
    if body.isText { return edits(in: body, depth: depth) }
    if depth < 4, let compression = Compression(of: body) {
      switch compression.unpacked(body, most: Compression.mostBytes - unpackedCount) {
      case .plain(let plain):
        unpackedCount += plain.count
        let edits = edits(inBody: plain[...], type: type, depth: depth + 1)
        guard !isLearning, edits.apply(to: plain[...]) != plain else { return [] }
        return [concealed(body: body)]
      // What is too large to be searched cannot stay.
      case .immense: return [concealed(body: body)]
      case .damaged: break
      }
    }
    return wideEdits(in: body, depth: depth) ?? shapeEdits(in: body) + knownSecrets(in: body, depth: depth)
  }

  private mutating func edits(in part: MultipartBody.Part, depth: Int) -> [Edit] {
    let content = part.content
    let head = edits(in: part.head, depth: depth + 1)
    if let name = part.name.map({ self.name($0) }), content.isText, decision.isSecret(content, named: name) {
      return head + credentialEdits(content, named: name, depth: depth)
    }
    return head + edits(inBody: content, type: part.headers["Content-Type"] ?? "", depth: depth + 1)
  }
}
