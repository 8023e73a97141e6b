/// The bytes of a body that its reader has not taken; those over a limit wait in a file.
///
/// A service is often faster than what reads its answer, and no session can be made to wait everywhere: on Linux, a task that was
/// suspended begins again with its request, and the thread that hands its pieces over is that of all sessions.
final class UnreadBytes: Sendable {
  /// A piece of a body on its way to the reader.
  enum Piece: Sendable {
    case held(Data)
    /// The next bytes of the file, so many of them.
    case stored(Int)
  }

  private struct State {
    var heldCount = 0
    var isClosed = false
    var file = StoredBytes()
  }

  private let most: Int
  private let state = Locked(State())

  /// Creates a place for bytes.
  ///
  /// - Parameter most: The bytes to hold in memory.
  init(most: Int) { self.most = most }

  /// Returns a piece for the reader. It stays in memory if it fits, or if it cannot be stored, such as on a full disk.
  func add(_ data: Data) -> Piece {
    state.withLock { state in
      if state.isClosed { return .stored(0) }
      if state.heldCount + data.count > most, state.file.store(data) { return .stored(data.count) }
      state.heldCount += data.count
      return .held(data)
    }
  }

  /// Returns the bytes of the next piece.
  ///
  /// - Throws: The error of the file, if it cannot be read.
  func take(_ piece: Piece) throws -> Data {
    try state.withLock { state in
      switch piece {
      case .held(let data):
        state.heldCount -= data.count
        return data
      case .stored(let count): return try state.file.load(count)
      }
    }
  }

  /// Drops everything, and keeps nothing from now on.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.file = StoredBytes()
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
