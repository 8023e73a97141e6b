extension TrafficRule {
  /// The rule that a list is not followed by a request for each of its elements.
  ///
  /// It is broken if an answer has a JSON array of two or more elements, at its top or one level below, and each element is then
  /// requested separately. A request for one element, or for some, is the user's choice.
  ///
  /// - Parameter template: The path of an element, such as `"/items/{id}"`; the parameter is a value of the element.
  public static func noFanOut(_ template: String) -> Self {
    let pattern = URLPattern(stringLiteral: template)
    let piece = template.longestLiteral
    return Self(".noFanOut(\(template.swiftLiteral))") { traffic in
      guard traffic.mayHaveLists else { return TrafficBreaches() }
      let elements = RequestedElements(pattern, containing: piece, in: traffic)
      guard elements.count > 1, let found = elements.firstList(in: traffic) else {
        return TrafficBreaches()
      }
      let list = traffic.exchanges[found.list]
      return TrafficBreaches(
        TrafficBreach(
          "\(list.request) returned \(found.elements.count) elements, and each was requested separately.",
          rows: [(list, "\(found.elements.count) elements")] + found.elements.map { (traffic.exchanges[$0], "") },
          advice: "Request all that the list needs at once, or request an element when it is shown."))
    }
  }
}

/// The requests for single elements, by the values of a path template.
private struct RequestedElements {
  /// The numbers of the exchanges for each value, ascending.
  private var indices: [String: [Int]] = [:]
  /// Whether a target is an element.
  private var isElement: [Bool]
  private var last = -1

  /// The number of different values.
  var count: Int { indices.count }

  init(_ pattern: URLPattern, containing piece: [UInt8], in traffic: Traffic) {
    isElement = Array(repeating: false, count: traffic.targetCount)
    var known = [[String]?](repeating: nil, count: traffic.targetCount)
    for index in traffic.exchanges.indices where traffic.kinds[index] == .reading {
      let target = traffic.targets[index]
      let values = known[target] ?? Self.values(pattern, piece, traffic.exchanges[index].request)
      known[target] = values
      guard !values.isEmpty else { continue }
      isElement[target] = true
      last = index
      for value in values { indices[value, default: []].append(index) }
    }
  }

  private static func values(_ pattern: URLPattern, _ piece: [UInt8], _ request: ReceivedRequest) -> [String] {
    // Most URLs need not be read for it.
    var url = request.url?.absoluteString ?? ""
    let isPossible = url.withUTF8 { $0.contains(piece) || $0.contains([0x25]) }
    guard isPossible else { return [] }
    return Array(Set((pattern.matchPath(request.urlParts) ?? [:]).values))
  }

  /// Returns the first list all of whose elements were asked for after it, and the numbers of those requests.
  func firstList(in traffic: Traffic) -> (list: Int, elements: [Int])? {
    // A list that is polled is mostly the same.
    var previous: [Int: Data] = [:]
    for index in traffic.exchanges.indices.prefix(last + 1) where traffic.kinds[index] == .reading {
      let target = traffic.targets[index]
      guard !isElement[target], let body = traffic.exchanges[index].response?.body, body.hasList,
        previous.updateValue(body, forKey: target) != body, let json = try? JSONValue(parsing: body)
      else { continue }
      for case .array(let list) in [json] + (json.object.map { Array($0.values) } ?? []) where list.count > 1 {
        if let found = elements(of: list, after: index) { return (index, found) }
      }
    }
    return nil
  }

  private func elements(of list: [JSONValue], after index: Int) -> [Int]? {
    var found: Set<Int> = []
    for element in list {
      let names = ([element] + (element.object.map { Array($0.values) } ?? [])).compactMap(\.scalar)
      guard let first = names.compactMap({ first(of: $0, after: index) }).min() else { return nil }
      found.insert(first)
    }
    return found.count == list.count ? found.sorted() : nil
  }

  private func first(of value: String, after index: Int) -> Int? {
    guard let indices = indices[value] else { return nil }
    var low = 0
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      if indices[middle] > index { high = middle } else { low = middle + 1 }
    }
    return low < indices.count ? indices[low] : nil
  }
}

extension String {
  /// The longest part of a path template that each of its paths contains; empty where encoding may change it.
  fileprivate var longestLiteral: [UInt8] {
    let path = range(of: "://").map { self[$0.upperBound...].drop { $0 != "/" } } ?? self[...]
    var parts: [[UInt8]] = [[]]
    var isName = false
    for byte in path.prefix(while: { $0 != "?" }).utf8 {
      switch byte {
      case UInt8(ascii: "{"): isName = true
      case UInt8(ascii: "}"):
        isName = false
        parts.append([])
      // Between two slashes, `**` may be nothing.
      case UInt8(ascii: "*"), UInt8(ascii: "/"): parts.append([])
      default: if !isName { parts[parts.count - 1].append(byte) }
      }
    }
    let longest = parts.max { $0.count < $1.count } ?? []
    return longest.allSatisfy { $0 < 0x80 && (isalnum(Int32($0)) != 0 || $0 == 0x2D || $0 == 0x5F) } ? longest : []
  }
}

extension JSONValue {
  /// The text of a value that can stand in a path.
  fileprivate var scalar: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .decimal(let digits): digits
    default: nil
    }
  }
}

extension Data {
  /// Whether it may be JSON with a list; to parse it takes longer.
  var hasList: Bool {
    withUnsafeBytes { bytes in bytes.baseAddress.map { memchr($0, 0x5B, bytes.count) != nil } ?? false }
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func contains(_ piece: [UInt8]) -> Bool {
    guard let first = piece.first, let start = baseAddress else { return piece.isEmpty }
    var place = UnsafeRawPointer(start)
    let end = place + count
    while end - place >= piece.count, let found = memchr(place, Int32(first), end - place - piece.count + 1) {
      if memcmp(found, piece, piece.count) == 0 { return true }
      place = UnsafeRawPointer(found) + 1
    }
    return false
  }
}
