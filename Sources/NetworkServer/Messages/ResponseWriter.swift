/// The way in which an answer marks the end of its body.
enum ResponseFraming: Equatable {
  /// No body: the status or the method does not allow one.
  case none
  case counted(Int)
  case chunked
  /// The end of the connection.
  case close
}

/// A writer of the answer to one request.
struct ResponseWriter {
  let method: String
  let isOld: Bool
  /// Whether the connection stays open.
  private(set) var keepsAlive: Bool
  private(set) var framing = ResponseFraming.none
  /// Whether the head is written.
  private(set) var hasBegun = false
  /// The number of remaining bytes of a counted body.
  private var left = 0
  private var trailers: [HTTPHeaders.Field] = []
  /// The page that may read the answer, besides those of this origin.
  var crossOrigin: CrossOrigin?

  init(to head: RequestHead) {
    method = head.method
    isOld = head.isOld
    keepsAlive = head.keepsAlive
  }

  /// Makes the connection end with this answer.
  mutating func close() { keepsAlive = false }

  /// Writes a head.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The fields. Those named by `Trailer` follow the body.
  ///   - count: The size of the body, if it is known.
  ///   - output: The output.
  mutating func begin(status: Int, headers: HTTPHeaders, count: Int?, to output: inout OutgoingBytes) {
    output.append(begin(status: status, headers: headers, count: count))
  }

  /// Returns a head, with the parameters of `begin(status:headers:count:to:)`.
  mutating func begin(status: Int, headers: HTTPHeaders, count: Int?) -> String {
    hasBegun = true
    var text = status == 200 ? "HTTP/1.1 200 OK\r\n" : "HTTP/1.1 \(status) \(ReasonPhrase.of(status))\r\n"
    // A string that grows by its fields is copied again and again.
    text.reserveCapacity(512)
    let headers = crossOrigin?.allowing(headers) ?? headers
    var announced: Int?
    var hasDate = status < 200
    var late: [Substring] = []
    if let names = headers["Trailer"], !isOld { late = names.lowercased().split { $0 == "," || $0 == " " } }
    for field in headers {
      if !late.isEmpty, late.contains(field.name.lowercased()[...]) {
        trailers.append(field)
        continue
      }
      // Only names of these lengths matter here.
      let length = field.name.utf8.count
      switch length == 4 || length == 10 || length == 14 || length == 17 ? field.name.lowercased() : "" {
      case "date":
        hasDate = true
        Self.append(field, to: &text)
      case "content-length": announced = Int(field.value)
      case "transfer-encoding": break
      case "connection" where field.value.lowercased() == "close": close()
      case "connection" where status != 101: break
      default: Self.append(field, to: &text)
      }
    }
    // As every server with a clock has it (RFC 9110, section 6.6.1).
    if !hasDate { text += "Date: \(HTTPDate.text)\r\n" }
    frame(status: status, announced: announced, count: count)
    switch framing {
    // As for GET (RFC 9110, section 9.3.2), and never with 204 (section 8.6).
    case .none where status == 204: break
    case .none where method == "HEAD" || status == 304:
      if let count = announced ?? (status == 304 ? nil : count) { text += "Content-Length: \(count)\r\n" }
    case .none, .close: break
    case .counted(let count):
      text += "Content-Length: "
      text += String(count)
      text += "\r\n"
    case .chunked: text += "Transfer-Encoding: chunked\r\n"
    }
    if status == 101 {
      text += "\r\n"
      return text
    }
    if !keepsAlive { text += "Connection: close\r\n" } else if isOld { text += "Connection: keep-alive\r\n" }
    text += "\r\n"
    return text
  }

  private mutating func frame(status: Int, announced: Int?, count: Int?) {
    if method == "HEAD" || status == 204 || status == 304 || status < 200 {
      framing = .none
    } else if let announced {
      framing = .counted(announced)
      left = announced
    } else if !trailers.isEmpty || count == nil {
      framing = isOld ? .close : .chunked
      if isOld { close() }
    } else if let count {
      framing = .counted(count)
      left = count
    }
  }

  /// Writes a piece of the body.
  mutating func write(_ data: Data, to output: inout OutgoingBytes) {
    guard !data.isEmpty else { return }
    switch framing {
    case .none: return
    case .close: break
    case .counted:
      left -= data.count
    case .chunked:
      output.append("\(String(data.count, radix: 16))\r\n")
      output.append(data)
      output.append("\r\n")
      return
    }
    output.append(data)
  }

  /// Ends the body. If its length is not the announced one, the connection ends.
  mutating func end(to output: inout OutgoingBytes) {
    switch framing {
    case .none, .close: break
    case .counted: if left != 0 { close() }
    case .chunked:
      var text = "0\r\n"
      for field in trailers { Self.append(field, to: &text) }
      output.append(text + "\r\n")
    }
  }

  private static func append(_ field: HTTPHeaders.Field, to text: inout String) {
    text += field.name
    text += ": "
    // A line break would begin a field of its own.
    var value = field.value
    let isOneLine = value.withUTF8 { bytes in
      bytes[...].place(of: 0x0D) == nil && bytes[...].place(of: 0x0A) == nil && bytes[...].place(of: 0) == nil
    }
    text += isOneLine ? value : value.onOneLine
    text += "\r\n"
  }
}

/// The head of a whole answer, and what it was written from: the next answer to the same request often has the same head.
final class WrittenHead {
  private let status: Int
  private let headers: HTTPHeaders
  private let count: Int
  private let keepsAlive: Bool
  // It says the time.
  private let second = time(nil)
  let text: String
  /// The writer after it.
  let writer: ResponseWriter

  init(of response: HTTPResponse, by writer: ResponseWriter) {
    status = response.status
    headers = response.headers
    count = response.body.count
    keepsAlive = writer.keepsAlive
    var writer = writer
    text = writer.begin(status: status, headers: headers, count: count)
    self.writer = writer
  }

  /// Returns whether an answer to the same request has this head.
  func begins(_ response: HTTPResponse, _ writer: ResponseWriter) -> Bool {
    status == response.status && count == response.body.count && keepsAlive == writer.keepsAlive
      && second == time(nil)
      && headers.elementsEqual(response.headers) { $0.name.hasBytes(of: $1.name) && $0.value.hasBytes(of: $1.value) }
  }
}

extension String {
  /// Returns whether the bytes are the same, which Swift's own equality does not compare.
  fileprivate func hasBytes(of other: String) -> Bool {
    var text = self
    var other = other
    return text.withUTF8 { text in other.withUTF8 { text.hasBytes(of: $0) } }
  }

  fileprivate var onOneLine: String {
    String(String.UnicodeScalarView(unicodeScalars.map { ["\r", "\n", "\0"].contains($0) ? " " : $0 }))
  }
}
