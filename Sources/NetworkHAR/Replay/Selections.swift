/// What selects the response of each exchange of a recording, as far as it was asked for.
struct Selections: Sendable {
  private var all: [Int: Selection] = [:]
  /// The fields to compare in each group; nil where its requests agree.
  private var differing: [[Int]: Set<String>?] = [:]

  /// Returns the key of a group: of a large one, whose numbers take long to hash, its ends and its size.
  private static func key(_ numbers: [Int]) -> [Int] {
    guard numbers.count > 64, let first = numbers.first, let last = numbers.last else { return numbers }
    return [first, last, numbers.count]
  }

  /// Returns whether HTTP may let a request have only some of the exchanges of one key.
  mutating func differ(in numbers: [Int], _ entries: [HAR.Entry], _ redaction: Redaction) -> Bool {
    // Most exchanges are alone, and any request may have them.
    if numbers.count == 1, !Selection.isBound(entries[numbers[0]]) { return false }
    let key = Self.key(numbers)
    if let known = differing[key] { return known != nil }
    for number in numbers where all[number] == nil { all[number] = Selection(entries[number]) }
    let names = Selection.differingNames(of: numbers.compactMap { all[$0] })
    if let names { for number in numbers { all[number]?.conceal(names, redaction) } }
    differing[key] = .some(names)
    return names != nil
  }

  /// Returns the exchanges that a request may have, and that agree best with it.
  ///
  /// - Parameters:
  ///   - numbers: Exchanges for which ``differ(in:_:_:)`` was asked.
  ///   - request: The request.
  ///   - uses: The uses of all exchanges, if the unused ones that agree best are wanted; nil for all that agree.
  func selected(from numbers: [Int], for request: URLRequest, _ uses: [Int?]?, _ redaction: Redaction) -> [Int] {
    let selections = numbers.compactMap { all[$0] }
    guard selections.count == numbers.count, let known = differing[Self.key(numbers)] ?? nil else { return numbers }
    var live = Selection.Fields(request)
    let compared = known.union(Selection.comparedNames(of: selections).filter { live[$0] != nil })
    live.conceal(compared, redaction)
    var closest = Selection.closest(
      of: selections, to: live, isHead: request.httpMethod == "HEAD", in: compared)
    // A part or a 304 that was recorded for just this request is never replaced by the whole, used up or not.
    if let least = closest.map(\.doubts).min() {
      let best = closest.filter { $0.doubts == least }
      if best.contains(where: { selections[$0.place].isBound }) { closest = best }
    }
    let unused = closest.filter { uses?[numbers[$0.place]] == nil }
    guard uses != nil, let least = unused.map(\.doubts).min() else { return closest.map { numbers[$0.place] } }
    return unused.filter { $0.doubts == least }.map { numbers[$0.place] }
  }

  /// Returns the exchange with the copy that a 304 says is valid; nil if there is none.
  ///
  /// - Parameters:
  ///   - number: The 304.
  ///   - numbers: The exchanges of equal requests, for which ``differ(in:_:_:)`` was asked.
  ///   - live: The fields of the request.
  func copy(validatedBy number: Int, of numbers: [Int], for live: Selection.Fields) -> Int? {
    let selections = numbers.compactMap { all[$0] }
    guard selections.count == numbers.count, let place = numbers.firstIndex(of: number) else { return nil }
    return Selection.copy(validatedBy: place, of: selections, for: live).map { numbers[$0] }
  }
}

/// The reason why a 304 answers no request without a condition.
private struct MissingCopy: Error, CustomStringConvertible {
  var description: String { "It is a 304, and the recording does not have the copy that it says is valid." }
}

extension RecordingIndex {
  /// Returns the exchange whose response a request gets from another one.
  ///
  /// A 304 stands for the copy that it says is valid, so a request without a condition gets that copy.
  ///
  /// - Throws: An error if the copy was recorded for another request, or not at all.
  package mutating func source(of number: Int, for request: URLRequest) throws -> HAR.Entry {
    let entry = entries[number]
    let live = Selection.Fields(request)
    guard entry.response.status == 304, !live.haveCondition else { return entry }
    let key = RequestKey(entry.request, parts, readingFile: readFile)
    let numbers = entries.indices.filter { RequestKey(entries[$0].request, parts, readingFile: readFile) == key }
    guard selections.differ(in: numbers, entries, redaction),
      let copy = selections.copy(validatedBy: number, of: numbers, for: live)
    else { throw MissingCopy() }
    return entries[copy]
  }

  /// Returns the finding about a field that keeps an exchange from answering a request, or makes another one fit better.
  func selectionFindings(of number: Int, _ request: URLRequest) -> [Finding] {
    let selection = Selection(entries[number])
    var names = selection.names
    let live = Selection.Fields(request)
    let field = selection.differingField(for: live, isHead: request.httpMethod == "HEAD")
    if let field { names = [field] }
    return names.sorted().compactMap { name in
      var recorded = selection.request
      var asked = live
      recorded.conceal([name], redaction)
      asked.conceal([name], redaction)
      guard field != nil || !recorded.agrees(with: asked, on: name) else { return nil }
      let got = asked[name].map { "got \($0.quoted)" } ?? "got none"
      let known = recorded[name].map(\.quoted) ?? selection.range.map(\.quoted) ?? "no such field"
      return .mismatch(.header, name, "the \(selection.status) was recorded for \(known), \(got)")
    }
  }
}
