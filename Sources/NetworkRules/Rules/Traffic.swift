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
  /// The number of targets.
  let targetCount: Int
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
      kinds.append(method == targets.lastMethod ? kinds.last ?? Self.kind(of: method) : Self.kind(of: method))
      targets.lastMethod = method
      if case .unanswered = exchanges[index].outcome { isUnanswered = true }
    }
    (self.exchanges, self.kinds, self.targets, targetCount) = (exchanges, kinds, numbers, targets.count)
    self.isUnanswered = isUnanswered
  }

  /// Returns the numbers of the exchanges for whose target something is true, which is asked once for each target.
  func indices(where isIncluded: (Exchange) -> Bool) -> [Int] {
    var known = [Bool?](repeating: nil, count: targetCount)
    return exchanges.indices.filter { index in
      if let verdict = known[targets[index]] { return verdict }
      let verdict = isIncluded(exchanges[index])
      known[targets[index]] = verdict
      return verdict
    }
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
  private(set) var count = 0
  var lastMethod = ""
  /// The first method of each URL, and its number.
  private var urls: [String: (method: String, number: Int)] = [:]
  /// The numbers of a URL's other methods.
  private var others: [Int: [String: Int]] = [:]
  private var last: (url: String, method: String, number: Int)?

  mutating func number(of request: URLRequest) -> (number: Int, method: String) {
    let method = request.httpMethod ?? "GET"
    let url = request.url?.absoluteString ?? ""
    // Polls are many of one.
    if let last, last.method == method, last.url == url { return (last.number, method) }
    let number = number(of: url.withoutFragment, method)
    last = (url, method, number)
    return (number, method)
  }

  private mutating func number(of url: String, _ method: String) -> Int {
    guard let first = urls[url] else {
      urls[url] = (method, count)
      count += 1
      return count - 1
    }
    if first.method == method { return first.number }
    if let number = others[first.number]?[method] { return number }
    others[first.number, default: [:]][method] = count
    count += 1
    return count - 1
  }
}

extension String {
  fileprivate var withoutFragment: String {
    guard let mark = utf8.firstIndex(of: UInt8(ascii: "#")) else { return self }
    return String(self[..<mark])
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
    return later.started.timeIntervalSince(started) < duration / .seconds(1)
  }

  /// Returns the time from its answer to a later request: on a virtual clock, or in real time.
  func pause(before later: Exchange) -> (duration: Duration, isVirtual: Bool) {
    if let start = arrival, let end = later.arrival { return (end - start - duration, true) }
    return (.seconds(later.started.timeIntervalSince(started)) - duration, false)
  }
}
