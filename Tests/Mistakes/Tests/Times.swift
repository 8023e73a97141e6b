import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct TimeTests {
  // The clock is never moved.
  @Test(.timeLimit(.minutes(1))) func m125() async throws {
    let transport = MockTransport(
      .get("/items").respond(json: []).delayed(by: .seconds(2)), clock: VirtualClock())
    _ = try await Shop(.transport, transport).items()
  }

  // The clock is not moved far enough.
  @Test(.timeLimit(.minutes(1))) func m126() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.get("/items").respond(json: []).delayed(by: .seconds(5)), clock: clock)
    let loading = Task { try await Shop(.session, transport).items() }
    await clock.advance(by: .seconds(3))
    _ = try await loading.value
  }

  // The code under test sleeps on the real clock.
  @Test func m127() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.get("/items").respond(json: []), clock: clock)
    let loading = Task {
      try await Task.sleep(for: .milliseconds(300))
      return try await Shop(.transport, transport).items()
    }
    await clock.advance(by: .seconds(1))
    await transport.expect(.get("/items"), 1)
    _ = try await loading.value
  }

  // The answer comes later than the request waits.
  @Test func m128() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.get("/items").respond(json: []).delayed(by: .seconds(90)), clock: clock)
    let loading = Task { try await Shop(.session, transport).items() }
    await clock.advance(by: .seconds(90))
    _ = try await loading.value
  }

  // Fewer tasks sleep than the test waits for.
  @Test func m129() async throws {
    let clock = VirtualClock()
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers(2, timeout: .milliseconds(300))
    task.cancel()
  }

  // The test takes a call, and does not answer it.
  @Test(.network()) func m130() async throws {
    let transport = SuspendedTransport()
    let loading = Task { try? await transport.send(URLRequest(url: URL(string: "https://shop.test/items")!)) }
    _ = try await transport.nextCall()
    _ = await loading.value
  }

  // The test waits for a call that is never made.
  @Test func m131() async throws {
    let transport = SuspendedTransport()
    let call = try await transport.nextCall(timeout: .milliseconds(200))
    call.answer(json: [])
  }

  // The test answers a call twice.
  @Test func m132() async throws {
    let transport = SuspendedTransport()
    let loading = Task { try await transport.send(URLRequest(url: URL(string: "https://shop.test/items")!)) }
    let call = try await transport.nextCall()
    call.answer(json: [])
    call.answer(json: ["Tea"])
    _ = try await loading.value
  }

  // A retry waits for longer than the test moves its clock.
  @Test(.virtualTime, .network(.get("/items").respond(inOrder: .status(503), .json([]))), .timeLimit(.minutes(1)))
  func m133() async throws {
    let clock = try #require(VirtualClock.current)
    let shop = Shop(.session)
    let loading = Task {
      if let items = try? await shop.items() { return items }
      try await clock.sleep(for: .seconds(10))
      return try await shop.items()
    }
    await clock.advance(by: .seconds(1))
    await MockTransport.current.expect(.get("/items"), 2)
    loading.cancel()
  }

  // The transport was not given the clock.
  @Test func m134() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.get("/items").respond(json: []).delayed(by: .seconds(2)))
    let loading = Task { try await Shop(.transport, transport).items() }
    try await clock.waitForSleepers(1, timeout: .milliseconds(300))
    await clock.advance(by: .seconds(2))
    _ = try await loading.value
  }
}

struct TaskTests {
  // The app's request is never awaited. Two issues: the request comes after the end of the test, whose stub was unused.
  @Test(.network(.post("/events").respond(status: 204)))
  func m135() async throws {
    let shop = Shop(.transport)
    Task {
      try await Task.sleep(for: .milliseconds(100))
      await shop.track("open")
    }
  }

  // The task is cancelled before it sends.
  @Test(.network(.get("/profile").respond(json: [])))
  func m136() async throws {
    let shop = Shop(.session)
    let loading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await shop.items("/profile")
    }
    _ = try? await loading.value
  }

  // A detached task sends. The run has an issue as well, since its test is not known.
  @Test(.everySession(.get("/news").respond(json: [])))
  func m137() async throws {
    _ = try? await Task.detached { try await Shop(session: .shared).items("/news") }.value
  }

  // The code under test has a session of its own, which is not mocked.
  @Test(.network(.get("/items").respond(json: [])))
  func m138() async throws { _ = try await Shop(session: .shared).items() }

  // A queue sends. The run has an issue as well, since its test is not known.
  @Test(.everySession(.get("/weather").respond(json: [])))
  func m139() async throws {
    let status: Int = await withCheckedContinuation { ended in
      DispatchQueue.global().async {
        URLSession.shared.dataTask(with: URL(string: "https://shop.test/weather")!) { _, response, _ in
          ended.resume(returning: (response as? HTTPURLResponse)?.statusCode ?? 0)
        }.resume()
      }
    }
    _ = status
  }

  // The loader has no transport, and the test no network. Two issues, as nothing keeps a thrown error in a test without a trait.
  @Test func m140() async throws {
    _ = try await EndpointLoader(host: "shop.test").load(
      endpoint: Endpoint<EndpointKinds.Public, [Shop.Item]>(path: "items"))
  }

  // The test is offline, and sends.
  @Test(.offline) func m141() async throws { _ = try await Shop(session: .shared).items() }

  // The completion handler is never called. Two issues, as nothing keeps a thrown error in a test without a trait.
  @Test func m142() async throws {
    func load(_ completion: @escaping @Sendable (Int) -> Void) {}
    _ = try await withCallback { load($0) }
  }

  // The completion handler is called twice.
  @Test func m143() async throws {
    func load(_ completion: @escaping @Sendable (Int) -> Void) {
      completion(1)
      completion(2)
    }
    let value = try await withCallback { load($0) }
    #expect(value == 1)
  }

  // The condition never holds.
  @Test func m144() async throws {
    try await eventually(timeout: .milliseconds(300)) { false }
  }

  // The stubs are on the trait, and the session has another transport.
  @Test(.network(.get("/items").respond(json: [])))
  func m145() async throws { _ = try await Shop(.session, MockTransport()).items() }

  // The test asks for the trait's transport, and has no trait. Two issues, as nothing keeps its thrown error.
  @Test func m146() async throws { _ = try await Shop(.transport).items() }

  // The app asks for the same twice.
  @Test(.traffic(.noRepeats), .network(.get("/items").respond(json: [])))
  func m147() async throws {
    let shop = Shop(.transport)
    _ = try await shop.items()
    _ = try await shop.items()
  }

  // The test ends while the app still loads.
  @Test(
    .virtualTime, .traffic(.nothingLeftRunning), .network(.get("/items").respond(json: []).delayed(by: .seconds(9))))
  func m148() async throws {
    let shop = Shop(.session)
    let transport = MockTransport.current
    Task { try await shop.items() }
    try await transport.nextRequest()
  }
}
