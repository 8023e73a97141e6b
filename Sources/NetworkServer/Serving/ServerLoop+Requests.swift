// The stages of a request: its head, its body, its answer, and the next one.
extension ServerLoop {
  /// Handles incoming bytes, as far as the client receives the answers.
  func advance(_ connection: Connection) {
    repeat {
      if connection.webSocketEnd != nil { takeFrames(connection) } else { takeRequests(connection) }
      let wasBlocked = connection.isBlocked
      flush(connection)
      if !wasBlocked { return }
    } while !connection.isBlocked
  }

  /// Reads requests as far as they have come, and answers them in order.
  private func takeRequests(_ connection: Connection) {
    while !connection.isClosed, connection.ending == nil, connection.current == nil || connection.isReceiving,
      !connection.isFull, !connection.isBlocked
    {
      let step = connection.next { take($0, connection) }
      switch step {
      case .more:
        if connection.hasEnded { inputHasEnded(connection) }
        return
      case .head: begin(connection)
      case .body: if connection.body.count > configuration.limits.body { refuse(tooLarge(connection), on: connection) }
      case .end:
        connection.isReceiving = false
        connection.pause = nil
        if let current = connection.current {
          current.upload?.finish()
          if current.isAnswered { expectNext(connection) }
        } else {
          dispatch(connection)
        }
      case .refused(let refusal): refuse(refusal, on: connection)
      }
    }
  }

  private func begin(_ connection: Connection) {
    connection.isReceiving = true
    connection.body = Data()
    let isLarge: Bool
    switch connection.parser.head.framing {
    case nil, .counted(0): return
    case .counted(let count):
      isLarge = count > 65_536
      if !handler.streamsBodies, count > configuration.limits.body {
        return refuse(tooLarge(connection), on: connection)
      }
    case .chunked: isLarge = true
    }
    let head = connection.parser.head
    connection.pause = isLarge ? request(head, connection).flatMap(handler.pause) : nil
    connection.parser.head.isPaced = connection.pause != nil
    if handler.streamsBodies, isLarge { dispatch(connection) }
    if head.expectsContinue, connection.ending == nil { connection.output.append("HTTP/1.1 100 Continue\r\n\r\n") }
  }

  private func take(_ bytes: UnsafeBufferPointer<UInt8>, _ connection: Connection) {
    if let current = connection.current {
      // A reader that has answered needs no more of the body.
      if let upload = current.upload, !current.isAnswered { connection.isFull = !upload.add(bytes) }
    } else {
      connection.body.append(bytes)
    }
    connection.pause(after: bytes.count) { [mailbox, number = connection.number] in
      mailbox.post(Command(connection: number, request: 0, action: .resume))
    }
  }

  private func tooLarge(_ connection: Connection) -> Refusal {
    Refusal(
      status: 413, reason: "its body is larger than \(configuration.limits.body) bytes",
      title: connection.parser.head.title)
  }

  /// Passes a request to the handler.
  private func dispatch(_ connection: Connection) {
    let head = connection.parser.head
    if let refusal = configuration.pages.refusal(of: head) { return refuse(refusal, on: connection) }
    guard var request = request(head, connection) else {
      return refuse(
        Refusal(status: 400, reason: "its target is not a URL", bytes: Array(head.target.utf8), title: head.title),
        on: connection)
    }
    if head.method != "GET", let method = request.httpMethod, method != head.method {
      // Foundation writes some methods in capitals, and a stub would see another request than was sent.
      let reason = "methods are case-sensitive: write \(method) (RFC 9110, section 9.1)"
      return refuse(
        Refusal(status: 501, reason: reason, bytes: Array(head.method.utf8), title: head.title), on: connection)
    }
    connection.requestCount += 1
    let current = Connection.Current(
      number: connection.requestCount, head: head, writer: ResponseWriter(to: head))
    if isStopping || connection.isAtEnd { current.writer.close() }
    if configuration.pages.allowOthers { current.writer.crossOrigin = CrossOrigin(head, configuration.pages) }
    let responder = Responder(mailbox: mailbox, connection: connection.number, request: current.number)
    if connection.isReceiving {
      let command = Command(connection: connection.number, request: current.number, action: .resume)
      let upload = UploadStream { [mailbox] in mailbox.post(command) }
      current.upload = upload
      request.httpBodyStream = upload
    } else if !connection.body.isEmpty {
      request.httpBody = connection.body
      connection.body = Data()
    }
    connection.current = current
    if !connection.parser.isHeadRepeated {
      connection.lastTitle = head.title
      connection.lastAnswer = nil
    }
    // The handler's time does not count against the client.
    connection.deadline = nil
    if let preflight = current.writer.crossOrigin?.preflight(head) { return respond(connection, preflight) }
    switch handler.answer(request, head: head, responder: responder) {
    case .whole(let response): respond(connection, response)
    case .bytes(let data, let ending):
      connection.output.append(data)
      finish(connection, ending)
    case .later(let cancel): connection.current?.cancel = cancel
    }
    if connection.isReceiving { expectProgress(of: connection) }
  }

  func request(_ head: RequestHead, _ connection: Connection) -> URLRequest? {
    if connection.parser.isHeadRepeated, let request = connection.lastRequest { return request }
    connection.lastRequest = nil
    guard let url = head.url(base: configuration.base) else { return nil }
    // The client has its own time-outs.
    var request = URLRequest(url: url, cachePolicy: .useProtocolCachePolicy, timeoutInterval: 0)
    // Setting the method takes a while, and a new request has this one.
    if head.method != "GET" { request.httpMethod = head.method }
    var fields: [String: String] = [:]
    for field in head.fields + Self.harmless(connection.parser.trailers) {
      // The original name.
      let name = fields[field.name] == nil ? fields.keys.first { $0.isSameName(as: field.name) } : nil
      let key = name ?? field.name
      let separator = field.name.isSameName(as: "Cookie") ? "; " : ", "
      fields[key] = fields[key].map { $0 + separator + field.value } ?? field.value
    }
    request.allHTTPHeaderFields = fields
    // One with a body changes after this, and trailers may differ.
    if head.framing == nil { connection.lastRequest = request }
    return request
  }

  /// Returns the trailers that may be added to the fields: not those for routing, authentication or body coding (RFC 9110,
  /// section 6.5.1).
  private static func harmless(_ trailers: [HTTPHeaders.Field]) -> [HTTPHeaders.Field] {
    let kept = ["host", "connection", "authorization", "cookie"]
    return trailers.filter { !kept.contains($0.name.lowercased()) && !$0.name.lowercased().hasPrefix("content-") }
  }

  // Answers

  /// Writes a whole answer.
  func respond(_ connection: Connection, _ response: HTTPResponse) {
    if let current = connection.current {
      if let last = connection.lastAnswer, last.begins(response, current.writer) {
        current.writer = last.writer
        connection.output.append(last.text)
      } else {
        let answer = WrittenHead(of: response, by: current.writer)
        current.writer = answer.writer
        connection.output.append(answer.text)
        if connection.parser.isHeadRepeated { connection.lastAnswer = answer }
      }
      current.writer.write(response.body, to: &connection.output)
    }
    finish(connection, .next)
  }

  /// Writes the head of an answer.
  func begin(_ connection: Connection, _ status: Int, _ headers: HTTPHeaders) {
    connection.current?.writer.begin(status: status, headers: headers, count: nil, to: &connection.output)
  }

  /// Ends an answer.
  func finish(_ connection: Connection, _ ending: Ending) {
    guard ending == .next else {
      connection.current?.cancel = nil
      connection.ending = ending
      return
    }
    if let current = connection.current {
      current.writer.end(to: &connection.output)
      current.isAnswered = true
      current.cancel = nil
    }
    if !connection.isReceiving {
      expectNext(connection)
    } else {
      // The client still sends a body that is already answered.
      connection.ending = .close
    }
  }

  private func expectNext(_ connection: Connection) {
    let keepsAlive = connection.current?.writer.keepsAlive == true && !isStopping && !connection.isAtEnd
    connection.current = nil
    if keepsAlive { expectProgress(of: connection) } else { connection.ending = .close }
  }

  /// Answers an invalid request, and ends the connection.
  func refuse(_ refusal: Refusal, on connection: Connection) {
    handler.refuse(refusal)
    connection.release()
    var writer = ResponseWriter(to: connection.parser.head)
    writer.close()
    let body = Data("This request was refused: \(refusal.reason).\n".utf8)
    // No other answer is possible after one was begun.
    if connection.current == nil || connection.current?.writer.framing == ResponseFraming.none {
      writer.begin(
        status: refusal.status, headers: ["Content-Type": "text/plain; charset=utf-8"], count: body.count,
        to: &connection.output)
      writer.write(body, to: &connection.output)
    }
    connection.ending = .close
    flush(connection)
  }
}

extension String {
  fileprivate func isSameName(as other: String) -> Bool {
    utf8.count == other.utf8.count && lowercased() == other.lowercased()
  }
}
