/// An index that finds the stubs that may take a request, in a time independent of their number.
///
/// Paths of one shape, those with as many segments and their parameters at the same places, are found by a hash of their other
/// segments: one look-up per shape, and there are few shapes. Globs and prefixes are found by the text they start with: one
/// look-up per length of those texts. Stubs of one path are scanned: paths tell nearly all stubs of a suite apart, and two hundred
/// operations of one GraphQL endpoint are compared faster than one body is read.
struct StubIndex {
  /// The places of the parameters, as bits, by the number of segments.
  private var shapes: [Int: [UInt64]] = [:]
  private var stubs: [Int: StubGroup] = [:]
  /// The stubs by the start of their paths, grouped by its length.
  private var starts: [Int: [String: StubGroup]] = [:]

  mutating func reserve(_ count: Int) { stubs.reserveCapacity(stubs.count + count) }

  /// Adds a stub by its matcher and its number, which is higher than those before it.
  ///
  /// - Returns: The number of the first stub for about the same paths; -1 without one.
  @discardableResult
  mutating func add(_ matcher: RequestMatcher, number: Int) -> Int {
    guard case .pattern(let pattern) = matcher.url.path, let template = pattern.template else {
      let start = matcher.url.literalStart
      return starts[start.utf8.count, default: [:]][start, default: StubGroup()].add(number)
    }
    let count = template.texts.count
    let shape = template.parameters
    if shapes[count]?.contains(shape) != true { shapes[count, default: []].append(shape) }
    return stubs[PathTemplate.hash(template.texts, parameters: shape), default: StubGroup()].add(number)
  }

  /// Returns the numbers of the stubs that may take a path, in their order; equal hashes do not prove equality.
  func candidates(at segments: [String]) -> [Int] {
    var numbers: [Int] = []
    var groups = 0
    func add(_ group: StubGroup?) {
      guard let group else { return }
      group.add(to: &numbers)
      groups += 1
    }
    for shape in shapes[segments.count] ?? [] { add(stubs[PathTemplate.hash(segments, parameters: shape)]) }
    if !starts.isEmpty {
      // With a slash at the end, so that /files/1/** is not found for /files/12.
      let path = URLParts.path(segments) + "/"
      for (length, groups) in starts { add(path.prefix(bytes: length).flatMap { groups[$0] }) }
    }
    return groups > 1 ? numbers.sorted() : numbers
  }
}

/// The numbers of the stubs of one path, or of one start of paths.
private struct StubGroup {
  // Most paths have one stub, which needs no memory of its own.
  private var first = -1
  private var others: [Int] = []

  func add(to numbers: inout [Int]) {
    if first >= 0 { numbers.append(first) }
    numbers += others
  }

  /// - Returns: The number of the first; -1 if this one is.
  mutating func add(_ number: Int) -> Int {
    if first < 0 {
      first = number
      return -1
    }
    others.append(number)
    return first
  }
}

extension URLPattern {
  /// The text that every path of a glob or prefix starts with, or nothing.
  fileprivate var literalStart: String {
    switch path {
    case .any, .regex: return ""
    case .prefix(let start): return start
    case .pattern(let pattern):
      var start = ""
      for segment in pattern.segments {
        switch segment {
        case .literal(let text): start += "/" + text.replacing("/", with: "%2F")
        case .parameter, .anySegments: return start + "/"
        case .pattern(let pattern): return start + "/" + pattern.literalStart.replacing("/", with: "%2F")
        }
      }
      return start
    }
  }
}

extension String {
  /// Returns the first bytes; nil if there are fewer, or if they would end inside a character.
  fileprivate func prefix(bytes count: Int) -> String? {
    guard let end = utf8.index(utf8.startIndex, offsetBy: count, limitedBy: utf8.endIndex) else { return nil }
    return String(utf8[..<end])
  }
}
