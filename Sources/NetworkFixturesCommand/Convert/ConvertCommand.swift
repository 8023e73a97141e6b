/// The command that converts recordings to messages and back, and the output of `curl -i` to either.
struct ConvertCommand: Command {
  static let name = "convert"
  static let abstract = "convert recordings to .http messages and back, or curl's output to either"
  static let options = Options(values: ["--entry", "--url", "--method", "--date", "--format"], flags: ["--raw"])
  static let help = """
    Converts recordings to messages and back, and the output of curl -i to either. It takes out secrets on the way.

    Usage: network-fixtures convert INPUT … OUTPUT [options]

    The names say what the files are:
      recording.har folder/             each exchange as folder/001-get-items.request.http and ….response.http
      recording.har answer.http         the response of one exchange; --entry N says which, if there are several
      request.http response.http a.har  a recording of one exchange
      output.txt answer.http            the output of curl -i, as a message; - is standard input
      output.txt a.har --url URL        the output of curl -i, as a recording; --method if it was not GET
                                        A body in gzip or deflate is decompressed.

      --date DATE   sets the time of a new recording's exchange, such as 2026-11-21T09:00:00Z; the default is now
      --raw         leaves secrets in
      --format json lists the files as JSON on standard output

    Examples:
      swift package --allow-writing-to-package-directory network-fixtures convert login.har Tests/Fixtures/login/
      curl -is https://api.example.com/items | swift package … network-fixtures convert - Tests/Fixtures/items.http
    """

  private let inputs: [String]
  private let output: String
  private let entry: Int?
  private let url: String?
  private let method: String
  private let date: Date?
  private let redaction: Redaction
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    guard arguments.operands.count > 1 else { throw UsageError("Name a file to convert, and where the result goes.") }
    inputs = Array(arguments.operands.dropLast())
    output = arguments.operands[arguments.operands.count - 1]
    entry = try arguments.one("--entry").map { text in
      guard let number = Int(text), number > 0 else {
        throw UsageError("--entry takes a number from 1, not \(text.quoted).")
      }
      return number
    }
    url = try arguments.one("--url")
    method = try arguments.one("--method") ?? "GET"
    date = try arguments.one("--date").map { text in
      guard let date = try? Date(text, strategy: .iso8601) else {
        throw UsageError("--date takes a time such as 2026-11-21T09:00:00Z, not \(text.quoted).")
      }
      return date
    }
    redaction = arguments.has("--raw") ? .none : .standard
    isJSON = try arguments.isJSON(besides: output)
  }

  func run(in program: Program) throws -> ExitCode {
    let files: [(name: String, data: Data)]
    var problems: [String] = []
    var notes: [String] = []
    // Only recordings become folders, whatever their names are.
    if inputs[0].hasSuffix(".har") || output.hasSuffix("/") && !inputs[0].hasSuffix(".http") {
      guard inputs.count == 1 else { throw UsageError("One recording at a time: there are \(inputs.count).") }
      files = try messages(of: redaction.redacted(program.recording(inputs[0]).har), &problems, &notes)
    } else {
      files = [(output, try converted(program.read(inputs[0]), in: program))]
    }
    for (index, file) in files.enumerated() {
      try program.write(file.data, to: file.name, makingFolder: output.hasSuffix("/"))
      program.terminal.showProgress("Writing files:", index + 1, of: files.count)
    }
    if isJSON {
      program.terminal.print(JSONValue.array(files.map { .string($0.name) }).description)
    } else if output != "-" {
      program.terminal.printError("Wrote \(files.count.counted("file")): \(output.printable)")
    }
    for note in notes { program.terminal.printError("warning: \(note)") }
    for problem in problems { program.terminal.printError("error: \(problem)") }
    return problems.isEmpty ? .success : .failure
  }

  /// Returns the files that a recording is converted to.
  ///
  /// - Parameters:
  ///   - problems: Gets the entries that cannot be converted. The others are.
  ///   - notes: Gets the entries of which only the request can be converted, because no answer came.
  private func messages(
    of har: HAR, _ problems: inout [String], _ notes: inout [String]
  ) throws -> [(name: String, data: Data)] {
    let entries = har.log.entries
    if output.hasSuffix("/") {
      var files: [(name: String, data: Data)] = []
      for (index, entry) in entries.enumerated() {
        do {
          let exchange = try entry.exchange()
          let name = output + exchange.fileName(number: index + 1)
          files.append((name + ".request.http", HTTPMessage.request(exchange.request).encoded()))
          // A message without an answer cannot be read back.
          if (100...999).contains(exchange.response.status) {
            files.append((name + ".response.http", HTTPMessage.response(exchange.response).encoded()))
          } else {
            notes.append(place(index + 1, entry) + "No answer came, so only its request was written.")
          }
        } catch {
          problems.append(place(index + 1, entry) + "\(error)")
        }
      }
      return files
    }
    guard output.hasSuffix(".http") || output == "-" else {
      throw UsageError("A recording becomes a .http file, or several in a folder whose name ends with a slash.")
    }
    guard let entry = entry ?? (entries.count == 1 ? 1 : nil), entries.indices.contains(entry - 1) else {
      throw UsageError(
        "The recording has \(entries.count.counted("exchange")). Say which with --entry N, or name a folder for all.")
    }
    let response: HTTPResponse
    do {
      response = try entries[entry - 1].exchange().response
    } catch {
      throw UsageError(place(entry, entries[entry - 1]) + "\(error)")
    }
    guard (100...999).contains(response.status) else {
      throw UsageError(place(entry, entries[entry - 1]) + "No answer came, so there is no message to write.")
    }
    return [(output, HTTPMessage.response(response).encoded())]
  }

  /// Returns the place of an entry, before what is wrong with it.
  private func place(_ number: Int, _ entry: HAR.Entry) -> String {
    "\(inputs[0].printable), entry \(number), \(entry.title.printable): "
  }

  /// Returns the file that messages are converted to.
  private func converted(_ data: Data, in program: Program) throws -> Data {
    let isMessage = inputs[0].hasSuffix(".http")
    let first = try isMessage ? HTTPMessage(data, file: inputs[0]) : CurlOutput(data, file: inputs[0]).message
    if output.hasSuffix(".http") || output == "-" {
      guard inputs.count == 1 else {
        throw UsageError("Two messages become a recording: name one that ends with .har.")
      }
      return redaction.redacted(first).encoded()
    }
    guard output.hasSuffix(".har") else {
      throw UsageError("Messages become .http or .har files, not \(output.swiftLiteral).")
    }
    let second = try inputs.dropFirst().first.map { try HTTPMessage(program.read($0), file: $0) }
    guard inputs.count <= 2 else {
      throw UsageError("A recording has a request and a response; there are \(inputs.count) files.")
    }
    return redaction.redacted(try recording(of: first, second, at: date ?? program.now)).encoded()
  }

  private func recording(of first: HTTPMessage, _ second: HTTPMessage?, at date: Date) throws -> HAR {
    let messages = [first] + (second.map { [$0] } ?? [])
    let request = messages.first { $0.isRequest }, response = messages.first { !$0.isRequest }
    guard let response else { throw UsageError("There is no response among the files.") }
    let sent: URLRequest
    if let request {
      sent = try request.urlRequest(host: url.flatMap { URL(string: $0)?.host }.map { URLHost(rawValue: $0) })
    } else {
      guard let url, let address = URL(string: url), address.host != nil else {
        throw UsageError("A recording needs a request: give its URL with --url https://…, or give a .http file of it.")
      }
      var made = URLRequest(url: address)
      made.httpMethod = method
      sent = made
    }
    return HAR([RecordedExchange(request: sent, response: try response.httpResponse(), started: date)])
  }
}

extension HTTPMessage {
  fileprivate var isRequest: Bool {
    if case .request = startLine { true } else { false }
  }
}

extension RecordedExchange {
  /// Returns a name for its messages, such as `001-get-items-latest`.
  fileprivate func fileName(number: Int) -> String {
    let path = (request.url?.path ?? "").lowercased()
    let words = path.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.joined(separator: "-").prefix(60)
    let digits = String(number).count < 3 ? String(repeating: "0", count: 3 - String(number).count) : ""
    let method = (request.httpMethod ?? "GET").lowercased().filter(\.isLetter)
    return "\(digits)\(number)-\(method)" + (words.isEmpty ? "" : "-\(words)")
  }
}

/// The output of `curl -i`: the heads of redirects and interim responses, then the response.
struct CurlOutput {
  /// The last response.
  let message: HTTPMessage

  /// Parses the output.
  ///
  /// - Parameters:
  ///   - data: The output.
  ///   - file: Its origin, named in errors.
  /// - Throws: An `HTTPMessageError` if it does not begin with a head; a ``UsageError`` for a body that cannot be decompressed.
  init(_ data: Data, file: String) throws {
    var rest = data[...]
    var message = try HTTPMessage(Self.withVersion(Data(rest)), file: file)
    // Each head but the last is followed by another; a body that looks like a head cannot be recognised.
    while let end = Self.endOfHead(rest), rest[end...].starts(with: Data("HTTP/".utf8)) {
      rest = rest[end...]
      message = try HTTPMessage(Self.withVersion(Data(rest)), file: file)
    }
    message.body = try Self.decompressed(message.body, coding: Self.contentCoding(rest), file: file)
    self.message = message
  }

  /// Returns the body in the form of `curl --compressed`, which leaves the field unchanged.
  private static func decompressed(_ body: Data, coding: String, file: String) throws -> Data {
    guard !coding.isEmpty, coding != "identity", !body.isEmpty else { return body }
    let bytes = Array(body)[...]
    if let plain = Compression(of: bytes)?.decompressed(bytes) { return Data(plain) }
    guard body.firstOffsetThatIsNotUTF8 != nil else { return body }
    throw UsageError(
      "The body in \(file.swiftLiteral) is compressed as \(coding.quoted), which this command cannot decompress. Run curl with --compressed."
    )
  }

  private static func contentCoding(_ data: Data) -> String {
    guard let end = endOfHead(data), let head = String(data: data[..<end], encoding: .utf8) else { return "" }
    return head.firstMatch(of: #/(?im)^content-encoding:[ \t]*([^\r\n]*)/#).map { String($0.1).lowercased() } ?? ""
  }

  private static func endOfHead(_ data: Data) -> Data.Index? {
    let ends = [Data("\r\n\r\n".utf8), Data("\n\n".utf8)].compactMap { data.range(of: $0)?.upperBound }
    return ends.min()
  }

  /// Restores the minor version that curl omits in newer versions; curl has also undone the framing of the body.
  private static func withVersion(_ data: Data) -> Data {
    guard let end = endOfHead(data), var head = String(data: data[..<end], encoding: .utf8) else { return data }
    head = head.replacing(#/^HTTP/([23]) /#) { "HTTP/\($0.1).0 " }
    // A CR and its LF are one character, and an expression would find neither.
    head = head.replacing(
      #/(?im)^(?:transfer-encoding|content-encoding|content-length):[^\n]*\n/#.matchingSemantics(.unicodeScalar),
      with: "")
    return Data(head.utf8) + data[end...]
  }
}
