import NetworkTesting

@Suite("A mocked session's call, cancelled")
struct SessionCancellationTests {
  @Test("before it starts, ends as cancelled and asks nobody")
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

  @Test("while the stub waits, ends as cancelled, and so does the stub")
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

  @Test("by its own stub, ends as cancelled")
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

  @Test("with its session, ends as cancelled")
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

  // One case of a few tasks at a time: more would leave other tests no thread.
  @Test("at any moment, always ends, 10,000 times")
  func anyMoment() async throws {
    let transport = MockTransport(
      .get("/now").respond(with: .text("now")).optional(),
      .get("/later").respond { _ in
        await Task.yield()
        return HTTPResponse(body: Data("later".utf8))
      }.optional(),
      .get("/never").respond { _ in
        await Gate().wait()
        throw CancellationError()
      }.optional())
    let session = URLSession.mocked(by: transport)
    var random = SplitMix(state: 1)
    var ended = 0
    for _ in 0..<1_000 {
      let plans = (0..<10).map { _ in (kind: Int(random.next() % 3), yields: Int(random.next() % 40)) }
      await withTaskGroup(of: Void.self) { group in
        for plan in plans {
          group.addTask {
            let path = ["/now", "/later", "/never"][plan.kind]
            let call = Task { try await session.answer(to: .test(path)).text }
            for _ in 0..<plan.yields { await Task.yield() }
            call.cancel()
            switch await call.result {
            case .success(let text): #expect(path == "/" + text)
            case .failure(let error): #expect((error as? URLError)?.code == .cancelled, "\(error)")
            }
          }
        }
        for await _ in group { ended += 1 }
      }
    }
    #expect(ended == 10_000)
  }
}

/// Numbers that look random and are the same each time.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
