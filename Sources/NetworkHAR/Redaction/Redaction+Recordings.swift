extension Redaction {
  /// Removes the secrets from a recording, in all parts of all entries.
  ///
  /// Existing placeholders stay, and new ones count on from them, so that entries can be added later. Bodies beside the recording
  /// are not included: read them first, as ``HAR/init(_:file:readingFile:)`` does.
  ///
  /// A redacted recording still answers. If a request has a placeholder of the recording, such as a token from an earlier answer,
  /// the exchange with that placeholder answers. Any other secret counts as equal to every recorded one, so the test's
  /// credentials do not matter. If exchanges that differ only in their secrets have different answers, the request is not
  /// answered, and the issue lists them.
  ///
  /// A service's key that names a resource, as in `/v1/keys/sk_live_…`, is found by its placeholder, which ends in a short keyed
  /// digest: `REDACTED-api-key-1~5f3a09c1`. Guessable values never have a digest. Page tokens, cursors and idempotency keys are not
  /// credentials, and stay.
  ///
  /// - Parameter har: The recording.
  /// - Returns: A recording that can be committed.
  public func redacted(_ har: HAR) -> HAR { redact(har) { $0.har($1) } }

  /// Removes the secrets from exchanges of one recording.
  ///
  /// - Parameter exchanges: The exchanges.
  /// - Returns: The exchanges with placeholders; the same secret has the same one in all of them.
  public func redacted(_ exchanges: [RecordedExchange]) -> [RecordedExchange] {
    redact(exchanges) { redactor, exchanges in exchanges.map { redactor.exchange($0) } }
  }

  /// Removes the secrets from an exchange.
  ///
  /// - Parameter exchange: The exchange.
  /// - Returns: The exchange with placeholders.
  public func redacted(_ exchange: RecordedExchange) -> RecordedExchange {
    redact(exchange) { $0.exchange($1) }
  }

  /// Removes the secrets from messages; the same secret has the same placeholder in all of them.
  package func redacted(_ messages: [HTTPMessage]) -> [HTTPMessage] {
    redact(messages) { redactor, messages in messages.map { redactor.message($0) } }
  }

  /// Removes the secrets from a message.
  ///
  /// - Parameter message: The request or response.
  /// - Returns: The message with placeholders.
  public func redacted(_ message: HTTPMessage) -> HTTPMessage { redact(message) { $0.message($1) } }
}

extension Redaction {
  /// Normalizes a request for the comparison of live and recorded requests.
  ///
  /// In it, every secret is the word `REDACTED`, and so is every placeholder of a recording, numbered or not. A live request has
  /// this form whatever its secrets are, and a recorded one has the same, redacted or not. A key that distinguishes resources
  /// keeps its digest, as in `REDACTED~5f3a09c1`. The form depends only on the request, so it can be the key of an index.
  ///
  /// ```swift
  /// let key = HTTPMessage.request(redaction.normalized(live))
  /// let isSame = key == HTTPMessage.request(redaction.normalized(recorded))
  /// ```
  ///
  /// Compare messages or parts: some platforms consider values of `URLRequest` equal whose bodies and fields differ.
  ///
  /// - Parameter request: A live request, or a recorded one.
  /// - Returns: The request to compare; never send it.
  package func normalized(_ request: URLRequest) -> URLRequest {
    var copy = concealed(request)
    let address = copy.url?.absoluteString ?? ""
    let plain = unnumbered(address)
    if plain != address { copy.url = URL(string: plain) }
    let length = copy.httpBody?.count ?? 0
    copy.httpBody = copy.httpBody.map { body in
      String(data: body, encoding: .utf8).map { Data(unnumbered($0).utf8) } ?? body
    }
    for (name, value) in copy.allHTTPHeaderFields ?? [:] {
      let isLength = name.lowercased() == "content-length" && value == "\(length)"
      copy.setValue(isLength ? "\(copy.httpBody?.count ?? 0)" : unnumbered(value), forHTTPHeaderField: name)
    }
    return copy
  }

  /// Conceals the secrets of a request like ``normalized(_:)``, and keeps the placeholders of a recording, which say which secret is
  /// meant.
  func concealed(_ request: URLRequest) -> URLRequest {
    redact(request, style: .bare) { $0.request($1) }
  }

  /// Returns whether a live text equals a recorded one, in which each placeholder may stand for anything.
  ///
  /// A secret that another exchange revealed has a placeholder in a place where the live text is not recognisable as a secret,
  /// such as an account number in a path. Use this if ``normalized(_:)`` finds no recorded request. A placeholder with a digest
  /// stands only for itself. What the recording does not keep, such as the content of a file, may be anything too.
  ///
  /// - Parameters:
  ///   - live: A URL, a field or a body of a live request.
  ///   - recorded: The same part of a recorded request.
  /// - Returns: Whether they agree in everything but the placeholders.
  package func agrees(_ live: String, with recorded: String) -> Bool {
    // A body that may have been there.
    if recorded == UnrecordedBody.mark { return true }
    let text = Array(recorded.utf8)[...]
    var gaps = UnrecordedBody.mark.utf8.flatMap { text.places(of: $0) }.map { $0..<($0 + 1) }
    if isActive { gaps += Placeholder.places(in: text).filter { Placeholder.digest(text[$0]).isEmpty } }
    var pieces: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    for gap in gaps.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      pieces.append(text[start..<gap.lowerBound])
      start = gap.upperBound
    }
    return Wildcards.match(Array(live.utf8)[...], pieces: pieces + [text[start...]], atLeast: 1)
  }
}

extension Redaction {
  /// A text of a recording with the bare word `REDACTED` for each of its placeholders, and the digests of those that have one.
  ///
  /// It costs far less than ``normalized(_:)``, and is the same for a text that was already redacted: the index of a large
  /// recording is built from it.
  ///
  /// - Parameter recorded: A URL, a field or a body of a recording.
  /// - Returns: The text, with its secrets if it was never redacted.
  package func unnumbered(_ recorded: String) -> String {
    isActive ? Placeholder.replacing(in: recorded, Placeholder.unnumbered) : recorded
  }
}
