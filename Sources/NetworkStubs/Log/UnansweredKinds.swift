/// The requests of one kind that no stub answers: those of a test to one address, whatever the numbers in it.
struct UnansweredKind: Hashable {
  /// The test that sends them.
  let owner: ProblemOwner
  /// The method and the path, with `{…}` for each part that has a digit: a poll often has an id or a time in its address.
  let address: String

  init(_ request: ReceivedRequest, of owner: ProblemOwner) {
    self.owner = owner
    let url = request.urlParts
    let path = url.segments.map { Self.isVariable($0) ? "{…}" : $0 }
    address = "\(request.method) /\(path.joined(separator: "/"))"
  }

  /// Whether a part of a path is likely another one in the next request; a version such as `v1` is not.
  private static func isVariable(_ segment: String) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard segment.utf8.contains(where: digits.contains) else { return false }
    return !(segment.hasPrefix("v") && segment.utf8.dropFirst().allSatisfy(digits.contains))
  }
}

/// The numbers of unanswered requests, by their kinds: a test is told of the first few of a kind, and how many came after them.
struct UnansweredKinds {
  /// The number of requests of a kind that are told one by one.
  private static let most = 20

  struct Count {
    /// Those that have failed the test.
    var told = 0
    /// Those that came after them.
    fileprivate(set) var more = 0
    let place: CodePlace
  }

  private var counts: [UnansweredKind: Count] = [:]
  /// The numbers of the requests of each kind by each task, with the time of the first.
  private var repetitions: [Sender: (count: Int, since: ContinuousClock.Instant)] = [:]
  /// The kinds whose senders are told to stop.
  private var ended: Set<UnansweredKind> = []

  /// A task that sends requests of a kind. Many tasks that send one each, at once or one after the other, repeat nothing.
  private struct Sender: Hashable {
    let kind: UnansweredKind
    /// The number of the task; nil for code outside of tasks, such as a handler on a queue.
    let task: UInt64?
  }

  /// The fate of code that sends a request again and again without an answer.
  enum Repetition { case goesOn, ends(isFirst: Bool, count: Int) }

  /// Notes a request without an answer, and returns whether its task has tried for so long that it would never stop.
  ///
  /// - Parameters:
  ///   - kind: The kind of the request.
  ///   - task: The task that sends it; nil for code outside of tasks.
  ///   - patience: How long it may go on.
  mutating func noteAgain(_ kind: UnansweredKind, by task: TaskReference?, patience: Duration) -> Repetition {
    let now = ContinuousClock.now
    let sender = Sender(kind: kind, task: task?.id)
    var repetition = repetitions[sender] ?? (0, now)
    repetition.count += 1
    defer { repetitions[sender] = repetition }
    guard repetition.count >= Self.most, repetition.since.duration(to: now) >= patience else { return .goesOn }
    let isFirst = ended.insert(kind).inserted
    return .ends(isFirst: isFirst, count: repetition.count)
  }

  /// Notes a request that is only counted; returns false if it is to be told.
  mutating func isCounted(_ kind: UnansweredKind) -> Bool {
    guard let count = counts[kind], count.told >= Self.most else { return false }
    counts[kind]?.more += 1
    return true
  }

  /// Whether a request is the last of its kind that is told.
  func isLast(_ kind: UnansweredKind) -> Bool { counts[kind]?.told == Self.most - 1 }

  /// Returns the error's text about a request that is only counted.
  static func text(about request: ReceivedRequest) -> String {
    "No stub answers \("\(request)".shortened(to: 300)), as \(most) requests like it before."
  }

  /// Returns the end of the text about the last request of a kind that is told.
  static func end(of kind: UnansweredKind) -> String {
    "\n\nIt is number \(most) of its kind. More requests to \(kind.shown) are only counted."
  }

  /// Notes a request whose problem fails the test. In a known issue, all are told, since the number would come after it.
  mutating func note(_ kind: UnansweredKind, at place: CodePlace) {
    guard Problem.isKnownTold else { return }
    counts[kind, default: Count(place: place)].told += 1
  }

  /// Hands over how many requests were only counted, of the test that a transport belongs to: another test has its first few.
  mutating func takeRest() -> [UnansweredKind: Count] {
    defer { for kind in counts.keys { counts[kind]?.more = 0 } }
    return counts.filter { $0.key.owner == .own && $0.value.more > 0 }
  }
}

extension [UnansweredKind: UnansweredKinds.Count] {
  /// The problems with them, one for each kind.
  var problems: [Problem] {
    sorted { $0.key.address < $1.key.address }.map { kind, count in
      let subject = count.more == 1 ? "1 more request" : "\(count.more) more requests"
      return Problem(text: "And \(subject) without an answer, all to \(kind.shown).", place: count.place)
    }
  }
}

extension UnansweredKind {
  /// The address without secrets.
  var shown: String { Secrets.masked(address).shortened(to: 200) }
}
