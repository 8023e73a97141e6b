import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("A mocked session's call, cancelled")
struct SessionCancellationTests {
  #if os(Linux)
    @Test("the cancellation of a mocked session's call has begun when cancel() returns, if it resumes no caller")
    func isCancelling() {
      let transport = MockTransport(.any.respond(with: .stream("never", .stall)).optional())
      let session = URLSession.mocked(by: transport, delegate: CollectingDelegate())
      for _ in 0..<100 {
        let task = session.dataTask(with: .test("/a"))
        task.resume()
        task.cancel()
        #expect(task.state != .running)
      }
    }
  #endif

  @Test("before it starts, ends as cancelled and sends nothing")
  func beforeStart() async throws {
    let transport = MockTransport(.any.respond(status: 200).optional())
    let session = URLSession.mocked(by: transport)
    let error: (any Error)? = await withCheckedContinuation { continuation in
      let task = session.dataTask(with: .test("/a")) { _, _, error in continuation.resume(returning: error) }
      task.cancel()
      task.resume()
    }
    #expect((error as? URLError)?.code == .cancelled)
    #expect(await transport.requests.isEmpty)
  }

  @Test("a call of a task that is cancelled already ends as cancelled and sends nothing", arguments: 0..<20)
  @MainActor func inVain(number: Int) async throws {
    let transport = MockTransport(.any.respond(status: 200).optional())
    let session = URLSession.mocked(by: transport)
    let call = Task { @MainActor in try await session.data(from: .test("/a")) }
    call.cancel()
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    #expect(await transport.requests.isEmpty)
  }

  @Test(
    "a mocked session's cancelled call has no answer any more, though it comes at once after that", arguments: 0..<100)
  func late(number: Int) async throws {
    let answers = AsyncStream<CheckedContinuation<Void, Never>>.makeStream()
    let transport = MockTransport(
      .any.respond { _ in
        await withCheckedContinuation { answers.continuation.yield($0) }
        return HTTPResponse(status: 200)
      })
    let session = URLSession.mocked(by: transport)
    let call = Task { try await session.data(from: .test("/a")) }
    let answer = try #require(await answers.stream.first { _ in true })
    call.cancel()
    answer.resume()
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .cancelled)
  }

  @Test("a mocked session's cancelled call is sent by a cancelled task as well, where only a handler waits for it")
  func farewell() async throws {
    let session = URLSession.mocked(by: MockTransport(.get("/logout").respond(status: 204)))
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await withCheckedContinuation { continuation in
        session.dataTask(with: .test("/logout")) { _, response, _ in
          continuation.resume(returning: (response as? HTTPURLResponse)?.statusCode)
        }.resume()
      }
    }
    #expect(await call.value == 204)
  }

  @Test("a call that is cancelled while the stub waits ends as cancelled, and so does the stub")
  func whileWaiting() async throws {
    let stubEnded = Gate()
    let transport = MockTransport(
      .get("/a").respond { _ in
        await Gate().wait()
        stubEnded.open()
        try Task.checkCancellation()
        return HTTPResponse()
      })
    let session = URLSession.mocked(by: transport)
    let call = Task { try await session.data(from: .test("/a")) }
    _ = try await transport.nextRequest()
    call.cancel()
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    await stubEnded.wait()
  }

  #if canImport(FoundationNetworking)
    @Test("a mocked session's cancelled call has an error that says so, where a session's own has no text")
    func text() async throws {
      let transport = MockTransport(.get("/a").respond(status: 200).delayed(by: .seconds(60)), clock: VirtualClock())
      let session = URLSession.mocked(by: transport)
      let call = Task { try await session.data(from: .test("/a?access_token=12345")) }
      try await transport.nextRequest()
      call.cancel()
      let error = try #require(await #expect(throws: URLError.self) { try await call.value })
      #expect("\(error)" == "URLError.cancelled (-999) of GET \(URL.test("/a"))?access_token=•••")
    }
  #endif

  #if canImport(FoundationNetworking) && compiler(<6.4)
    @Test("a call that is cancelled while the session is busy does not wait for it", .timeLimit(.minutes(15)))
    func whileBusy() async throws {
      let transport = SuspendedTransport()
      let session = URLSession.mocked(by: transport)
      let call = Task { try await session.data(from: .test("/a")) }
      let waiting = try await transport.nextCall()
      let task: URLSessionTask? = await withCheckedContinuation { done in
        session.getAllTasks { done.resume(returning: $0.first) }
      }
      let queue = try #require(task.flatMap(TaskReflection.workQueue))
      cancel(call, whileBusy: queue)
      let error = await #expect(throws: URLError.self) { try await call.value }
      #expect(error?.code == .cancelled)
      try await waiting.waitForAbandonment()
    }

    // Never suspends: the queues of all sessions share one, so that no other call goes on meanwhile.
    private func cancel(_ call: Task<some Sendable, any Error>, whileBusy queue: DispatchQueue) {
      let (isBusy, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      queue.async {
        isBusy.signal()
        isFree.wait()
      }
      isBusy.wait()
      call.cancel()
      isFree.signal()
    }
  #endif

  @Test("after the end, changes nothing")
  func afterEnd() async throws {
    let session = URLSession.mocked(by: MockTransport(.get("/a").respond(with: .text("tea"))))
    let task = Mutexed<URLSessionDataTask>()
    let data: Data? = await withCheckedContinuation { continuation in
      task.value = session.dataTask(with: .test("/a")) { data, _, _ in continuation.resume(returning: data) }
      task.value?.resume()
    }
    task.value?.cancel()
    #expect(data == Data("tea".utf8))
    #expect(try await session.answer(to: .test("/a")).text == "tea")
  }

  @Test("a call that its own stub cancels ends as cancelled")
  func fromStub() async throws {
    let task = Mutexed<URLSessionDataTask>()
    let session = URLSession.mocked(
      by: MockTransport(
        .get("/a").respond { _ in
          task.value?.cancel()
          return HTTPResponse()
        }))
    let error: (any Error)? = await withCheckedContinuation { continuation in
      task.value = session.dataTask(with: .test("/a")) { _, _, error in continuation.resume(returning: error) }
      task.value?.resume()
    }
    #expect((error as? URLError)?.code == .cancelled)
  }

  @Test("a call that is cancelled with its session ends as cancelled")
  func invalidated() async throws {
    let delegate = CollectingDelegate()
    let transport = MockTransport(
      .get("/{id}").respond { _ in
        await Gate().wait()
        throw CancellationError()
      })
    let session = URLSession.mocked(by: transport, delegate: delegate)
    for number in 0..<3 { session.dataTask(with: .test("/\(number)")).resume() }
    for _ in 0..<3 { _ = try await transport.nextRequest() }
    session.invalidateAndCancel()
    var events: [String] = []
    for await event in delegate.events {
      events.append(event)
      if events.count == 4 { break }
    }
    #expect(events.filter { $0.hasPrefix("end -999") }.count == 3)
    #expect(events.filter { $0 == "invalid" }.count == 1)
  }

  @Test("between chunks, ends as cancelled after what came")
  func betweenChunks() async throws {
    let (chunks, source) = AsyncThrowingStream.makeStream(of: Data.self)
    let delegate = StreamDelegate()
    let session = URLSession.mocked(
      by: MockTransport(.get("/a").respond(with: .stream(chunks, headers: .ofPieces))), delegate: delegate)
    let task = session.dataTask(with: .test("/a"))
    task.resume()
    source.yield(Data("tea".utf8))
    var events = delegate.events.makeAsyncIterator()
    #expect(await events.next() == "head 200")
    #expect(await events.next() == "chunk tea")
    task.cancel()
    source.yield(Data("never".utf8))
    #expect(await events.next() == "end -999")
  }

  @Test("between chunks, ends an async call and the body it waits for")
  func whileCollecting() async throws {
    let ended = Gate()
    let (chunks, source) = AsyncThrowingStream.makeStream(of: Data.self)
    source.onTermination = { _ in ended.open() }
    let transport = MockTransport(.get("/a").respond(with: .stream(chunks)))
    let session = URLSession.mocked(by: transport)
    let call = Task { try await session.data(from: .test("/a")) }
    _ = try await transport.nextRequest()
    source.yield(Data("tea".utf8))
    call.cancel()
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    await ended.wait()
  }

  private static let rounds = Effort.count(30, full: 1_000)

  // A few tasks at a time: more would leave other tests no thread.
  @Test(
    "a call that is cancelled at any moment always ends, 300 times, or 10,000",
    arguments: ["async", "handler", "delegate"])
  func anyMoment(kind: String) async throws {
    let session = RandomSession(kind)
    var random = Dice(seed: 1)
    var ended = 0
    for _ in 0..<Self.rounds {
      let plans = (0..<10).map { _ in (path: Int(random.next() % 4), yields: Int(random.next() % 40)) }
      await withTaskGroup(of: Void.self) { group in
        for plan in plans {
          group.addTask { await session.cancelOne(RandomSession.paths[plan.path], after: plan.yields) }
        }
        for await _ in group { ended += 1 }
      }
    }
    #expect(ended == Self.rounds * 10)
  }
}

/// A session whose answers come at once, later, in pieces or never, for calls that are cancelled.
private struct RandomSession {
  static let paths = ["/now", "/later", "/pieces", "/never"]

  private let session: URLSession
  private let kind: String
  private let ends = TaskEnds()

  init(_ kind: String) {
    let transport = MockTransport(
      .get("/now").respond(with: .text("now")).optional(),
      .get("/later").respond { _ in
        await Task.yield()
        return HTTPResponse(body: Data("later".utf8))
      }.optional(),
      .get("/pieces").respond(with: .stream("p", "ie", .pause(.microseconds(1)), "ce", "s")).optional(),
      .get("/never").respond { _ in
        await Gate().wait()
        throw CancellationError()
      }.optional())
    self.kind = kind
    session = .mocked(by: transport, delegate: kind == "delegate" ? ends : nil)
  }

  func cancelOne(_ path: String, after yields: Int) async {
    switch kind {
    case "async":
      let call = Task { try await session.answer(to: .test(path)).text }
      for _ in 0..<yields { await Task.yield() }
      call.cancel()
      switch await call.result {
      case .success(let text): #expect(path == "/" + text)
      case .failure(let error): #expect((error as? URLError)?.code == .cancelled, "\(error)")
      }
    case "handler":
      let (results, result) = AsyncStream.makeStream(of: (Data?, (any Error)?).self)
      let task = session.dataTask(with: .test(path)) { data, _, error in
        result.yield((data, error))
        result.finish()
      }
      await cancel(task, after: yields)
      var count = 0
      for await (data, error) in results {
        count += 1
        if let data { #expect(path == "/" + String(decoding: data, as: UTF8.self)) }
        if data == nil { #expect((error as? URLError)?.code == .cancelled) }
      }
      #expect(count == 1)
    default:
      let task = session.dataTask(with: .test(path))
      let end = ends.end(of: task)
      await cancel(task, after: yields)
      for await (body, error) in end {
        if error == nil { #expect(path == "/" + body) } else { #expect((error as? URLError)?.code == .cancelled) }
      }
    }
  }

  private func cancel(_ task: URLSessionDataTask, after yields: Int) async {
    task.resume()
    for _ in 0..<yields { await Task.yield() }
    task.cancel()
  }
}

/// Tells what each task of a session ended with.
private final class TaskEnds: NSObject, URLSessionDataDelegate, Sendable {
  typealias End = (body: String, error: (any Error)?)

  private struct Waiting {
    var body = ""
    let end: AsyncStream<End>.Continuation
  }

  private let waiting = Mutexed<[Int: Waiting]>()

  func end(of task: URLSessionTask) -> AsyncStream<End> {
    let (ends, end) = AsyncStream.makeStream(of: End.self)
    waiting.change { $0 = ($0 ?? [:]).merging([task.taskIdentifier: Waiting(end: end)]) { $1 } }
    return ends
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    waiting.change { $0?[dataTask.taskIdentifier]?.body += String(decoding: data, as: UTF8.self) }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let ended = waiting.change { $0?.removeValue(forKey: task.taskIdentifier) }
    ended?.end.yield((ended?.body ?? "", error))
    ended?.end.finish()
  }
}
