extension Redaction {
  /// Takes the secrets out of a recording, in all its entries and all their parts.
  ///
  /// Placeholders that are there already stay, and others count on from them, so that entries can be added later. Bodies
  /// that lie beside the recording are not in it: read them first, as ``HAR/init(_:file:readingFile:)`` does.
  ///
  /// - Parameter har: The recording.
  /// - Returns: A recording that can be committed.
  public func redacted(_ har: HAR) -> HAR {
    var redactor = Redactor(self)
    return redactor.redact(har) { $0.har($1) }
  }

  /// Takes the secrets out of exchanges of one recording.
  ///
  /// - Parameter exchanges: The exchanges.
  /// - Returns: The exchanges with placeholders; the same secret has the same one in all of them.
  public func redacted(_ exchanges: [RecordedExchange]) -> [RecordedExchange] {
    var redactor = Redactor(self)
    return redactor.redact(exchanges) { redactor, exchanges in exchanges.map { redactor.exchange($0) } }
  }

  /// Takes the secrets out of an exchange.
  ///
  /// - Parameter exchange: The exchange.
  /// - Returns: The exchange with placeholders.
  public func redacted(_ exchange: RecordedExchange) -> RecordedExchange {
    var redactor = Redactor(self)
    return redactor.redact(exchange) { $0.exchange($1) }
  }
}

extension Redaction {
  /// Brings a request into the form in which live and recorded requests are compared.
  ///
  /// Every secret is the word `REDACTED` in it, and so is every placeholder of a recording, numbered or not. A live
  /// request has this form whatever its secrets are, and a recorded one has the same, redacted or not. A key that tells
  /// resources apart keeps its digest, as in `REDACTED~5f3a09c1`. The form depends on the request alone, so that it can be
  /// the key of an index.
  ///
  /// ```swift
  /// let key = HTTPMessage.request(redaction.normalized(live))
  /// let isSame = key == HTTPMessage.request(redaction.normalized(recorded))
  /// ```
  ///
  /// Compare messages or parts: two values of `URLRequest` are equal to some platforms whose bodies and fields differ.
  ///
  /// - Parameter request: A live request, or a recorded one.
  /// - Returns: The request to compare; never send it.
  package func normalized(_ request: URLRequest) -> URLRequest {
    var redactor = Redactor(self, style: .bare)
    return redactor.redact(request) { $0.request($1) }
  }

  /// Whether a live text is a recorded one, where each placeholder of the recording may stand for anything.
  ///
  /// A secret that another exchange gave away has a placeholder in a place where nothing tells that the live text there
  /// is a secret, such as an account number in a path. Ask this where ``normalized(_:)`` finds no recorded request. A
  /// placeholder with a digest stands for itself alone.
  ///
  /// - Parameters:
  ///   - live: A URL, a field or a body of a live request.
  ///   - recorded: The same part of a recorded request.
  /// - Returns: Whether they agree in everything but the placeholders.
  package func agrees(_ live: String, with recorded: String) -> Bool {
    let text = Array(recorded.utf8)[...]
    var (pieces, start, index) = ([ArraySlice<UInt8>](), text.startIndex, text.startIndex)
    while index < text.endIndex {
      if isActive, let end = Placeholder.end(in: text, at: index) {
        let digest = Placeholder.digest(text[index..<end])
        if digest.isEmpty {
          pieces.append(text[start..<index])
          start = end
        }
        index = end
      } else {
        index += 1
      }
    }
    return Wildcards.match(Array(live.utf8)[...], pieces: pieces + [text[start...]], atLeast: 1)
  }
}

extension Redaction {
  /// A text of a recording with the bare word `REDACTED` for each of its placeholders, and the digests of those that have one.
  ///
  /// It costs far less than ``normalized(_:)``, and is the same for a text that was redacted before: an index of a large
  /// recording is made of it.
  ///
  /// - Parameter recorded: A URL, a field or a body of a recording.
  /// - Returns: The text, with its secrets if it was never redacted.
  package func unnumbered(_ recorded: String) -> String {
    let text = Array(recorded.utf8)[...]
    guard isActive, text.firstRange(of: Placeholder.bare[...]) != nil else { return recorded }
    var (result, index) = ([UInt8](), text.startIndex)
    while index < text.endIndex {
      if let end = Placeholder.end(in: text, at: index) {
        result += Placeholder.bare + Placeholder.digest(text[index..<end])
        index = end
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
