#if os(macOS) || os(Linux)
  import Foundation
  import NetworkHAR
  import NetworkLoopback
  import TestSupport
  import Testing

  @testable import network_fixtures

  @Suite("A recording that grows")
  struct GrowingRecordingTests {
    @Test("a process that is killed has lost half of its exchanges at most") func doubling() throws {
      let written = Protected(0)
      let recording = GrowingRecording(.standard) { data in
        let count = try HAR(data).log.entries.count
        written.withLock { $0 = count }
      } onError: {
        Issue.record("\($0)")
      }
      let exchange = RecordedExchange(
        request: URLRequest(url: try #require(URL(string: "https://api.example.com/a"))), response: HTTPResponse(),
        started: Date(timeIntervalSince1970: 0))
      for count in 1...40 {
        recording.add(exchange)
        // It waits for what is being written.
        _ = recording.report("a.har")
        #expect(written.withLock { $0 } * 2 >= count)
      }
    }

    private func exchange(_ path: String, cookie: String? = nil) throws -> RecordedExchange {
      var request = URLRequest(url: try #require(URL(string: "https://api.example.com\(path)")))
      if let cookie { request.setValue("session=\(cookie)", forHTTPHeaderField: "Cookie") }
      return RecordedExchange(
        request: request, response: HTTPResponse(), started: Date(timeIntervalSince1970: 0))
    }

    @Test("a redaction that is ended keeps what is done, and says what is left out") func ended() throws {
      var written = Data()
      let recording = GrowingRecording(.standard) {
        written = $0
      } onError: {
        Issue.record("\($0)")
      }
      for number in 0..<8 { recording.add(try exchange("/a/\(number)")) }
      _ = recording.report("a.har")
      #expect(try HAR(written).log.entries.count == 8)
      // A secret that comes up now is looked for in all of them.
      for number in 8..<14 { recording.add(try exchange("/a/\(number)", cookie: "s3cretOfAda\(number)x1815")) }
      _ = recording.report("a.har")
      var begun: [Int] = []
      var isEnded = false
      try recording.save(until: { isEnded }) {
        begun.append($0)
      } progress: { _, done, _ in
        isEnded = done == 10
      }
      #expect(begun == [14])
      #expect(try HAR(written).log.entries.count == 10)
      let text = recording.report("a.har")
      let expected = "Recorded 10 exchanges into a.har. 4 exchanges were not redacted yet, and left out."
      #expect(text.hasPrefix(expected), "\(text)")
      // Fewer than the file has are not written.
      recording.add(try exchange("/b", cookie: "an0therSecret1815x"))
      _ = recording.report("a.har")
      try recording.save(until: { true })
      #expect(try HAR(written).log.entries.count == 10)
      try recording.save()
      #expect(try HAR(written).log.entries.count == 15)
      #expect(recording.report("a.har").hasPrefix("Recorded 15 exchanges into a.har.\n"))
    }

    // What comes at the last moment may be read before the end or not, so this is tried often.
    @Test("a recording that is ended while it reads keeps what was redacted before", arguments: 1...20)
    func endedWhileReading(attempt: Int) throws {
      var written = Data()
      let recording = GrowingRecording(.standard) {
        written = $0
      } onError: {
        Issue.record("\($0)")
      }
      // The last time that their number has doubled, there were eight.
      for number in 0..<12 { recording.add(try exchange("/a/\(number)")) }
      _ = recording.report("a.har")
      recording.add(try exchange("/last"))
      try recording.save(until: { true })
      #expect(try HAR(written).log.entries.count >= 12)
    }

    @Test("a recording that cannot be written is no matter of the client, and says why once more at the end")
    func unwritable() throws {
      var isFull = true
      var written: [Int] = []
      var errors: [String] = []
      let recording = GrowingRecording(.standard) { data in
        if isFull { throw UsageError("no space") }
        written.append(try HAR(data).log.entries.count)
      } onError: {
        errors.append("\($0)")
      }
      let exchange = RecordedExchange(
        request: URLRequest(url: try #require(URL(string: "https://api.example.com/a"))), response: HTTPResponse(),
        started: Date(timeIntervalSince1970: 0))
      for _ in 0..<3 { recording.add(exchange) }
      #expect(throws: UsageError.self) { try recording.save() }
      // Exchanges that come together are written together, so there may be fewer attempts.
      #expect(errors.allSatisfy { $0 == "no space" })
      isFull = false
      try recording.save()
      #expect(written == [3])
    }
  }
#endif
