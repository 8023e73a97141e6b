/// The reason why no stub answers a request: the closest stub, its differences, and code to paste.
struct UnansweredReport {
  private let request: ReceivedRequest
  private let reader: RequestReader
  private let closest: ClosestCandidates
  /// The parts that the nearest stub asks for and the request lacks.
  private let absences: [String]
  /// The parts that the nearest stub asks for and the request has with another value.
  private let differing: Set<String>
  /// Whether the nearest stub differs in a part of the request, not just in its state.
  private let isOfRequest: Bool
  /// Whether it is not the nearest stub's turn.
  private let isOutOfOrder: Bool
  /// Whether the nearest stub waits for a state that nothing leads to.
  private let isUnreachable: Bool
  /// Whether the nearest stub is used up.
  private let isUsedUp: Bool
  /// Whether the request is for another resource than the nearest stub is, which keeps its answer.
  private let isOfOtherResource: Bool
  /// The path of the request with a parameter for the id in which it differs from the nearest stub's; nil if that is not all.
  private let templateOfID: String?
  private let isOfArguments: Bool
  /// The advice about a likely mistake, which no code should take as it is.
  private let mistake: MistakeAdvice?
  /// The parts that the request has in another place.
  private let misplaced: [String]
  /// Whether the test's own network would have answered, and this is another transport.
  private let isForOtherTransport: Bool
  /// The gap in the path, where the app left a value out.
  private let gap: PathGap?
  /// The stub that redirects to the request, if one does.
  private let redirect: StubDefinition?
  /// The cookie that an answer has set, and that is not here.
  private let lostCookie: LostCookie?
  /// Whether a reader of events sends it, which connects again when a stream ends.
  private let isOfEvents: Bool
  /// Whether an equal request had an answer, as the first of a poll has.
  private let isRepeated: Bool
  /// The known facts about the request and the stubs, each as a line.
  private let remarks: [String]
  /// The stub that comes closest.
  let nearest: StubDefinition?
  let meant: StubDefinition?

  /// - Parameters:
  ///   - request: The request.
  ///   - table: The stubs.
  ///   - log: The requests before it.
  ///   - elsewhere: The stub of the test's own network that would have answered it, where this is another transport.
  ///   - isOfArguments: Whether the test has arguments.
  init(
    _ request: ReceivedRequest, table: StubTable, log: [Exchange], elsewhere: StubDefinition? = nil,
    isOfArguments: Bool = false
  ) {
    self.request = request
    self.isOfArguments = isOfArguments
    let entries = table.entries
    reader = .explaining(request)
    let reader = reader
    let candidates = Candidate.closest(of: entries, to: reader, target: \.definition.matcher) {
      Candidate($0, reader, in: table, log: log)
    }
    let mismatches = candidates.first?.mismatches ?? []
    absences = mismatches.filter { $0.isAbsent || $0.attribute == .predicate }
      .map { $0.attribute == .predicate ? "that condition" : $0.label }
    differing = Set(mismatches.filter { $0.attribute.isOfRequest && !$0.isAbsent }.map(\.label))
    isOutOfOrder = mismatches.contains { $0.attribute == .order }
    isUnreachable = candidates.first?.stub?.scenario.map { table.unreachable($0) != nil } ?? false
    isUsedUp = mismatches.contains { $0.attribute == .use }
    let nearestURL = candidates.first?.stub?.matcher.url
    let redirect = log.last { $0.redirects(to: request) }
    let isMeant = Self.isMeant(candidates, for: reader, in: entries)
    // What redirects has to stay, however close the new address is.
    isOfOtherResource =
      redirect != nil
      || !isMeant
        && mismatches.contains { mismatch in
          mismatch.attribute == .method
            || mismatch.attribute == .path && !mismatch.isCause && nearestURL?.isNearMiss(of: reader.url) == false
        }
    let id = isMeant ? nearestURL?.segmentWithOtherID(in: reader.url) : nil
    templateOfID = id.flatMap { place in
      reader.url.hasVersion(at: place) ? nil : Correction(for: reader).path(withParameterAt: place)
    }
    let closestStub = candidates.first?.stub
    mistake = MistakeAdvice(mismatches.filter(\.attribute.isOfRequest)) { ofRequest, ofStub in
      closestStub.flatMap { SpellingEvidence(ofRequest, ofStub, of: $0, in: table, log: log) }
    }
    misplaced = mismatches.filter { $0.isAbsent && $0.isElsewhere }.map(\.label)
    isForOtherTransport = elsewhere != nil
    let isPathRight = !mismatches.isEmpty && !mismatches.contains { $0.attribute == .path }
    gap = isPathRight ? nil : PathGap(in: reader.url.path)
    self.redirect = redirect?.stub as? StubDefinition
    isOfEvents = reader.headers["Accept"]?.contains("text/event-stream") == true
    isRepeated =
      ["GET", "HEAD"].contains(reader.method)
      && log.contains { $0.stub != nil && $0.request.url == request.url && $0.request.method == request.method }
    isOfRequest = mismatches.isEmpty || mismatches.contains(where: \.attribute.isOfRequest)
    let origin = redirect.map { origin in
      let isOtherMethod = origin.request.method != request.method
      let note = isOtherMethod ? ", which makes it a \(request.method.rawValue): 307 and 308 keep the method" : ""
      return "It follows the redirect of \(origin.title)\(note)."
    }
    let cookies = candidates.first?.stub?.matcher.conditions.compactMap { $0 as? CookieCondition } ?? []
    lostCookie = cookies.first { !$0.matches(reader) }
      .flatMap { cookie in reader.cookies.contains { $0.name == cookie.name } ? nil : cookie.name }
      .flatMap { LostCookie($0, missingIn: request, log: log) }
    let network = elsewhere.map { stub in
      "The test's network has a stub for it, \(stub.shown), but this is another transport: use MockTransport.current."
    }
    remarks = [
      candidates.first?.stub.flatMap { Self.scenarioRemark($0, in: table) }, network, origin, lostCookie?.remark,
    ].compactMap { $0 }
    nearest = candidates.first?.stub
    meant = candidates.first.flatMap { $0.score >= 0.6 ? $0.stub : nil }
    let isPathKnown = entries.contains { $0.definition.matcher.url.matchesPath(reader.url) }
    closest = ClosestCandidates(candidates, of: entries.count, "stub", isPathKnown: isPathKnown)
  }

  /// The whole text, under 4 kB however large the stubs and bodies are.
  var text: String {
    let masked = reader.masked
    let reason = gap?.reason ?? closest.reason ?? "there are no stubs."
    let headline = "No stub answers \(masked.title.shortened(to: 300)): \(reason)"
    let advice = advice(masked)
    // The reason of a gap is another one.
    let shown = gap == nil ? closest.linesAfterReason : closest.lines
    let lines = [headline] + remarks + shown + (shown.isEmpty || advice.isEmpty ? [] : [""]) + advice
    return masked.masking.masked(report: lines.joined(separator: "\n")).cutForFailure
  }

  /// Returns whether the closest stub is surely meant for a request that differs in its method or an id only: it was promised, and has
  /// answered nothing, so that another stub beside it would leave it unused.
  private static func isMeant(_ candidates: [Candidate], for request: RequestReader, in entries: [StubEntry]) -> Bool {
    guard let best = candidates.first, best.mismatches.count == 1,
      candidates.count == 1 || candidates[1].score < best.score,
      let entry = entries.first(where: { $0.definition === best.stub }), entry.uses == 0, entry.isPromise
    else { return false }
    let url = entry.definition.matcher.url
    return switch best.mismatches[0].attribute {
    case .method: entry.definition.matcher.method != nil && request.method != "HEAD"
    case .path: url.segmentWithOtherID(in: request.url) != nil
    default: false
    }
  }

  /// Returns the reason why a stub's scenario isn't in the stub's state; nil if it is, or if the reason is unknown.
  private static func scenarioRemark(_ stub: StubDefinition, in table: StubTable) -> String? {
    guard case .state(let step, _) = table.blocker(for: stub) else { return nil }
    return table.unreachable(step) ?? table.unusedMover(to: step)
  }

  /// Returns the text about a request whose stub is invalid, which is already a problem of its own.
  static func ofFaultyStub(_ request: ReceivedRequest, _ stub: StubDefinition) -> String {
    let text =
      "No stub answers \("\(request)".shortened(to: 300)): the closest, \(stub.shown), is invalid."
    return request.masking.masked(report: text)
  }

  /// Returns the text about a request that came after its test had ended.
  static func afterTheTest(_ request: ReceivedRequest, _ network: CodePlace) -> String {
    let remedy =
      Task.isCancelled
      ? "The task that sends this request was cancelled, but has not ended: await it in the test."
      : "In the test, await the code that sends this request, or cancel it before the test ends."
    return request.masking.masked(
      report: """
        Nothing answers \("\(request)".shortened(to: 300)): its test is over.

        The network of \(network.shown) ended with its test. \(remedy)
        """)
  }

  private func advice(_ masked: MaskedRequest) -> [String] {
    let command = CurlCommand(request, masked)
    return stubAdvice + (command.canBeRun ? ["To send it by hand:", "  \(command.text)"] : [])
  }

  private var stubAdvice: [String] {
    if closest.isUsedUp, let stub = meant { return usedUpAdvice(stub) }
    // Where an order or a state is the point, another stub would undo it.
    if !isOfRequest { return sequenceAdvice }
    // Changed, it would not have answered the request that it did.
    if let meant, isUsedUp, mistake == nil {
      let stub = SuggestedStub(reader, near: meant.matcher).code
      return ["That stub is used up. \(Self.doubt) too, add:", "  \(stub)"]
    }
    // The remark says what to do.
    if isForOtherTransport { return [] }
    if let gap { return [gap.cure] }
    if let lostCookie, let place = nearest?.place.code.shown { return [lostCookie.advice(place)] }
    if let mistake, let stub = meant ?? nearest, !isOfOtherResource {
      return formAdvice(mistake, stub) ?? [mistake.line(stub.place.code.shown)]
    }
    if let meant, !isOfOtherResource { if let advice = correctionAdvice(meant) { return advice } }
    let code = "  \(SuggestedStub(reader).code)"
    if let redirect {
      let place = redirect.place.code.shown
      return ["If the redirect is wrong, correct its Location in the stub at \(place). If it is right, add:", code]
    }
    if let value = mistake?.splitValue?.shortened(to: 60).quoted {
      return ["If \(value) is one value, fix the app: send its slash as %2F. If it is another resource, add:", code]
    }
    // A stub that the test adds later comes too late for this request.
    let when = nearest == nil ? "before the code sends it" : nil
    return ["\(Self.doubt), add\(when.map { " \($0)" } ?? ""):", code]
  }

  /// Returns the advice about a stub that would answer the request if it were not used up.
  ///
  /// A count would make a poll legal that never ends: it gets the response that ends it.
  private func usedUpAdvice(_ stub: StubDefinition) -> [String] {
    let place = stub.place.code.shown
    if isOfEvents {
      return [
        "If the app should not connect again, fix the app. If it should, let the next response end its events: write this in "
          + "place of the response and the count of the stub at \(place):",
        "  .respond(inOrder: .events(…), .status(204))",
      ]
    }
    let doubt = "If the app should not send it again, fix the app."
    if stub.answers.count > 1 {
      return ["\(doubt) If it should, add the next response to the list in the stub at \(place)."]
    }
    let count = ".times(\((stub.limit ?? 0) + 1))"
    if isRepeated {
      return [
        "\(doubt) If it waits for another response, add that one to the stub at \(place): .respond(inOrder: …, …). If it should "
          + "get the same one, write \(count) in place of its count."
      ]
    }
    return ["\(doubt) If it should, the stub at \(place) can answer it too. Replace its count with:", "  \(count)"]
  }

  /// The advice about a stub that waits for its turn or its state; none if a remark says that nothing leads there.
  private var sequenceAdvice: [String] {
    guard let nearest, !isUnreachable else { return [] }
    let cure = isOutOfOrder ? "order of the stubs" : "scenario of the stub at \(nearest.place.code.shown)"
    return ["If the request comes at the wrong time, fix the app. If it is right, correct the \(cure)."]
  }

  /// The beginning of each piece of advice that takes the request as it is.
  private static let doubt = "If the request is wrong, fix the app. If it is right"

  /// Returns how a stub is changed for the request; nil if its code cannot be pasted.
  private func correctionAdvice(_ meant: StubDefinition) -> [String]? {
    let suggestion = SuggestedStub(reader, near: meant.matcher)
    guard let correction = suggestion.correction else { return nil }
    let place = meant.place.code.shown
    let losses = suggestion.losses
    let lost = losses.prefix(3).map { $0.shortened(to: 40) }.inWords
    // Code in which nothing is left of what differs would only make the difference legal.
    if absences.isEmpty, !differing.isEmpty, differing.isSubset(of: losses) {
      return ["\(Self.doubt), change the \(losses.count == 1 ? "value" : "values") of \(lost) in the stub at \(place)."]
    }
    let names = absences.prefix(3).map { $0 == "body" ? "a body" : $0.shortened(to: 40) }
    let absent = names.isEmpty ? "" : " without \(names.inWords)"
    if !misplaced.isEmpty, differing.isEmpty {
      return [
        "\(Self.doubt), change \(misplaced.prefix(3).map { $0.shortened(to: 40) }.inWords) in the stub at \(place)."
      ]
    }
    // Code that only lacks what the request lacks is no easier to paste than to delete, and would make a forgotten part legal.
    if !absences.isEmpty, differing.isEmpty {
      return ["\(Self.doubt)\(absent), remove \(absences.count == 1 ? "that" : "those") from the stub at \(place)."]
    }
    let forAnyID = isOfArguments ? nil : matcherOfAnyID(correction)
    let code = isOfArguments ? matcherOfAnyID(correction) ?? correction : correction
    let reach = code.url.source == correction.url.source ? "" : ", so that it fits each argument of the test"
    let advice = [
      "\(Self.doubt)\(absent), change the stub at \(place) to this\(reach), and keep its answer:", "  \(code)",
    ]
    let remarks = [
      losses.isEmpty ? nil : "It no longer checks \(lost): keep your own values there.",
      suggestion.isLooser ? "It also accepts a body that has more in it." : nil,
      forAnyID.map { "For any id, write \($0.targetCode)." },
    ].compactMap { $0 }
    return remarks.isEmpty ? advice : advice + [remarks.joined(separator: " ")]
  }

  /// Returns how a stub is changed that compares a form of a value which may not matter; nil if no code leaves just that open.
  private func formAdvice(_ mistake: MistakeAdvice, _ stub: StubDefinition) -> [String]? {
    let suggestion = SuggestedStub(reader, near: stub.matcher)
    guard let doubt = mistake.doubtOfForm, let correction = suggestion.correction, suggestion.losses.isEmpty,
      !mistake.isOfOrder || correction.takesAnyOrder
    else { return nil }
    return ["\(doubt), change the stub at \(stub.place.code.shown) to this, and keep its answer:", "  \(correction)"]
  }

  /// Returns a correction with a parameter where the request has another id than the stub; nil if they differ in something else.
  private func matcherOfAnyID(_ correction: RequestMatcher) -> RequestMatcher? {
    guard let templateOfID else { return nil }
    let url = URLPattern(correction.url.origin.map { "\($0)\(templateOfID)" } ?? templateOfID)
    let target = correction.isOfWebSocket ? .webSocket(url) : RequestMatcher(method: correction.method, url: url)
    let matcher = target.adding(correction.conditions)
    return matcher.targetCode == correction.targetCode ? nil : matcher
  }
}

extension Exchange {
  /// Returns whether its answer is a redirect to the URL of another request.
  fileprivate func redirects(to other: ReceivedRequest) -> Bool {
    guard case .answered(let response) = outcome, (300..<400).contains(response.status), let url = other.url,
      let location = response.headers["Location"]
    else { return false }
    return URL(string: location, relativeTo: request.url)?.absoluteString == url.absoluteString
  }
}
