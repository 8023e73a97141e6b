import Foundation
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

/// What an app does with the pieces that it is handed: the shapes in which libraries and apps pass values on.
enum SeamShape: CaseIterable, Sendable {
  case continuation, task, detached, chain, notification, subject, stream, sequence, mailbox, group, asyncLet
  case threeActors, toMainActor, secondRequest, cancelsAnother, sleepsAgain, retries
}

/// One use of a shape.
struct SeamUse: Sendable {
  let server: SeamServer
  let clock: VirtualClock
  /// The actor that the app's code runs on; nil for the pool.
  let home: (any Actor)?
  /// How often a task lets others run.
  var yields = 3
  /// Takes the text that has come through, at the end of everything.
  let end: @Sendable (String) -> Void

  /// Loads the stream, and hands over all of it.
  private func gather(_ end: @escaping @Sendable (String) -> Void) {
    let text = Protected("")
    server.load { piece in
      if let piece { text.withLock { $0 += piece } } else { end(text.withLock { $0 }) }
    }
  }

  private func whole() async -> String {
    await withCheckedContinuation { continuation in gather { continuation.resume(returning: $0) } }
  }

  /// Lets others run, and ends.
  private func finish(_ text: String, isolation: isolated (any Actor)?) async {
    for _ in 0..<yields { await Task.yield() }
    end(text)
  }

  /// Does what the shape does; that may go on when this returns.
  func perform(_ shape: SeamShape, isolation: isolated (any Actor)? = #isolation) async {
    switch shape {
    case .continuation: await finish(await whole(), isolation: home)
    case .task: gather { text in Task { await finish(text, isolation: home) } }
    case .detached: gather { text in Task.detached { await finish(text, isolation: home) } }
    case .chain:
      gather { text in
        Task {
          await Task { await Task.detached { await Task.yield() }.value }.value
          await finish(text, isolation: home)
        }
      }
    case .notification: observeNotifications()
    case .subject:
      let subject = Subject()
      subject.sink { text in Task { await finish(text, isolation: home) } }
      gather { subject.send($0) }
    case .stream: readStream()
    case .sequence: readSequence()
    case .mailbox: readMailbox()
    case .group:
      Task {
        let texts = await withTaskGroup(of: String.self) { group in
          for _ in 0..<3 { group.addTask { await whole() } }
          return await group.reduce(into: Set()) { $0.insert($1) }
        }
        await finish(texts.sorted().joined(), isolation: home)
      }
    case .asyncLet:
      async let one = whole()
      async let other = whole()
      let texts = await Set([one, other])
      await finish(texts.sorted().joined(), isolation: home)
    case .threeActors:
      gather { text in
        Task { await ThreeActors.pass(text, yields: yields) { await finish($0, isolation: home) } }
      }
    case .toMainActor:
      gather { text in
        Task { @MainActor in
          await Task.yield()
          await finish(text, isolation: home)
        }
      }
    case .secondRequest: gather { _ in gather { text in Task { await finish(text, isolation: home) } } }
    case .cancelsAnother: cancelAnother()
    case .sleepsAgain:
      gather { text in
        Task {
          try? await clock.sleep(for: .seconds(1))
          await finish(text, isolation: home)
        }
      }
    case .retries:
      Task {
        var text = ""
        for _ in 0..<3 {
          text = await whole()
          try? await clock.sleep(for: .milliseconds(100))
        }
        await finish(text, isolation: home)
      }
    }
  }

  private func observeNotifications() {
    let center = NotificationCenter()
    let name = Notification.Name("SeamUse")
    let observer = center.addObserver(forName: name, object: nil, queue: nil) { note in
      let text = note.userInfo?["text"] as? String ?? ""
      Task { await finish(text, isolation: home) }
    }
    let kept = LoadingBound((center: center, observer: observer))
    gather { text in
      kept.value.center.post(name: name, object: nil, userInfo: ["text": text])
      kept.value.center.removeObserver(kept.value.observer)
    }
  }

  private func readStream() {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Task {
      var text = ""
      for await piece in stream {
        text += piece
        await Task.yield()
      }
      await finish(text, isolation: home)
    }
    server.load { piece in if let piece { continuation.yield(piece) } else { continuation.finish() } }
  }

  private func readSequence() {
    let events = EventSequence()
    Task {
      var text = ""
      for await piece in events { text += piece }
      await finish(text, isolation: home)
    }
    server.load { events.send($0) }
  }

  private func readMailbox() {
    let mailbox = Mailbox()
    Task {
      let text = await mailbox.next()
      await finish(text, isolation: home)
    }
    gather { text in Task { await mailbox.put(text) } }
  }

  private func cancelAnother() {
    let text = Protected("")
    let other = Task {
      do { try await clock.sleep(for: .seconds(1_000)) } catch {
        await finish(text.withLock { $0 }, isolation: home)
      }
    }
    gather { received in
      text.withLock { $0 = received }
      other.cancel()
    }
  }
}

/// A subject as reactive libraries have it.
private final class Subject: Sendable {
  private let sinks = Protected<[@Sendable (String) -> Void]>([])

  func sink(_ receive: @escaping @Sendable (String) -> Void) { sinks.withLock { $0.append(receive) } }

  func send(_ text: String) { for sink in sinks.withLock({ $0 }) { sink(text) } }
}

/// A sequence as a library builds one over a session's delegate.
private final class EventSequence: AsyncSequence, Sendable {
  private struct State {
    var pieces: [String?] = []
    var waiting: CheckedContinuation<String?, Never>?
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    let sequence: EventSequence

    mutating func next() async -> String? { await sequence.next() }
  }

  private let state = Protected(State())

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(sequence: self) }

  func send(_ piece: String?) {
    let waiting = state.withLock { state in
      guard let waiting = state.waiting else {
        state.pieces.append(piece)
        return nil as CheckedContinuation<String?, Never>?
      }
      state.waiting = nil
      return waiting
    }
    waiting?.resume(returning: piece)
  }

  fileprivate func next() async -> String? {
    await withCheckedContinuation { continuation in
      let piece = state.withLock { state in
        if state.pieces.isEmpty {
          state.waiting = continuation
          return nil as String??
        }
        return .some(state.pieces.removeFirst())
      }
      if let piece { continuation.resume(returning: piece) }
    }
  }
}

/// An actor that holds letters until someone asks for them.
private actor Mailbox {
  private var letters: [String] = []
  private var waiting: [CheckedContinuation<String, Never>] = []

  func put(_ letter: String) {
    if waiting.isEmpty { letters.append(letter) } else { waiting.removeFirst().resume(returning: letter) }
  }

  func next() async -> String {
    if !letters.isEmpty { return letters.removeFirst() }
    return await withCheckedContinuation { waiting.append($0) }
  }
}

/// A parser, a store and a view, each an actor.
private enum ThreeActors {
  private actor Parser {
    func parse(_ text: String, into store: Store, yields: Int, shownBy view: View) async {
      let pieces = text.map { "\($0)" }
      for piece in pieces { await store.add(piece, yields: yields) }
      await view.show(await store.text)
    }
  }

  private actor Store {
    private(set) var text = ""

    func add(_ piece: String, yields: Int) async {
      if yields > 0 { await Task.yield() }
      text += piece
    }
  }

  private actor View {
    private let isShown: @Sendable (String) async -> Void

    init(_ isShown: @escaping @Sendable (String) async -> Void) { self.isShown = isShown }

    func show(_ text: String) async { await isShown(text) }
  }

  static func pass(_ text: String, yields: Int, _ isShown: @escaping @Sendable (String) async -> Void) async {
    await Parser().parse(text, into: Store(), yields: yields, shownBy: View(isShown))
  }
}
