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
      kinds.append(method == targets.lastMethod ? kinds.last ?? Self.kind(of: method) : Self.kind(of: method))
      targets.lastMethod = method
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
  /// The number of each one's origin.
  private(set) var all: [Int] = []
  private(set) var origins = Origins()
  var lastMethod = ""
  private var urls = TextNumbers()
  /// The first method of each URL, and its number.
  private var firsts: [(method: String, number: Int)] = []
  /// The numbers of a URL's other methods.
  private var others: [Int: [String: Int]] = [:]

  mutating func number(of request: URLRequest) -> (number: Int, method: String) {
    let method = request.httpMethod ?? "GET"
    let url = urls.number(of: request.url?.absoluteString ?? "")
    if url == firsts.count {
      firsts.append((method, all.count))
    } else if firsts[url].method == method {
      return (firsts[url].number, method)
    } else if let number = others[url]?[method] {
      return (number, method)
    } else {
      others[url, default: [:]][method] = all.count
    }
    all.append(origins.number(of: urls.texts[url]))
    return (all.count - 1, method)
  }
}

/// The schemes, hosts and ports of URLs, in the order in which they come.
private struct Origins {
  /// A URL of each.
  private(set) var urls: [String] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// The bytes up to the path of the last one: most requests go where the one before went.
  private var last: [UInt8] = []
  private var lastNumber = 0

  mutating func number(of url: String) -> Int {
    var text = url
    return text.withUTF8 { bytes in
      if !last.isEmpty, bytes.count >= last.count, let start = bytes.baseAddress,
        memcmp(start, last, last.count) == 0
      {
        return lastNumber
      }
      let slash = UInt8(ascii: "/")
      let slashes = bytes.indices.lazy.filter { bytes[$0] == slash }.prefix(3)
      guard slashes.count == 3, let end = slashes.last else {
        // Without a path, it is not known to end.
        urls.append(url)
        return urls.count - 1
      }
      last = Array(bytes[...end])
      if let number = numbers[last] {
        lastNumber = number
      } else {
        (lastNumber, numbers[last]) = (urls.count, urls.count)
        urls.append(url)
      }
      return lastNumber
    }
  }
}

/// A number for each URL without its fragment, which a dictionary would take twice as long to find among a million.
private struct TextNumbers {
  private(set) var texts: [String] = []
  private var hashes: [UInt64] = []
  /// The numbers by their hashes, each plus one, so that zero marks a free slot.
  private var slots = [Int32](repeating: 0, count: 64)

  mutating func number(of url: String) -> Int {
    var text = url
    let hash = text.withUTF8 { bytes -> UInt64? in
      guard let start = bytes.baseAddress else { return 0 }
      if memchr(start, 0x23, bytes.count) != nil { return nil }
      let raw = UnsafeRawBufferPointer(bytes)
      var hash = UInt64(bytes.count)
      var index = 0
      while index + 8 <= raw.count {
        hash = Self.mixed(hash, raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index += 8
      }
      while index < raw.count {
        hash = Self.mixed(hash, UInt64(raw[index]))
        index += 1
      }
      return hash
    }
    guard let hash else { return number(of: String(text.prefix { $0 != "#" })) }
    if texts.count * 2 >= slots.count { grow() }
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot]) - 1
      if hashes[number] == hash, texts[number] == text { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    texts.append(text)
    hashes.append(hash)
    slots[slot] = Int32(truncatingIfNeeded: texts.count)
    return texts.count - 1
  }

  private static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  private mutating func grow() {
    slots = Array(repeating: 0, count: slots.count * 4)
    for number in hashes.indices {
      var slot = Int(truncatingIfNeeded: hashes[number]) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: number + 1)
    }
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
      if rule.isWarning { log.surroundings.warn(problem) } else { log.report(problem) }
    }
  }
}
