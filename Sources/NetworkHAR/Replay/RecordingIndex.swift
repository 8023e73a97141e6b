/// The exchanges of a recording, and their uses.
///
/// A request is looked up unchanged, so that a placeholder which the recording handed out leads to its own exchange. Then its
/// secrets are concealed, and compared by their digests, and at last as any secret, which is taken only where it leads to one
/// answer. Concealing ten thousand recorded requests takes a while, and those of a redacted recording already are, so it is done
/// only when a request is not found without it.
package struct RecordingIndex: Sendable {
  /// The result of looking up a request.
  package enum Match: Sendable {
    case unused(Int)
    /// All exchanges of the request were used; the last of them.
    case usedUp(Int)
    /// Several exchanges with different answers, which only secrets tell apart that the recording does not hold.
    case ambiguous([Int])
    case missing
  }

  package let entries: [HAR.Entry]
  let parts: MatchedParts
  let redaction: Redaction
  package let readFile: @Sendable (String) throws -> Data

  private(set) var uses: [Int?]
  /// The keys of the requests as they are recorded.
  private lazy var recorded = Keys(of: recordedKeys, recordedKeys)
  private lazy var recordedKeys = entries.map { RequestKey($0.request, parts, readingFile: readFile) }
  private var concealed: Keys?
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
  }

  /// The numbers of the unused entries, in order.
  package var unused: [Int] { uses.indices.filter { uses[$0] == nil } }

  /// Finds the first unused exchange of a request and uses it up, in one step.
  ///
  /// - Parameters:
  ///   - request: The request, its body in `httpBody`.
  ///   - number: The request's number.
  package mutating func take(_ request: URLRequest, number: Int) -> Match {
    let match = find(request)
    if case .unused(let found) = match { uses[found] = number }
    return match
  }

  private mutating func find(_ request: URLRequest) -> Match {
    guard !entries.isEmpty else { return .missing }
    let live = RequestKey(request, parts)
    if let group = recorded.group(.exact, live, uses) { return group.next(uses) }
    guard redaction.isActive else { return .missing }
    var request = request
    // Searching a large body for secrets takes a while.
    if !parts.hasBody { request.httpBody = nil }
    let safe = RequestKey(redaction.concealed(request), parts)
    if let group = recorded.closest(to: safe, uses) { return choice(of: group, for: safe) }
    if concealed == nil {
      let keys = entries.map { entry in
        (try? entry.request.urlRequest(readingFile: readFile)).map { RequestKey(redaction.concealed($0), parts) }
      }
      concealed = Keys(of: keys, recordedKeys)
    }
    if let group = concealed?.closest(to: safe, uses) { return choice(of: group, for: safe) }
    let masked = entries.indices.filter { number in
      // Only the recording knows that something was a secret.
      guard let key = recordedKeys[number], !key.marks.isEmpty else { return false }
      return live.agrees(with: key, redaction) || safe.agrees(with: key, redaction)
    }
    return masked.isEmpty ? .missing : choice(of: Group(numbers: masked, isUniform: false), for: safe)
  }

  /// Chooses from the exchanges whose requests differ only in their secrets.
  private mutating func choice(of group: Group, for safe: RequestKey) -> Match {
    let marks = safe.marks.map(Mark.init)
    if group.isUniform, marks.allSatisfy(\.isAny) { return group.next(uses) }
    var best = 0
    var candidates: [Int] = []
    for number in group.numbers {
      guard let agreement = agreement(of: marks, with: number) else { continue }
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
    return Group(numbers: candidates).next(uses)
  }

  /// Returns the number of secrets that a live request and a recorded one have in common; nil if the live one names another.
  private mutating func agreement(of marks: [Mark], with number: Int) -> Int? {
    let recorded = marksOfKey(number)
    var count = 0
    for (place, mark) in marks.enumerated() where !mark.isAny {
      let isEqual =
        marks.count == recorded.count ? recorded[place].isSame(as: mark) : recorded.contains { $0.isSame(as: mark) }
      if isEqual { count += 1 } else if known.contains(mark) { return nil }
    }
    return count
  }

  private mutating func marksOfKey(_ number: Int) -> [Mark] {
    ((concealed?.keys[number] ?? recordedKeys[number])?.marks ?? []).map(Mark.init)
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

/// A placeholder in a request: a secret of the recording, or any.
private struct Mark {
  let text: String
  /// The digest with its tilde, or nothing.
  let digest: String
  /// Whether it stands for any secret.
  let isAny: Bool

  init(_ text: String) {
    self.text = text
    let bytes = Array(text.utf8)[...]
    digest = String(decoding: Placeholder.digest(bytes), as: UTF8.self)
    isAny = digest.isEmpty && Placeholder.unnumbered(bytes) == Array(bytes)
  }

  var isToken: Bool { text.hasPrefix("REDACTED-refresh-token-") || text.hasPrefix("REDACTED-access-token-") }

  func isSame(as other: Self) -> Bool { text == other.text || !digest.isEmpty && digest == other.digest }
}

/// The placeholders of a recording, in its requests and its answers.
private struct KnownPlaceholders: Sendable {
  private(set) var handedOut: Set<String> = []
  private var all: Set<String> = []

  init(in entries: [HAR.Entry], _ readFile: (String) throws -> Data) {
    for entry in entries {
      let body = (try? entry.response.content.body(readingFile: readFile)) ?? Data()
      handedOut.formUnion(Self.marks(entry.response.headers.map(\.value) + [String(decoding: body, as: UTF8.self)]))
      let sent = (try? entry.request.postData?.body(readingFile: readFile)) ?? Data()
      all.formUnion(
        Self.marks(
          [entry.request.url, String(decoding: sent, as: UTF8.self)] + entry.request.headers.map(\.value)))
    }
    all.formUnion(handedOut)
    all.formUnion(all.map { Mark($0).digest })
  }

  private static func marks(_ texts: [String]) -> [String] { RequestKey(texts: texts).marks }

  /// Returns whether the recording has a secret; a number that stands for one is of this recording, as it is not told otherwise.
  func contains(_ mark: Mark) -> Bool {
    all.contains(mark.text) || !mark.digest.isEmpty && all.contains(mark.digest) || mark.text.first?.isNumber == true
  }
}

extension RecordingIndex {
  /// The form of a key that is looked up.
  private enum Form { case exact, unnumbered, bare }

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
    mutating func closest(to key: RequestKey, _ uses: [Int?]) -> Group? {
      group(.unnumbered, key.unnumbered, uses) ?? group(.bare, key.bare, uses)
    }

    private func grouped(_ form: Form) -> [RequestKey: Group] {
      var groups: [RequestKey: Group] = [:]
      groups.reserveCapacity(keys.count)
      for (number, key) in keys.enumerated() {
        guard let key = key.map({ form == .exact ? $0 : form == .bare ? $0.bare : $0.unnumbered }) else { continue }
        groups[key, default: Group(numbers: [])].numbers.append(number)
        if let first = groups[key]?.numbers.first, recorded[first] != recorded[number] {
          groups[key]?.isUniform = false
        }
      }
      return groups
    }
  }
}
