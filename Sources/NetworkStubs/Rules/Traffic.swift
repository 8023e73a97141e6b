/// The exchanges of a transport, or of a page of a recording, read once for all rules.
package struct Traffic: Sendable {
  /// A method, as rules tell them apart.
  enum Kind: Sendable {
    /// Safe methods, such as GET and QUERY.
    case reading
    /// Methods that change something, and may be repeated, such as PUT and DELETE.
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
  private(set) var isUnanswered = false
  // What most traffic does not have, so that most rules are done with one look.
  /// Whether the body of an answer may be JSON with a list.
  private(set) var mayHaveLists = false
  /// Whether a request may change something each time, or its fate may be unknown, or it may have to wait.
  private(set) var mayHaveUnsafeRetries = false
  /// Whether a request is under way.
  private(set) var isRunning = false
  /// Whether a method and URL comes twice.
  var hasRepeats: Bool { targetCount < exchanges.count }

  package init(_ exchanges: [Exchange]) {
    self.exchanges = exchanges
    var kinds: [Kind] = []
    var targets = TargetNumbers(atMost: exchanges.count)
    var numbers: [Int] = []
    var (isUnanswered, mayHaveLists, mayHaveUnsafeRetries, isRunning) = (false, false, false, false)
    kinds.reserveCapacity(exchanges.count)
    numbers.reserveCapacity(exchanges.count)
    // Where they are: a copy of an exchange takes longer than its rules.
    exchanges.withUnsafeBufferPointer { exchanges in
      var index = 0
      while index < exchanges.count {
        let (target, method) = targets.number(of: exchanges[index].request.urlRequest)
        numbers.append(target)
        let kind = Self.kind(of: method)
        kinds.append(kind)
        if kind == .changing { mayHaveUnsafeRetries = true }
        switch exchanges[index].outcome {
        case .answered(let response):
          if !mayHaveLists { mayHaveLists = response.body.hasList }
          if response.status >= 500 || response.status == 429 { mayHaveUnsafeRetries = true }
        case .failed: mayHaveUnsafeRetries = true
        case .unanswered: isUnanswered = true
        case .pending: break
        }
        if exchanges[index].wait != nil { isRunning = true }
        index += 1
      }
    }
    self.kinds = kinds
    self.targets = numbers
    origins = targets.origins.urls
    originNumbers = targets.all
    self.isUnanswered = isUnanswered
    self.mayHaveLists = mayHaveLists
    self.mayHaveUnsafeRetries = mayHaveUnsafeRetries
    self.isRunning = isRunning
  }

  /// Returns the numbers of the exchanges for a URL of whose origin something is true.
  func indices(whereOrigin isIncluded: (String) -> Bool) -> [Int] {
    let verdicts = origins.map(isIncluded)
    return verdicts.contains(true) ? exchanges.indices.filter { verdicts[originNumbers[targets[$0]]] } : []
  }

  private static func kind(of method: String) -> Kind {
    switch method {
    // Most are, and a look into a set takes longer.
    case "GET": .reading
    case "OPTIONS", "TRACE", "CONNECT": .about
    default:
      HTTPMethod(rawValue: method).isSafe
        ? .reading : HTTPMethod(rawValue: method).isIdempotent ? .idempotent : .changing
    }
  }
}

/// The numbers of methods and URLs, in the order in which they come.
private struct TargetNumbers {
  /// The number of each one's origin.
  private(set) var all: [Int] = []
  private(set) var origins = Origins()
  /// The numbers by the URLs, without their fragments; behind its method, unless that is GET. No URL has a space.
  private var numbers: [String: Int] = [:]

  init(atMost count: Int) { numbers.reserveCapacity(count) }

  mutating func number(of request: URLRequest) -> (number: Int, method: String) {
    let method = request.httpMethod ?? "GET"
    var url = request.url?.absoluteString ?? ""
    let end = url.withCString { strcspn($0, "#") }
    if end < url.utf8.count { url = String(url.utf8.prefix(end)) ?? url }
    let number = Self.value(&numbers[method == "GET" ? url : "\(method) \(url)", default: all.count])
    if number == all.count { all.append(origins.number(of: url)) }
    return (number, method)
  }

  /// Returns a number of a dictionary that has it afterwards, in one look-up: the hash of a URL takes most of the time.
  private static func value(_ number: inout Int) -> Int { number }
}

/// The schemes, hosts and ports of URLs, in the order in which they come.
private struct Origins {
  /// A URL of each.
  private(set) var urls: [String] = []
  /// The numbers of the origins, by the text up to the path.
  private var numbers: [[UInt8]: Int] = [:]
  /// The last one, which most URLs have.
  private var last: (origin: [UInt8], number: Int)?

  mutating func number(of url: String) -> Int {
    url.withCString { text in
      let count = Self.length(ofOriginIn: text)
      if let last, last.origin.count == count, memcmp(text, last.origin, count) == 0 { return last.number }
      let origin = Array(UnsafeRawBufferPointer(start: text, count: count))
      let number = numbers[origin] ?? urls.count
      if number == urls.count {
        numbers[origin] = number
        urls.append(url)
      }
      last = (origin, number)
      return number
    }
  }

  /// Returns the number of bytes before the third slash; without a path, of all.
  private static func length(ofOriginIn url: UnsafePointer<CChar>) -> Int {
    // The C library searches quickly, even in a debug build.
    var rest = url
    var slashes = 0
    while let slash = strchr(rest, 0x2F) {
      slashes += 1
      if slashes == 3 { return UnsafePointer(slash) - url }
      rest = UnsafePointer(slash) + 1
    }
    return rest - url + strlen(rest)
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
    check(rules, at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package func check(_ rules: [TrafficRule], at place: CodePlace) {
    let traffic = Traffic(exchanges)
    for rule in rules {
      guard let text = rule.text(about: [traffic]) else { continue }
      let problem = Problem(text: text, place: place)
      if rule.isWarning { log.harness.warn(problem) } else { log.report(problem) }
    }
  }
}
