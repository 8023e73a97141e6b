/// An exchange as text.
struct ExchangeText {
  let terminal: Terminal

  /// One line.
  ///
  /// - Parameters:
  ///   - entry: The exchange.
  ///   - number: Its number.
  ///   - note: The text at the end; nil for the duration.
  func line(of entry: HAR.Entry, number: Int, note: String? = nil) -> String {
    let request = entry.request
    let status = entry.response.status
    return "\(terminal.coloured("#\(number)", .bold)) \(request.method.printable) \(request.url.printable) → "
      + "\(terminal.coloured("\(status)", colour(of: status))) \(terminal.coloured(note ?? entry.time.readableTime, .faint))"
  }

  /// Returns the whole exchange.
  func text(of entry: HAR.Entry, number: Int, note: String? = nil) -> String {
    var lines = [line(of: entry, number: number, note: note)]
    lines += fields(entry.request.headers.map { ($0.name, $0.value) })
    lines += body(entry.request.postData?.text ?? "", isBase64: false)
    lines.append(
      "\(terminal.coloured("\(entry.response.status)", colour(of: entry.response.status))) \(entry.response.statusText.printable)"
    )
    lines += fields(entry.response.headers.map { ($0.name, $0.value) })
    lines += body(entry.response.content.text ?? "", isBase64: entry.response.content.encoding == "base64")
    return lines.joined(separator: "\n")
  }

  /// Returns a message.
  func text(of message: HTTPMessage) -> String {
    let text = String(decoding: message.encoded(), as: UTF8.self)
    let first = text.prefix { $0 != "\n" }
    let fields = fields(message.headers.map { ($0.name, $0.value) })
    let body = body(
      String(data: message.body, encoding: .utf8) ?? message.body.base64EncodedString(),
      isBase64: String(data: message.body, encoding: .utf8) == nil)
    return ([terminal.coloured(String(first).printable, .bold)] + fields + body).joined(separator: "\n")
  }

  private func fields(_ fields: [(name: String, value: String)]) -> [String] {
    fields.map { "  \(terminal.coloured($0.name.printable, .name)): \($0.value.printable)" }
  }

  private func body(_ text: String, isBase64: Bool) -> [String] {
    guard !text.isEmpty else { return [] }
    if isBase64 {
      return ["", "  \(terminal.coloured("(\((Data(base64Encoded: text)?.count ?? 0).readableSize))", .faint))"]
    }
    return [""] + text.printableLines.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
  }

  private func colour(of status: Int) -> Colour {
    switch status {
    case 200..<300: .good
    case 300..<400: .doubtful
    default: .bad
    }
  }
}
