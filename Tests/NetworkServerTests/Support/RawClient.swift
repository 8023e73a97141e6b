import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A client that sends bytes as they are, and says what came back and how it ended.
struct RawClient: Sendable {
  struct Answer: Equatable, CustomStringConvertible {
    enum End: Equatable { case closed, reset, silence, refused }
    var bytes = Data()
    var end = End.silence

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var description: String { "\(text) (\(end))" }
    /// The number in the first line.
    var status: Int? { text.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    /// What follows the head.
    var body: String { text.range(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? "" }
  }

  let port: Int
  var address = "127.0.0.1"
  /// How long to wait for bytes that may not come.
  var patience = 600.0
  /// Leaves once so many bytes have come.
  var mostBytes = Int.max

  /// Sends bytes, and reads until the connection ends.
  ///
  /// - Parameters:
  ///   - pieces: The bytes; each is sent by itself.
  ///   - endsWriting: Whether the client ends its side then.
  ///   - stop: Leaves as soon as this is what came, if nothing follows for a moment.
  func send(
    _ pieces: [[UInt8]], endsWriting: Bool = false, until stop: @escaping @Sendable (Data) -> Bool = { _ in false }
  ) async -> Answer {
    await withCheckedContinuation { continuation in
      // Calls that block have a thread that no test needs.
      Thread.detachNewThread {
        continuation.resume(returning: exchange(pieces, endsWriting, stop))
      }
    }
  }

  func send(
    _ text: String, endsWriting: Bool = false, until stop: @escaping @Sendable (Data) -> Bool = { _ in false }
  ) async -> Answer {
    await send([Array(text.utf8)], endsWriting: endsWriting, until: stop)
  }

  private func exchange(_ pieces: [[UInt8]], _ endsWriting: Bool, _ stop: (Data) -> Bool) -> Answer {
    var answer = Answer()
    guard let descriptor = connect() else {
      answer.end = .refused
      return answer
    }
    defer { _ = close(descriptor) }
    for piece in pieces {
      var rest = piece[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0) }
        guard count > 0 else { break }
        rest = rest.dropFirst(count)
      }
    }
    if endsWriting { shutdown(descriptor, Int32(SHUT_WR)) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var isLeaving = false
    while answer.bytes.count < mostBytes {
      if !isLeaving, stop(answer.bytes) {
        isLeaving = true
        var moment = timeval(tv_sec: 0, tv_usec: 1_000)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &moment, socklen_t(MemoryLayout<timeval>.size))
      }
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 {
        answer.bytes += buffer[..<count]
      } else {
        answer.end = count == 0 ? .closed : errno == ECONNRESET ? .reset : .silence
        return answer
      }
    }
    return answer
  }

  /// Sends a text and then the same bytes again and again, and reads nothing.
  ///
  /// - Parameters:
  ///   - start: The text.
  ///   - bytes: What follows.
  ///   - most: Leaves once so many bytes were sent.
  /// - Returns: How many were sent before the connection broke, or the client ran out of patience.
  func flood(
    _ start: String, then bytes: [UInt8] = Array(repeating: 0x61, count: 1_048_576), most: Int = .max
  ) async -> Int {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        guard let descriptor = connect() else { return continuation.resume(returning: 0) }
        defer { _ = close(descriptor) }
        var (sent, piece) = (0, Array(start.utf8)[...])
        while sent < most, case let count = piece.withUnsafeBytes({ write(descriptor, $0) }), count > 0 {
          sent += count
          piece = count < piece.count ? piece.dropFirst(count) : bytes[...]
        }
        continuation.resume(returning: sent)
      }
    }
  }

  private func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }

  /// Connects; nil where nothing listens.
  private func connect() -> Int32? {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address, "\(port)", &hints, &found) == 0, let info = found?.pointee else { return nil }
    defer { freeaddrinfo(found) }
    #if canImport(Glibc)
      // A program that another test starts at this moment must not hold the connection open.
      let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let descriptor = socket(info.ai_family, type, 0)
    #if canImport(Darwin)
      // Else a write to a closed connection is a signal, which ends all tests.
      var isOn: Int32 = 1
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var limit = timeval(tv_sec: Int(patience), tv_usec: .init((patience - patience.rounded(.down)) * 1_000_000))
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    #if canImport(Darwin)
      let result = Darwin.connect(descriptor, info.ai_addr, info.ai_addrlen)
    #else
      let result = Glibc.connect(descriptor, info.ai_addr, info.ai_addrlen)
    #endif
    if result == 0 { return descriptor }
    _ = close(descriptor)
    return nil
  }
}
