/// The bytes of an answer that its client has not taken; those over a limit wait in a file.
///
/// A service is often faster than what reads its answer, and no session can be made to wait everywhere: on Linux, a task that was
/// suspended begins again with its request, and the thread that hands its pieces over is that of all sessions. So all that comes
/// is taken at once.
final class UnreadBytes: AsyncSequence, Sendable {
  /// A piece of a body on its way to the reader.
  private enum Piece: Sendable {
    case held(Data)
    /// The next bytes of the file, so many of them.
    case stored(Int)
  }

  private struct State {
    var heldCount = 0
    var file = StoredBytes()
  }

  private let most: Int
  private let state = Guarded(State())
  private let pieces: AsyncThrowingStream<Piece, any Error>
  private let end: AsyncThrowingStream<Piece, any Error>.Continuation

  /// Creates a place for bytes, which can be read once.
  ///
  /// - Parameter most: The bytes to hold in memory.
  init(most: Int) {
    self.most = most
    (pieces, end) = AsyncThrowingStream.makeStream()
  }

  /// The bytes that wait in memory.
  var heldCount: Int { state.withLock { $0.heldCount } }

  /// Takes what a stream brings until it ends, breaks off, or the task is cancelled; so do the bytes here.
  func fill(from stream: HTTPStream) async {
    do {
      for try await chunk in stream { add(chunk) }
      end.finish()
    } catch {
      end.finish(throwing: error)
    }
  }

  /// Adds bytes. They stay in memory if they fit, or if they cannot be stored, such as on a full disk.
  func add(_ data: Data) {
    let piece = state.withLock { state -> Piece in
      if state.heldCount + data.count > most, state.file.store(data) { return .stored(data.count) }
      state.heldCount += data.count
      return .held(data)
    }
    end.yield(piece)
  }

  /// Begins to read.
  func makeAsyncIterator() -> StreamIterator<Data> {
    var iterator = pieces.makeAsyncIterator()
    return StreamIterator { [self] in try await iterator.next().map(take) }
  }

  /// Returns the bytes of the next piece.
  ///
  /// - Throws: The error of the file, if it cannot be read.
  private func take(_ piece: Piece) throws -> Data {
    try state.withLock { state in
      switch piece {
      case .held(let data):
        state.heldCount -= data.count
        return data
      case .stored(let count): return try state.file.load(count)
      }
    }
  }
}

/// Bytes in a file without a name, first in, first out.
private struct StoredBytes {
  private var file: FileHandle?
  private var count = 0
  private var readOffset: UInt64 = 0

  /// Adds bytes at the end; returns whether they could be written.
  mutating func store(_ data: Data) -> Bool {
    guard let file = file ?? Self.unnamedFile() else { return false }
    self.file = file
    do {
      try file.seekToEnd()
      try file.write(contentsOf: data)
    } catch {
      // What was written of it is no part of the body.
      try? file.truncate(atOffset: readOffset + UInt64(count))
      return false
    }
    count += data.count
    return true
  }

  /// Returns the first bytes that were not read, so many of them.
  mutating func load(_ length: Int) throws -> Data {
    guard let file else { return Data() }
    try file.seek(toOffset: readOffset)
    let data = try file.read(upToCount: length) ?? Data()
    readOffset += UInt64(length)
    count -= length
    if count == 0 {
      try file.truncate(atOffset: 0)
      readOffset = 0
    }
    return data
  }

  /// Creates a file that is gone with the process, however that ends.
  private static func unnamedFile() -> FileHandle? {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("body-\(UUID().uuidString)")
    guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      return nil
    }
    defer { try? FileManager.default.removeItem(at: url) }
    return try? FileHandle(forUpdating: url)
  }
}
