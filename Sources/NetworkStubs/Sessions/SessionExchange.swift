/// A call to one address and its answer; a redirect that is followed leads to the next.
struct SessionExchange: Sendable {
  let call: SessionCall
  /// The request as the session knows it.
  let request: URLRequest
  /// The request as the server gets it.
  let sent: URLRequest
  let context: SessionContext
  let hops: SessionHops
  /// The connection that it uses, held until the answer is complete.
  let connection: SessionConnections.Connection?

  /// Takes an answer of a transport.
  func receive(_ result: Result<Answer.Reply, any Error>) {
    switch result {
    case .failure(let error): fail(error)
    case .success(.whole(let response)): receive(whole: response)
    case .success(.stream(let stream)): relay(stream) {}
    }
  }

  /// Takes a whole answer, as a client receives it.
  private func receive(whole answer: HTTPResponse) {
    let date = context.date
    do {
      let response = try answer.received(for: request, on: context.settings.platform, at: date)
      receive(response) { handOver(response) }
    } catch {
      let response = answer.receivedUndecodable(at: date)
      receive(response) { call.add(.undecodable(response, request.url, error)) }
    }
  }

  /// Delivers an answer: to delegates as it comes, to completion handlers when it is complete.
  func relay(_ answer: HTTPStream, progress: @escaping @Sendable () -> Void) {
    let served = answer.served(to: request)
    if let whole = served.whole { return receive(whole: whole) }
    do {
      let received = try served.received(for: request, on: context.settings.platform, at: context.date)
      relay(pieces: received, progress: progress)
    } catch {
      fail(error)
    }
  }

  private func relay(pieces stream: HTTPStream, progress: @escaping @Sendable () -> Void) {
    let head = HTTPResponse(status: stream.status, headers: stream.headers, url: stream.url)
    receive(head) {
      guard HTTPURLResponse(head, from: request.url) != nil, head.mayHaveBody(for: request) else {
        return call.add(.response(head, request.url))
      }
      call.run {
        do {
          if await call.takesChunks {
            call.add(.head(head, request.url))
            for try await chunk in stream {
              progress()
              call.add(.chunk(chunk))
            }
            if let challenge = challenge(of: head, isTold: true) {
              call.add(.challenge(challenge))
            } else {
              call.add(.end)
            }
          } else {
            var whole = head
            for try await chunk in stream {
              progress()
              whole.append(chunk)
            }
            handOver(whole)
          }
        } catch {
          fail(error)
        }
      }
    }
  }

  /// Ends the call with an error.
  func fail(_ error: any Error) {
    switch error {
    case is CancellationError: call.add(.failure(URLError(.cancelled, of: request)))
    case let error as URLError: call.add(.failure(error.naming(request)))
    default: call.add(.failure(error))
    }
  }

  /// Handles the head of an answer: keeps its cookies, and follows a redirect or delivers the answer.
  private func receive(_ head: HTTPResponse, handOver: () -> Void) {
    if context.settings.cookies?.store(head, to: request) == false { context.warnOfLostCookies(of: request) }
    switch Redirect(head, to: request, on: context.settings.platform) {
    case .none: handOver()
    case .refused(let code): fail(URLError(code))
    case .lost: call.add(.lost(head, request.url))
    case .to(let next) where hops.redirects < Redirect.limit:
      call.propose(next, after: head, to: request, in: context, after: hops)
    case .to: fail(URLError(.httpTooManyRedirects))
    }
  }

  /// Hands over an answer that has come in one piece.
  private func handOver(_ response: HTTPResponse) {
    var response = response
    if !response.body.isEmpty, !response.mayHaveBody(for: request) { response.body = Data() }
    guard let challenge = challenge(of: response, isTold: false) else {
      return call.add(.response(response, request.url))
    }
    call.add(.challenge(challenge))
  }
}

extension SessionExchange {
  /// Passes a request to a mock transport, whose answer is there when this returns, unless it takes time.
  func load(_ sent: URLRequest, from mock: any StubAnswering) {
    if call.order != nil {
      return call.run {
        do { receive(.success(try await mock.engine.orderedReply(to: sent, isolation: mock))) } catch { fail(error) }
      }
    }
    do {
      switch try mock.engine.receive(sent, willWait: { call.callWhenStopped($0.endWait) }) {
      case .answered(let response): receive(.success(.whole(response)))
      case .waits(let answer):
        limitAll(on: answer.timeline)
        call.run {
          do { receive(.success(try await mock.engine.reply(answer, isolation: mock))) } catch { fail(error) }
        }
      }
    } catch {
      fail(error)
    }
  }
}

// A session keeps two limits: the longest pause, and the longest time for a whole answer. A mock transport keeps the first
// itself.
extension SessionExchange {
  /// Sends a request through a transport that may not keep time-outs.
  func load(_ sent: URLRequest, from transport: any HTTPTransport) {
    let timeline = Timeline(of: sent, on: context.clock, in: context.harness)
    let heard = Guarded(Duration.zero)
    let progress: @Sendable () -> Void = { heard.withLock { $0 = timeline.elapsed } }
    limit(silence: timeline.timeout, heard, on: timeline)
    limitAll(on: timeline)
    call.run {
      do {
        let stream = try await transport.stream(sent)
        progress()
        relay(stream, progress: progress)
      } catch {
        fail(error)
      }
    }
  }

  /// Ends the call if it takes longer in all than the session allows.
  func limitAll(on timeline: Timeline) {
    // The calls of a redirect share one limit, which began with the first.
    guard hops.redirects == 0, hops.challenges == 0, !timeline.isImmediate,
      let limit = context.settings.resourceLimit(on: timeline)
    else {
      return
    }
    call.run {
      guard (try? await timeline.sleepTimeLimit(until: limit)) != nil else { return }
      fail(URLError(.timedOut))
    }
  }

  private func limit(silence limit: Duration?, _ heard: Guarded<Duration>, on timeline: Timeline) {
    guard let limit, !timeline.isImmediate else { return }
    call.run {
      while true {
        let due = heard.withLock { $0 } + limit
        guard (try? await timeline.sleepTimeLimit(until: due)) != nil else { return }
        if heard.withLock({ $0 }) + limit <= due { return fail(URLError(.timedOut)) }
      }
    }
  }
}
