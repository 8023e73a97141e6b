/// An index that finds the stubs that may take a request, in a time independent of their number.
///
/// Paths of one shape, those with as many segments and their parameters at the same places, are found by a hash of their other
/// segments: one look-up per shape, and there are few shapes. Globs and prefixes are found by the text they start with: one
/// look-up per length of those texts. Stubs of one path are found by an exact value they ask for, whatever part has it; those that
/// ask for none, such as regular expressions, are scanned, but only among themselves.
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

  mutating func reserve(_ count: Int) { stubs.reserveCapacity(stubs.count + count) }

  /// Adds a stub by its matcher and its number, which is higher than those before it.
  ///
  /// - Returns: The number of the first stub for about the same paths; -1 without one.
  @discardableResult
  package mutating func add(_ matcher: RequestMatcher, number: Int) -> Int {
    guard case .pattern(let pattern) = matcher.url.path, let template = pattern.template else {
      let start = matcher.url.literalStart
      return starts[start.utf8.count, default: [:]][start, default: StubGroup()].add(matcher, number: number)
    }
    let (count, shape) = (template.texts.count, template.parameters)
    if shapes[count]?.contains(shape) != true { shapes[count, default: []].append(shape) }
    return stubs[ExactPart.hash(template.texts[...], shape), default: StubGroup()].add(matcher, number: number)
  }

  /// Returns the stubs that may take a request; equal hashes do not prove equality.
  func candidates(for request: RequestReader) -> Candidates {
    var found = Candidates()
    let groups = groups(at: request.url.segments)
    for group in groups { group.add(to: &found, for: request) }
    if groups.count > 1 { found.numbers.sort() }
    return found
  }

  /// Returns the groups of the stubs that may take a path.
  private func groups(at segments: [String]) -> [StubGroup] {
    var found: [StubGroup] = []
    for shape in shapes[segments.count] ?? [] {
      if let group = stubs[ExactPart.hash(segments[...], shape)] { found.append(group) }
    }
    if !starts.isEmpty {
      // With a slash at the end, so that /files/1/** is not found for /files/12.
      let path = URLParts.path(segments) + "/"
      for (length, groups) in starts {
        if let group = path.prefix(bytes: length).flatMap({ groups[$0] }) { found.append(group) }
      }
    }
    return found
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
