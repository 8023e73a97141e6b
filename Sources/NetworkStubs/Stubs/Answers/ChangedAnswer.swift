extension Answer {
  /// A change of a whole answer; an error of it, other than a ``SocketFault``, fails the test.
  package typealias Change = @Sendable (HTTPResponse, _ isOnSocket: Bool) throws -> Answer

  /// Returns the answer as changed when it is whole.
  package func changed(_ change: @escaping Change) -> Self {
    var answer = Answer(ChangedAnswer(original: self, change: change))
    answer.delay = delay
    return answer
  }
}

/// A fault, a delivery or a mutation of a whole answer; one that was made for another body fails the test.
private struct ChangedAnswer: AnswerKind {
  let original: Answer
  let change: Answer.Change

  var problem: String? { original.problem }

  func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
    let whole = try await original.kind.whole(to: request, on: timeline)
    let changed: Answer
    do { changed = try change(whole, timeline.isOnSocket) } catch let fault as SocketFault { throw fault } catch {
      throw UnusableAnswer(cause: error)
    }
    return try await changed.reply(to: request, on: timeline, after: .zero)
  }
}
