/// What selects the response of each exchange of a recording, as far as it was asked for.
struct Selections: Sendable {
  /// Exchanges of one key. Those of a coarser key are more, so the ends and the count tell groups apart.
  private struct Span: Hashable {
    let first: Int
    let last: Int
    let count: Int
  }

  private var all: [Int: Selection] = [:]
  private var differing: [Span: Bool] = [:]

  /// Returns whether HTTP may let a request have only some of the exchanges of one key.
  mutating func differ(in numbers: [Int], _ entries: [HAR.Entry], _ redaction: Redaction) -> Bool {
    guard let first = numbers.first, let last = numbers.last else { return false }
    let span = Span(first: first, last: last, count: numbers.count)
    if let known = differing[span] { return known }
    for number in numbers where all[number] == nil { all[number] = Selection(entries[number]) }
    let selections = numbers.compactMap { all[$0] }
    let differ = Selection.differ(selections)
    if differ {
      let names = Selection.comparedNames(of: selections)
      for number in numbers { all[number]?.conceal(names, redaction) }
    }
    differing[span] = differ
    return differ
  }

  /// Returns the exchanges that a request may have, and that agree best with it.
  ///
  /// - Parameters:
  ///   - numbers: Exchanges for which ``differ(in:_:_:)`` was asked.
  ///   - request: The request.
  ///   - uses: The uses of all exchanges, if the unused ones that agree best are wanted; nil for all that agree.
  func selected(from numbers: [Int], for request: URLRequest, _ uses: [Int?]?, _ redaction: Redaction) -> [Int] {
    let selections = numbers.compactMap { all[$0] }
    guard selections.count == numbers.count else { return numbers }
    var live = Selection.Fields(request)
    live.conceal(Selection.comparedNames(of: selections), redaction)
    var closest = Selection.closest(of: selections, to: live, isHead: request.httpMethod == "HEAD")
    // A part or a 304 that was recorded for just this request is never replaced by the whole, used up or not.
    if let least = closest.map(\.doubts).min() {
      let best = closest.filter { $0.doubts == least }
      if best.contains(where: { selections[$0.place].isBound }) { closest = best }
    }
    let unused = closest.filter { uses?[numbers[$0.place]] == nil }
    guard uses != nil, let least = unused.map(\.doubts).min() else { return closest.map { numbers[$0.place] } }
    return unused.filter { $0.doubts == least }.map { numbers[$0.place] }
  }
}

extension RecordingIndex {
  /// Returns the exchange whose response a request gets from another one.
  ///
  /// A 304 stands for the copy that it says is valid, so a request without a condition gets that copy.
  package func source(of number: Int, for request: URLRequest) -> HAR.Entry {
    let entry = entries[number]
    guard entry.response.status == 304,
      let key = RequestKey(entry.request, parts, readingFile: readFile)?.bare
    else { return entry }
    let numbers = entries.indices.filter { place in
      RequestKey(entries[place].request, parts, readingFile: readFile)?.bare == key
    }
    let selections = numbers.map { Selection(entries[$0]) }
    guard let place = numbers.firstIndex(of: number) else { return entry }
    let copy = Selection.copy(validatedBy: place, of: selections, for: Selection.Fields(request))
    return copy.map { entries[numbers[$0]] } ?? entry
  }

  /// Returns the finding about a field that keeps an exchange from answering a request, or makes another one fit better.
  func selectionFindings(of number: Int, _ request: URLRequest) -> [Finding] {
    let selection = Selection(entries[number])
    var names = selection.names
    let live = Selection.Fields(request)
    let obstacle = selection.obstacle(for: live, isHead: request.httpMethod == "HEAD")
    if let obstacle { names = [obstacle] }
    return names.sorted().compactMap { name in
      var recorded = selection.request
      var asked = live
      recorded.conceal([name], redaction)
      asked.conceal([name], redaction)
      guard obstacle != nil || !recorded.agrees(with: asked, on: name) else { return nil }
      let got = asked[name].map { "got \($0.quoted)" } ?? "got none"
      let known = recorded[name].map(\.quoted) ?? selection.range.map(\.quoted) ?? "no such field"
      return .mismatch(.header, name, "the \(selection.status) was recorded for \(known), \(got)")
    }
  }
}
