/// An index that finds the stubs that may take a request, in a time independent of their number.
///
/// Paths of one shape, those with as many segments and their parameters at the same places, are found by a hash of their other
/// segments: one look-up per shape, and there are few shapes. Globs and prefixes are found by the text they start with: one
/// look-up per length of those texts. Stubs of one path are distinguished by the first exact value they ask for. Regular
/// expressions, and patterns that begin with a wildcard, are scanned, but only among themselves.
struct StubIndex {
  /// The places of the parameters, as bits, by the number of segments.
  private var shapes: [Int: [UInt64]] = [:]
  private var stubs: [Int: StubGroup] = [:]
  /// The stubs by the start of their paths, grouped by its length.
  private var starts: [Int: [String: StubGroup]] = [:]

  /// The stubs that may take a request.
  struct Candidates {
    /// The numbers of the stubs, in their order.
    var numbers: [Int] = []
    /// Whether they are the same for every request to the target.
    var dependOnTargetOnly = true
  }

  /// Adds a stub.
  ///
  /// - Parameters:
  ///   - matcher: Its matcher.
  ///   - number: Its number, higher than those before it.
  package mutating func add(_ matcher: RequestMatcher, number: Int) {
    guard case .pattern(let pattern) = matcher.url.path, let template = pattern.template else {
      let start = matcher.url.literalStart
      return starts[start.utf8.count, default: [:]][start, default: StubGroup()].add(matcher, number: number)
    }
    let (count, shape) = (template.texts.count, template.parameters)
    if shapes[count]?.contains(shape) != true { shapes[count, default: []].append(shape) }
    stubs[Self.key(template.texts.map(\.hashValue), shape), default: StubGroup()].add(matcher, number: number)
  }

  /// Returns the stubs that may take a request; equal hashes do not prove equality.
  func candidates(for request: RequestReader) -> Candidates {
    var found = Candidates()
    let groups = groups(at: request.url.segments)
    for group in groups { group.add(to: &found, for: request) }
    if groups.count > 1 { found.numbers.sort() }
    return found
  }

  /// Returns the stubs that may take a path, except those that ask for another origin, or for an exact value of something else.
  func numbers(at segments: [String], origin: String?) -> [Int] {
    groups(at: segments).flatMap { $0.numbers(origin: origin) }.sorted()
  }

  /// Returns the groups of the stubs that may take a path.
  private func groups(at segments: [String]) -> [StubGroup] {
    var found: [StubGroup] = []
    if let shapes = shapes[segments.count] {
      let hashes = segments.map(\.hashValue)
      for shape in shapes {
        if let group = stubs[Self.key(hashes, shape)] { found.append(group) }
      }
    }
    if !starts.isEmpty {
      let path = URLParts.path(segments)
      for (length, groups) in starts {
        if let group = path.prefix(bytes: length).flatMap({ groups[$0] }) { found.append(group) }
      }
    }
    return found
  }

  /// Mixes the hashes of the segments that are not parameters.
  private static func key(_ hashes: [Int], _ shape: UInt64) -> Int {
    var key = Int(truncatingIfNeeded: shape) &+ hashes.count
    for (place, hash) in hashes.enumerated() {
      key = (key ^ (PathTemplate.isParameter(place, shape) ? 0 : hash)) &* 0x9E37_79B9_7F4A_7C1
    }
    return key
  }
}

/// The stubs of one path, distinguished by an exact value that they ask for.
private struct StubGroup {
  // Most paths have one stub, which needs no tables.
  private var plain: [Int] = []
  private var exact: [ExactPart: [ExactValue: [Int]]] = [:]

  package mutating func add(_ matcher: RequestMatcher, number: Int) {
    if let (part, value) = matcher.exactValue {
      exact[part, default: [:]][value, default: []].append(number)
    } else {
      plain.append(number)
    }
  }

  /// Returns the numbers of the stubs that ask for an origin, or for no exact value.
  func numbers(origin: String?) -> [Int] { plain + (origin.flatMap { exact[.origin]?[.text($0)] } ?? []) }

  /// Adds the numbers of the stubs that may take a request.
  package func add(to found: inout StubIndex.Candidates, for request: RequestReader) {
    found.numbers += plain
    guard !exact.isEmpty else { return }
    for (part, stubs) in exact {
      if !part.isOfTarget { found.dependOnTargetOnly = false }
      // A repeated value leads to the same stubs.
      for value in Set(part.values(in: request)) { found.numbers += stubs[value] ?? [] }
    }
    found.numbers.sort()
  }
}

/// A part of a request that can be required to have an exact value.
private enum ExactPart: Hashable {
  case origin, host, query(String), header(String), json, jsonPath(String), graphQL

  /// Whether it is a part of the URL.
  var isOfTarget: Bool {
    switch self {
    case .origin, .host, .query: true
    case .header, .json, .jsonPath, .graphQL: false
    }
  }

  /// Returns the values of this part in a request.
  func values(in request: RequestReader) -> [ExactValue] {
    switch self {
    case .origin: return Origin(request.url).map { [.text("\($0)")] } ?? []
    case .host: return request.url.host.map { [.text($0)] } ?? []
    case .query(let name): return request.url.query.compactMap { $0.name == name ? $0.value.map(ExactValue.text) : nil }
    case .header(let name): return request.request.urlRequest.value(forHTTPHeaderField: name).map { [.text($0)] } ?? []
    case .json: return if case .value(let body) = request.json { [.json(body)] } else { [] }
    case .jsonPath(let path):
      guard case .value(let body) = request.json else { return [] }
      return JSONPath(path).values(in: body).map(ExactValue.json)
    case .graphQL: return request.graphQL.compactMap { $0.operation.map(ExactValue.text) }
    }
  }
}

private enum ExactValue: Hashable {
  case text(String), json(JSONValue)
}

extension RequestMatcher {
  /// Whether it is found by more than its target.
  var isToldApart: Bool { exactValue.map { !$0.0.isOfTarget } ?? false }

  /// The first part that must have one exact value.
  fileprivate var exactValue: (ExactPart, ExactValue)? {
    if let origin = url.exactOrigin { return (.origin, .text(origin)) }
    if let pair = url.query.first(where: { $0.value?.exactText != nil }), let text = pair.value?.exactText {
      return (.query(pair.name), .text(text))
    }
    return conditions.lazy.compactMap(\.condition.exactValue).first
  }
}

extension Condition {
  fileprivate var exactValue: (ExactPart, ExactValue)? {
    switch self {
    case let condition as QueryCondition:
      guard let item = condition.items.first(where: { $0.value?.exactText != nil }), let text = item.value?.exactText
      else {
        return nil
      }
      return (.query(item.name), .text(text))
    case let condition as HeaderCondition:
      // The scheme of credentials has no case.
      guard let text = condition.value.exactText, !condition.name.lowercased().hasSuffix("authorization") else {
        return nil
      }
      return (.header(condition.name.lowercased()), .text(text))
    case let condition as OriginCondition:
      guard condition.part == .host, let text = condition.value.exactText else { return nil }
      return (.host, .text(text.lowercased()))
    case let condition as JSONCondition:
      guard !condition.isSubset, case .value(let value) = condition.expected else { return nil }
      return (.json, .json(value))
    case let condition as JSONPathCondition: return (.jsonPath(condition.path.text), .json(condition.expected))
    case let condition as GraphQLCondition: return (.graphQL, .text(condition.operation))
    default: return nil
    }
  }
}

extension URLPattern {
  /// The text that every path of a glob or prefix starts with; empty if there is none.
  fileprivate var literalStart: String {
    switch path {
    case .any, .regex: return ""
    case .prefix(let start): return start
    case .pattern(let pattern):
      var start = ""
      for segment in pattern.segments {
        switch segment {
        case .literal(let text): start += "/" + text.replacing("/", with: "%2F")
        case .parameter: return start + "/"
        case .pattern(let pattern): return start + "/" + pattern.literalStart.replacing("/", with: "%2F")
        // None of them need be there, not even the slash.
        case .anySegments: return start
        }
      }
      return start
    }
  }

  /// The origin, if only one is accepted.
  fileprivate var exactOrigin: String? { hasHostWildcards ? nil : origin.map { "\($0)" } }
}

extension String {
  /// Returns the first bytes; nil if there are fewer, or if they would end inside a character.
  fileprivate func prefix(bytes count: Int) -> String? {
    guard let end = utf8.index(utf8.startIndex, offsetBy: count, limitedBy: utf8.endIndex) else { return nil }
    return String(utf8[..<end])
  }
}
