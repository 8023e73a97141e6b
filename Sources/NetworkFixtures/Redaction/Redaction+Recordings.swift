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

  /// Takes the secrets out of a message.
  ///
  /// - Parameter message: The request or response.
  /// - Returns: The message with placeholders.
  public func redacted(_ message: HTTPMessage) -> HTTPMessage {
    var redactor = Redactor(self)
    return redactor.redact(message) { $0.message($1) }
  }

  /// Takes the secrets out of a text: a log line, a URL, JSON.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text with placeholders.
  public func redacted(_ text: String) -> String {
    var redactor = Redactor(self)
    return redactor.redact(text) { $0.text($1) }
  }
}
