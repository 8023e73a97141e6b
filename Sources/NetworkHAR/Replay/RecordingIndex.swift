/// The exchanges of a recording, and their uses.
///
/// A request is looked up unchanged, so that a placeholder which the recording handed out leads to its own exchange. Then its
/// secrets are concealed, and compared by their digests, and at last as any secret, which is taken only where it leads to one
/// answer. The same goes for the order of items with one name, and for what the recording does not keep of a body. Of requests
/// that mean the same, those come first that agree in what selects a response (``Selection``), then the one with the same spelling. Concealing ten thousand recorded requests takes a while, and
/// those of a redacted recording already are, so it is done only when a request is not found without it.
package struct RecordingIndex: Sendable {
  /// The result of looking up a request.
  package enum Match: Sendable {
    case unused(Int)
    /// All exchanges of the request were used; the last of them. Or the next one, before which a change has to come.
    case usedUp(Int)
    /// Several exchanges with different answers, which only what the recording does not hold tells apart: secrets, or bodies.
    case ambiguous([Int])
    case missing

    /// The exchange that the request leads to, used or not.
    package var number: Int? {
      switch self {
      case .unused(let number), .usedUp(let number): number
      case .ambiguous, .missing: nil
      }
    }
  }

  package let entries: [HAR.Entry]
  let parts: MatchedParts
  let redaction: Redaction
  package let readFile: @Sendable (String) throws -> Data

  private(set) var uses: [Int?]
  private(set) var barriers: ChangeBarriers
  /// The keys of the requests as they are recorded.
  private lazy var recorded = Keys(of: recordedKeys, recordedKeys)
  private lazy var recordedKeys = entries.map { RequestKey($0.request, parts, readingFile: readFile) }
  private var concealed: Keys?
  private var spellings = Spellings()
  var selections = Selections()
  private lazy var known = KnownPlaceholders(in: entries, readFile)

  package init(
    _ entries: [HAR.Entry], matching parts: Set<RequestPart>, redaction: Redaction,
    readFile: @escaping @Sendable (String) throws -> Data
  ) {
    self.entries = entries
    self.parts = MatchedParts(parts)
    self.redaction = redaction
    self.readFile = readFile
    uses = Array(repeating: nil, count: entries.count)
    barriers = ChangeBarriers(entries, isActive: self.parts.hasChanges)
  }

  /// The numbers of the unused entries, in order, without those that cannot be read.
  package var unused: [Int] {
    uses.indices.filter { uses[$0] ?? ChangeBarriers.past == ChangeBarriers.past && !entries[$0].isUnreadable }
  }

  /// Finds the first unused exchange of a request and uses it up, in one step.
  ///
  /// - Parameters:
  ///   - request: The request, its body in `httpBody`.
  ///   - number: The request's number.
  package mutating func take(_ request: URLRequest, number: Int) -> Match {
    let match = find(request)
    guard case .unused(let found) = match else { return match }
    if missingChange(before: found) != nil { return .usedUp(found) }
    uses[found] = number
    barriers.pass(found, &uses)
    return match
  }

  private mutating func find(_ request: URLRequest) -> Match {
    guard !entries.isEmpty else { return .missing }
    let live = RequestKey(request, parts)
    if let group = recorded.group(Form(.kept), live, uses) { return next(of: group, for: request) }
    var request = request
    var safe = live
    if redaction.isActive {
      // Searching a large body for secrets takes a while.
      if !parts.hasBody { request.httpBody = nil }
      request = redaction.concealed(request)
      safe = RequestKey(request, parts)
      if let group = closest(to: safe, isInAnyOrder: false) { return choice(of: group, for: safe, request) }
      let named = safe.replacingKnown(known.hasDigest)
      if named != safe, let group = closest(to: named, isInAnyOrder: false) {
        return choice(of: group, for: named, request)
      }
    }
    if let group = closest(to: safe, isInAnyOrder: true) {
      let match = choice(of: group, for: safe, request, isInAnyOrder: true)
      // The order of values may say which of the resources is meant.
      if case .ambiguous = match { return .missing }
      return match
    }
    let open = entries.indices.filter { number in
      // Only the recording knows that something was a secret.
      guard let key = recordedKeys[number], key.hasGaps else { return false }
      return live.agrees(with: key, redaction) || safe.agrees(with: key, redaction)
    }
    return open.isEmpty ? .missing : choice(of: Group(numbers: open, isUniform: false), for: safe, request)
  }

  /// Returns the exchanges that differ only in secrets, as they are recorded, or else concealed like the live request.
  private mutating func closest(to safe: RequestKey, isInAnyOrder: Bool) -> Group? {
    if let group = recorded.closest(to: safe, isInAnyOrder, uses) { return group }
    guard redaction.isActive else { return nil }
    if concealed == nil {
      let keys = entries.map { entry in
        (try? entry.request.urlRequest(readingFile: readFile)).map { RequestKey(redaction.concealed($0), parts) }
      }
      concealed = Keys(of: keys, recordedKeys)
    }
    return concealed?.closest(to: safe, isInAnyOrder, uses)
  }

  /// Returns the next unused exchange of a group: one that is spelled like the live request, or else the first.
  private mutating func next(of group: Group, for request: URLRequest) -> Match {
    let group = selected(from: group, for: request, uses)
    guard group.numbers.count > 1, case .unused(let first) = group.next(uses) else { return group.next(uses) }
    let spelling = Spellings.spelling(
      redaction, request.url?.absoluteString ?? "", parts.hasBody ? request.httpBody ?? Data() : Data())
    let spellingOf = { [entries, parts, redaction, readFile] (number: Int) -> Int in
      let request = entries[number].request
      let body = parts.hasBody ? try? request.body(readingFile: readFile) : nil
      return Spellings.spelling(redaction, request.url, body ?? Data())
    }
    if spellingOf(first) == spelling { return .unused(first) }
    return .unused(spellings.next(of: group.numbers, like: spelling, uses, spellingOf: spellingOf) ?? first)
  }

  /// Chooses from the exchanges whose requests differ only in their secrets.
  private mutating func choice(
    of group: Group, for safe: RequestKey, _ request: URLRequest, isInAnyOrder: Bool = false
  ) -> Match {
    let marks = safe.marks.map(Mark.init)
    let group = selected(from: group, for: request)
    if group.isUniform, marks.allSatisfy(\.isAny) { return next(of: group, for: request) }
    var best = 0
    var candidates: [Int] = []
    for number in group.numbers {
      guard let agreement = agreement(of: marks, with: number, isInAnyOrder) else { continue }
      if agreement > best {
        best = agreement
        candidates = []
      }
      if agreement == best { candidates.append(number) }
    }
    if candidates.isEmpty { return .missing }
    if !haveOneAnswer(candidates) {
      // A token that the recording hands out comes back as its placeholder, so that another one stands for the rest.
      let first = candidates.filter { !asksForHandedToken($0, marks) }
      guard !first.isEmpty, haveOneAnswer(first) else { return .ambiguous(candidates) }
      candidates = first
    }
    return next(of: Group(numbers: candidates), for: request)
  }

  /// Returns the number of secrets that a live request and a recorded one have in common; nil if the live one names another.
  private mutating func agreement(of marks: [Mark], with number: Int, _ isInAnyOrder: Bool) -> Int? {
    let recorded = marksOfKey(number)
    let havePlaces = marks.count == recorded.count && !isInAnyOrder
    var count = 0
    for (place, mark) in marks.enumerated() where !mark.isAny {
      let isEqual = havePlaces ? recorded[place].isSame(as: mark) : recorded.contains { $0.isSame(as: mark) }
      if isEqual { count += 1 } else if known.contains(mark) { return nil }
    }
    return count
  }

  private mutating func marksOfKey(_ number: Int) -> [Mark] {
    ((concealed?.keys[number] ?? recordedKeys[number])?.marks ?? []).map(Mark.init)
  }

  /// Returns the exchanges of a group that HTTP lets answer a request, and that agree best in what selects a response.
  private mutating func selected(from group: Group, for request: URLRequest, _ uses: [Int?]? = nil) -> Group {
    guard selections.differ(in: group.numbers, entries, redaction) else { return group }
    let numbers = selections.selected(from: group.numbers, for: request, uses, redaction)
    return Group(numbers: numbers, isUniform: group.isUniform)
  }

  private mutating func asksForHandedToken(_ number: Int, _ marks: [Mark]) -> Bool {
    let recorded = marksOfKey(number)
    guard marks.count == recorded.count else { return false }
    return zip(marks, recorded).contains { $0.isAny && $1.isToken && known.handedOut.contains($1.text) }
  }

  private mutating func haveOneAnswer(_ numbers: [Int]) -> Bool {
    Set(numbers.map { recordedKeys[$0] }).count == 1 || Set(numbers.map { RecordedContent(entries[$0]) }).count == 1
  }
}

/// The parts of a recorded answer that a client reads.
private struct RecordedContent: Hashable {
  private let status: Int
  private let content: HAR.Content
  private let fields: [String]

  init(_ entry: HAR.Entry) {
    status = entry.response.status
    content = entry.response.content
    fields = entry.response.headers.filter { ["location", "etag", "link"].contains($0.name.lowercased()) }.map(\.value)
  }
}

extension RecordingIndex {
  /// The form of a key that is looked up.
  private struct Form: Hashable, Sendable {
    enum Marks { case kept, unnumbered, bare }

    /// The part of a placeholder that is compared.
    let marks: Marks
    /// Whether items with one name have no order.
    let isInAnyOrder: Bool

    init(_ marks: Marks, isInAnyOrder: Bool = false) {
      self.marks = marks
      self.isInAnyOrder = isInAnyOrder
    }

    func key(_ key: RequestKey) -> RequestKey {
      let key =
        switch marks {
        case .kept: key
        case .unnumbered: key.unnumbered
        case .bare: key.bare
        }
      return isInAnyOrder ? key.inAnyOrder : key
    }
  }

  /// Exchanges whose requests have one key.
  private struct Group: Sendable {
    var numbers: [Int]
    /// Whether their requests are equal, also in the secrets.
    var isUniform = true
    var firstLive = 0

    func next(_ uses: [Int?]) -> Match {
      if let unused = numbers[firstLive...].first(where: { uses[$0] == nil }) { return .unused(unused) }
      return numbers.last.map { .usedUp($0) } ?? .missing
    }
  }

  /// The places of the entries of each key.
  private struct Keys: Sendable {
    let keys: [RequestKey?]
    private let recorded: [RequestKey?]
    private var groups: [Form: [RequestKey: Group]] = [:]

    init(of keys: [RequestKey?], _ recorded: [RequestKey?]) {
      self.keys = keys
      self.recorded = recorded
    }

    mutating func group(_ form: Form, _ key: RequestKey, _ uses: [Int?]) -> Group? {
      if groups[form] == nil { groups[form] = grouped(form) }
      guard var group = groups[form]?[key] else { return nil }
      let first = group.firstLive
      while group.firstLive < group.numbers.count, uses[group.numbers[group.firstLive]] != nil { group.firstLive += 1 }
      if group.firstLive > first { groups[form]?[key]?.firstLive = group.firstLive }
      return group
    }

    /// Returns the exchanges that differ only in secrets: those with the same digests, or else all of them.
    mutating func closest(to key: RequestKey, _ isInAnyOrder: Bool, _ uses: [Int?]) -> Group? {
      let unnumbered = Form(.unnumbered, isInAnyOrder: isInAnyOrder)
      let bare = Form(.bare, isInAnyOrder: isInAnyOrder)
      return group(unnumbered, unnumbered.key(key), uses) ?? group(bare, bare.key(key), uses)
    }

    private func grouped(_ form: Form) -> [RequestKey: Group] {
      var groups: [RequestKey: Group] = [:]
      groups.reserveCapacity(keys.count)
      for (number, key) in keys.enumerated() {
        guard let key = key.map(form.key) else { continue }
        groups[key, default: Group(numbers: [])].numbers.append(number)
        if let first = groups[key]?.numbers.first, recorded[first] != recorded[number] {
          groups[key]?.isUniform = false
        }
      }
      return groups
    }
  }
}

/// The exchanges of equal requests by their spelling: the order of items, the spaces of JSON.
private struct Spellings: Sendable {
  /// The unused exchanges of each spelling, by all exchanges of their group.
  private var groups: [[Int]: [Int: ArraySlice<Int>]] = [:]

  /// Returns the first unused exchange of a spelling; nil if there is none.
  mutating func next(
    of numbers: [Int], like spelling: Int, _ uses: [Int?], spellingOf: (Int) -> Int
  ) -> Int? {
    if groups[numbers] == nil {
      groups[numbers] = Dictionary(grouping: numbers, by: spellingOf).mapValues { $0[...] }
    }
    while let number = groups[numbers]?[spelling]?.first {
      if uses[number] == nil { return number }
      groups[numbers]?[spelling]?.removeFirst()
    }
    return nil
  }

  /// Returns a number that is the same for requests of one spelling, whatever their secrets are.
  static func spelling(_ redaction: Redaction, _ url: String, _ body: Data) -> Int {
    var hasher = Hasher()
    hasher.combine(redaction.unnumbered(String(url.drop { $0 != "?" })))
    hasher.combine(redaction.unnumbered(String(decoding: body, as: UTF8.self)))
    return hasher.finalize()
  }
}
