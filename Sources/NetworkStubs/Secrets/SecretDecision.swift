/// The decision whether a value is a secret: by its name, by what it looks like, and by where it comes from.
///
/// Both walks ask it: the one over what is shown, and the one over what is written. Its test prints the decisions as a table.
package struct SecretDecision: Sendable {
  /// The source of a text, which says how much its names decide.
  package enum Source: String, CaseIterable, Sendable {
    /// A text for readers, which hides a little more, since many people read the logs of builds.
    case shown
    /// Not known: as in an answer, but for numbers.
    case unknown
    /// Sent by a client, whose names are those of its credentials.
    case sent
    /// Handed out for use as a credential: the answer to a sign-in.
    case handedOut
    case answered
  }

  /// A value without quotation marks, in code or prose: the rest of a line that begins with its name, or another word.
  package enum Looseness: Sendable { case line, word }

  package var source: Source
  /// Whether it is in an answer, whose names may be those of a program.
  package var isAnswer: Bool
  /// Whether it is inside an encoded text, such as a cursor, where names in doubt say nothing.
  package var isInsideEncoded = false
  /// Whether it is at a header field.
  package var isField = false
  /// Whether it is in a script, whose words are those of a program.
  package var isInScript = false

  /// Whether it is inside a credential, which does not distinguish resources.
  package var isInsideCredential = false
  /// Whether percent-encoding was undone, so that a slash need not divide a path.
  package var isPercentDecoded = false

  package init(source: Source) {
    self.source = source
    isAnswer = source != .shown && source != .sent
  }

  /// Returns the decision in a part from another source; in a text for readers, only whether that is an answer matters.
  package func inside(_ part: Source) -> Self {
    var copy = self
    if source != .shown { copy.source = part }
    copy.isAnswer = part != .sent
    return copy
  }

  /// Returns the name that makes a value a secret, of those around it, the nearest first.
  package func name(thatHides value: ArraySlice<UInt8>, _ names: [ValueName]) -> ValueName? {
    // What an answer says about the fields of a form has their names.
    let isAboutFields = source != .sent && source != .shown && names.contains(where: \.isAboutFields)
    for position in names.indices where isSecret(value, named: names[position]) {
      let name = names[position]
      if isAboutFields, !name.isDeclared { return nil }
      if position == 0 || isSecret(value, named: names[0], inside: name) { return name }
    }
    return nil
  }

  /// Returns the name that makes a number a secret; `passwordCount` is about one.
  package func name(thatHidesNumber names: [ValueName]) -> ValueName? {
    guard names.first?.isAbout != true else { return nil }
    return names.first { name in
      let isMeant = source == .shown || name.isNumeric && (source != .answered || !name.isAmbiguous)
      return name.verdict == .secret && isMeant
    }
  }

  /// Returns whether the value with a name is a secret.
  package func isSecret(_ value: ArraySlice<UInt8>, named name: ValueName, _ looseness: Looseness? = nil) -> Bool {
    if isInScript {
      let isKey = looseness == nil && KeyLikeness(value).isKeyLike && !OrdinaryText.isCode(value)
      guard isKey || SecretShapes.isKey(value) else { return false }
    }
    if name.verdict == .secret { return isSecret(value, name, looseness) }
    guard name.verdict == .doubtful || isField && name.isField, !OrdinaryText.isOrdinary(value) else {
      return false
    }
    return source == .shown && name.isHidden || mayBeSecret(value, name)
  }

  /// Returns whether the form of a value says that it is a secret, where its name does not.
  private func mayBeSecret(_ value: ArraySlice<UInt8>, _ name: ValueName) -> Bool {
    // What identifies is no secret, and an encoded text is what it is.
    guard value.count <= 4_096, !name.isIdentity, !isInsideEncoded || SecretShapes.isKey(value) else { return false }
    if Placeholder.isPlaceholder(value) || SecretShapes.isKey(value) { return true }
    if OrdinaryText.isPath(value) || OrdinaryText.isNumbered(value)
      || !name.isSession && !isField && OrdinaryText.isIdentifier(value)
    {
      return false
    }
    let likeness = KeyLikeness(value)
    let isShort = isField && name.isField || name.isSession && (value.count >= 12 || source == .handedOut)
    return likeness.isKeyLike || isShort && likeness.mayBeKey && !likeness.isNumber && !likeness.isNumberedWord
  }

  /// Returns whether a value is a secret under the name of one.
  private func isSecret(_ value: ArraySlice<UInt8>, _ name: ValueName, _ looseness: Looseness?) -> Bool {
    if OrdinaryText.isOrdinary(value) { return false }
    if name.isDeclared || source == .shown || Placeholder.isPlaceholder(value) { return true }
    if isInsideEncoded, name.isAmbiguous { return false }
    // `truncated_token=3xyz` is a note.
    if source == .sent, looseness == nil { return !name.isAmbiguous || name.isCode || value.count >= 6 }
    if OrdinaryText.isSentence(value) || OrdinaryText.isPath(value, fromRoot: true) { return false }
    // On a line of its own, an unambiguous name decides for what no program contains.
    let isLoose = looseness == .word || looseness == .line && (name.isAmbiguous || OrdinaryText.isCode(value))
    let needsKey = isLoose || name.isPlural || name.isAmbiguous && source != .handedOut
    guard needsKey else { return !OrdinaryText.isConstant(value) }
    let likeness = KeyLikeness(value)
    return likeness.mayBeKey && !(name.isAmbiguous && likeness.isNumberedWord)
      || AuthorizationScheme.end(in: value) != nil
  }

  /// Returns whether a member of an object with a secret's name is itself one.
  private func isSecret(_ value: ArraySlice<UInt8>, named name: ValueName, inside outer: ValueName) -> Bool {
    // The public part of a key: RFC 7517.
    if StandardNames.webKeys.contains(outer.plain), StandardNames.publicMembers.contains(name.text) {
      return false
    }
    // The name of a schema, or of an object with such a name.
    if name.text == "$ref" || value.elementsEqual(outer.text.utf8) || StandardNames.isUser(name.plain) {
      return false
    }
    // In `credentials`, neither the `type` is a secret nor a word of two letters; in an answer, only what may be a key.
    // The same goes for several, as in `domain_secrets`, each of which says more than its secret.
    if source != .sent || outer.isPlural, source != .shown, !outer.isDeclared {
      let isIdentity = name.isIdentity && StandardNames.isIdentity(outer.plain + name.plain)
      if isIdentity || !KeyLikeness(value).mayBeKey { return false }
    }
    return value.count >= 4 && !name.isAbout || KeyLikeness(value).isKeyLike
  }

  /// A cookie's value, which a server may use for anything, so it is always hidden.
  package struct Cookie {
    /// Whether its name says that it is a secret.
    package let isNamed: Bool
    /// Whether it is a secret everywhere: `theme=dark` must not remove every "dark".
    package let isSecret: Bool
    package let isAddress: Bool
  }

  /// Returns what is known of a cookie's value; nil for one that reveals nothing.
  package func cookie(_ value: ArraySlice<UInt8>, named name: ValueName) -> Cookie? {
    let isAddress = value.starts(with: "http".utf8)
    guard !value.isEmpty, isAddress || !OrdinaryText.isOrdinary(value) else { return nil }
    let isNamed = name.verdict == .secret || name.isSession
    let likeness = KeyLikeness(value)
    let isSecret = isNamed && !(likeness.isWord && OrdinaryText.isCode(value)) || likeness.isKeyLike
    return Cookie(isNamed: isNamed, isSecret: isSecret, isAddress: isAddress)
  }

  /// Returns whether a value with a secret's name is searched for everywhere: an ordinary word under it must not go from all texts.
  package func spreads(_ value: ArraySlice<UInt8>, named name: ValueName) -> Bool {
    if source == .shown { return name.verdict == .secret || KeyLikeness(value).isKeyLike }
    let isWord = name.isAmbiguous || source == .answered
    // Words that are no pass phrase are found in other texts by chance.
    if !name.isDeclared, !StandardNames.isPassword(name.plain), OrdinaryText.isSentence(value) { return false }
    return name.isDeclared || !(isWord && KeyLikeness(value).isWord && OrdinaryText.isCode(value))
  }

  /// Returns whether a secret can be searched for, and is not too common.
  package static func canSpread(_ secret: ArraySlice<UInt8>) -> Bool {
    secret.count >= 6 && !OrdinaryText.isOrdinary(secret) && !OrdinaryText.isCommon(secret)
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether a body has a content coding that cannot be undone here; most bodies are recorded decoded.
  package func isClosed(type: String, coding: String) -> Bool {
    let isCoded = coding.lowercased().split(separator: ",").contains {
      $0.trimmingCharacters(in: .whitespaces) != "identity"
    }
    guard isCoded, !isText else { return false }
    if let compression = Compression(of: self) { return compression.decompressed(self) == nil }
    return ["text/", "json", "xml", "urlencoded", "javascript"].contains { type.lowercased().contains($0) }
      || starts(with: [0x28, 0xB5, 0x2F, 0xFD])
  }
}

/// A language whose names are not those of credentials.
package enum ProgramText {
  /// A stylesheet, in which names say nothing.
  case stylesheet
  /// A script, in which a name is a secret's where its value is written like a key.
  case script

  package init?(type: String) {
    let type = type.lowercased()
    if type.contains("css") {
      self = .stylesheet
    } else if type.contains("javascript") || type.contains("ecmascript") {
      self = .script
    } else {
      return nil
    }
  }
}
