/// The exchanges of a transport, or of a page of a recording, read once for all rules.
package struct Traffic: Sendable {
  /// A method, as rules tell them apart.
  enum Kind: Sendable {
    /// GET and HEAD.
    case reading
    /// Methods that change something, and may be repeated: PUT, DELETE.
    case idempotent
    /// Methods that change something each time: POST, PATCH, and those that no rule knows.
    case changing
    /// A question about the service itself: OPTIONS, TRACE.
    case about
  }

  package let exchanges: [Exchange]
  let kinds: [Kind]
  /// A number for each method and URL, without its fragment.
  let targets: [Int]
  var targetCount: Int { originNumbers.count }
  /// A URL of each scheme, host and port.
  private let origins: [String]
  /// The number of each target's origin.
  private let originNumbers: [Int]
  /// Whether a request had no answer, which is a problem of its own.
  let isUnanswered: Bool

  package init(_ exchanges: [Exchange]) {
    var kinds: [Kind] = []
    var targets = TargetNumbers()
    var numbers: [Int] = []
    var isUnanswered = false
    kinds.reserveCapacity(exchanges.count)
    numbers.reserveCapacity(exchanges.count)
    // By their indices: a copy of an exchange takes longer than its rules.
    for index in exchanges.indices {
      let (target, method) = targets.number(of: exchanges[index].request.urlRequest)
      numbers.append(target)
      kinds.append(Self.kind(of: method))
      if case .unanswered = exchanges[index].outcome { isUnanswered = true }
    }
    self.exchanges = exchanges
    self.kinds = kinds
    self.targets = numbers
    origins = targets.origins.urls
    originNumbers = targets.all
    self.isUnanswered = isUnanswered
  }

  /// Returns the numbers of the exchanges for a URL of whose origin something is true.
  func indices(whereOrigin isIncluded: (String) -> Bool) -> [Int] {
    let verdicts = origins.map(isIncluded)
    return verdicts.contains(true) ? exchanges.indices.filter { verdicts[originNumbers[targets[$0]]] } : []
  }

  private static func kind(of method: String) -> Kind {
    switch method {
    case "GET", "HEAD": .reading
    case "PUT", "DELETE": .idempotent
    case "OPTIONS", "TRACE", "CONNECT": .about
    default: .changing
    }
  }
}

/// The numbers of methods and URLs, in the order in which they come.
private struct TargetNumbers {
  private struct Target: Hashable {
    let method: String
    /// The URL without its fragment.
    let url: String
  }

  /// The number of each one's origin.
  private(set) var all: [Int] = []
  private(set) var origins = Origins()
  private var numbers: [Target: Int] = [:]

  mutating func number(of request: URLRequest) -> (number: Int, method: String) {
    let method = request.httpMethod ?? "GET"
    var url = request.url?.absoluteString ?? ""
    if let end = url.utf8.firstIndex(of: UInt8(ascii: "#")) { url = String(url[..<end]) }
    let target = Target(method: method, url: url)
    if let number = numbers[target] { return (number, method) }
    numbers[target] = all.count
    all.append(origins.number(of: url))
    return (all.count - 1, method)
  }
}

/// The schemes, hosts and ports of URLs, in the order in which they come.
private struct Origins {
  /// A URL of each.
  private(set) var urls: [String] = []
  /// The numbers of the origins, by the text up to the path.
  private var numbers: [Substring: Int] = [:]

  mutating func number(of url: String) -> Int {
    let slash = UInt8(ascii: "/")
    let slashes = url.utf8.indices.lazy.filter { url.utf8[$0] == slash }.prefix(3)
    // Without a path, all of it is the origin.
    let end = slashes.count == 3 ? slashes.last : nil
    let origin = url[..<(end ?? url.endIndex)]
    if let number = numbers[origin] { return number }
    numbers[origin] = urls.count
    urls.append(url)
    return urls.count - 1
  }
}

extension Exchange {
  var response: HTTPResponse? { if case .answered(let response) = outcome { response } else { nil } }

  /// Whether its answer was lost on the way, so that the service may have carried it out.
  var isLost: Bool {
    guard case .failed(let error) = outcome, let error = error as? URLError else { return false }
    return [.networkConnectionLost, .timedOut, .badServerResponse, .cannotParseResponse].contains(error.code)
  }

  /// Returns whether it was under way when a later request was sent.
  func isUnderWay(at later: Exchange) -> Bool {
    if case .pending = outcome { return true }
    if let lastBeforeEnd { return later.number <= lastBeforeEnd }
    return realTime(until: later) < duration
  }

  /// Returns the time from its answer to a later request: on a virtual clock, or in real time.
  func pause(before later: Exchange) -> (duration: Duration, isVirtual: Bool) {
    if let start = arrival, let end = later.arrival { return (end - start - duration, true) }
    return (realTime(until: later) - duration, false)
  }

  /// Returns the real time between two arrivals.
  private func realTime(until later: Exchange) -> Duration {
    if let start = instant, let end = later.instant { return end - start }
    return .seconds(later.started.timeIntervalSince(started))
  }
}

extension RememberingTransport {
  /// Checks rules on the requests so far; a breach is recorded as an issue.
  ///
  /// ```swift
  /// await transport.check(.noRepeats, .safeRetries)
  /// ```
  ///
  /// Outside a Swift Testing test, `verify()` throws the problems.
  ///
  /// - Parameters:
  ///   - rules: The rules.
  ///   - fileID: The file in which an issue is recorded.
  ///   - filePath: The path of that file.
  ///   - line: The line at which an issue is recorded.
  ///   - column: The column of the call.
  public func check(
    _ rules: TrafficRule..., fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    let traffic = Traffic(exchanges)
    for rule in rules {
      guard let text = rule.text(about: [traffic]) else { continue }
      let problem = Problem(text: text, place: place)
      if rule.isWarning { log.harness.warn(problem) } else { log.report(problem) }
    }
  }
}
