/// A fault of a network.
///
/// ```swift
/// @Test(arguments: NetworkFault.allCases)
/// func survives(_ fault: NetworkFault) async throws {
///   let transport = MockTransport(.any.respond(with: .fault(fault)))
///   let feed = Feed(loader: EndpointLoader(transport: transport, host: "test"))
///   await feed.refresh()
///   #expect(feed.message != nil)
/// }
/// ```
///
/// A fault waits only on a clock that the test chose, such as a ``/NetworkStubs/VirtualClock``: in real time, a time-out comes immediately and
/// a drip does not drip.
public struct NetworkFault: Hashable, Codable, Sendable {
  /// The effect, apart from its description.
  enum Effect: Hashable, Codable {
    /// No head arrives.
    case noAnswer
    case silence
    /// The body breaks off after this many bytes, or in the middle if nil.
    case breakOff(after: Int?)
    case stall
    case tooLong
    case truncatedJSON
    case wrongContentType
    case emptyBody
    case status(Int, retryAfter: Int?)
    case captivePortal
    case drip(pieces: Int, every: Duration)
  }

  /// The name.
  public let name: String
  /// The error of `URLSession` on this platform; nil for an answer, which then is not the one the app expects.
  public var code: URLError.Code? { codeNumber.flatMap { URLError.Code(rawValue: $0) } }

  private let codeNumber: Int?
  let effect: Effect

  init(_ name: String, _ code: URLError.Code?, _ effect: Effect) {
    self.name = name
    codeNumber = code?.rawValue
    self.effect = effect
  }
}

extension NetworkFault: CustomStringConvertible {
  /// The fault's name.
  public var description: String { name }
}

extension Answer {
  /// A fault in place of an answer; if part of an answer arrives, it is from a small JSON object.
  ///
  /// - Parameter fault: The fault.
  public static func fault(_ fault: NetworkFault) -> Self {
    json(["id": 1, "title": "Tea", "tags": ["green", "loose"]]).broken(by: fault)
  }

  /// Returns the answer as changed by a fault.
  ///
  /// ```swift
  /// .get("/items").respond(with: .fixture("items.json").broken(by: .connectionLost(afterBodyBytes: 100)))
  /// ```
  ///
  /// - Parameter fault: The fault. An answer that is already an error stays unchanged.
  public func broken(by fault: NetworkFault) -> Self {
    CaseNotes.note(fault.name)
    return changed { whole, isOnSocket in
      CaseNotes.note(fault.name)
      guard isOnSocket, let effect = fault.effectOnSocket else { return fault.spoiled(whole) }
      throw fault.onSocket(effect, whole)
    }
  }
}

extension NetworkFault {
  func spoiled(_ response: HTTPResponse) -> Answer {
    switch effect {
    case .noAnswer: .error(code ?? .unknown)
    case .silence: .silence
    case .breakOff(let count): broken(response, after: count ?? response.body.count / 2)
    case .stall:
      script(response.announcing(response.body.count), [.chunk(response.body.prefix(response.body.count / 2)), .stall])
    case .tooLong: .response(response.cut(to: response.body.count / 2))
    case .truncatedJSON:
      .response(response.hasOpenJSON ? response.cut(to: response.body.count / 2) : response.with(body: "{\"truncated"))
    case .wrongContentType: .response(response.with(contentType: "text/html; charset=utf-8"))
    case .emptyBody: .response(response.cut(to: 0))
    case .status(let status, let seconds):
      .text(
        status == 429 ? "Too Many Requests" : "Service Unavailable", status: status,
        headers: seconds.map { ["Retry-After": "\($0)"] } ?? [:])
    case .captivePortal:
      .response(response.with(body: Self.loginPage).with(contentType: "text/html; charset=utf-8"))
    case .drip(let pieces, let interval):
      .response(response.announcing(response.body.count)).delivered(.slowDrip(pieces: pieces, every: interval))
    }
  }

  private func broken(_ response: HTTPResponse, after count: Int) -> Answer {
    // More is announced than arrives, or the client would take it for the end.
    let head = response.announcing(max(response.body.count, count + 1))
    var body = response.body.prefix(count)
    body.append(Data(repeating: 0x20, count: count - body.count))
    return script(head, [.chunk(body), .failure(code ?? .networkConnectionLost)])
  }

  private func script(_ head: HTTPResponse, _ parts: [StreamPart]) -> Answer {
    // An empty chunk is not a chunk.
    .faultyStream(head, parts.filter { !$0.isEmpty })
  }

  private static let loginPage = """
    <!DOCTYPE html><html><head><title>Welcome</title></head>
    <body><form action="/login" method="post"><button>Accept and connect</button></form></body></html>
    """
}

extension HTTPResponse {
  fileprivate func announcing(_ count: Int) -> Self {
    var copy = self
    copy.headers["Content-Length"] = "\(count)"
    return copy
  }

  fileprivate func cut(to count: Int) -> Self {
    var copy = announcing(count)
    copy.body = Data(body.prefix(count))
    return copy
  }

  fileprivate func with(body text: String) -> Self {
    var copy = self
    copy.body = Data(text.utf8)
    return copy.announcing(copy.body.count)
  }

  fileprivate func with(contentType: String) -> Self {
    var copy = self
    copy.headers["Content-Type"] = contentType
    return copy
  }

  /// Whether half of the body is not JSON, unlike half of a number.
  fileprivate var hasOpenJSON: Bool { body.count > 1 && [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(body.first) }
}

extension NetworkFault {
  func onSocket(_ effect: SocketFault.Effect, _ whole: HTTPResponse) -> SocketFault {
    // Without an error, only a body that is too long happens on a socket.
    let outcome = code.map { .failed(URLError($0)) } ?? Exchange.Outcome.answered(whole.cut(to: whole.body.count / 2))
    return SocketFault(effect, of: whole, outcome: outcome)
  }

  /// The effect of the fault on a connection; nil for one that is an ordinary answer.
  ///
  /// Faults before there is a connection, such as a name without an address, are a reset there.
  var effectOnSocket: SocketFault.Effect? {
    switch self {
    case .connectionClosedBeforeHead: return .close
    case .malformedHead: return .garbage
    case .redirectLoop: return .redirectLoop
    case .bodyTooShort: return .closeInBody
    case .malformedChunks: return .malformedChunks
    case .malformedCompression: return .malformedCompression
    case .bodyTooLong: return .tooLong
    default: break
    }
    return switch effect {
    case .noAnswer: .reset
    case .silence: .silence
    case .breakOff(let count): .resetInBody(after: count)
    case .stall: .stallInBody
    default: nil
    }
  }
}
