/// The bytes of a body that its reader has not taken; those over a limit wait in a file.
///
/// A service is often faster than what reads its answer, and no session can be made to wait everywhere: on Linux, a task that was
/// suspended begins again with its request, and the thread that hands its pieces over is that of all sessions.
// The lock guards the properties below it.
final class UnreadBytes: @unchecked Sendable {
  /// A piece of a body on its way to the reader.
  enum Piece: Sendable {
    case held(Data)
    /// The next bytes of the file, so many of them.
    case stored(Int)
  }

  private let most: Int
  private let lock = NSLock()
  private var heldCount = 0
  private var storedCount = 0
  private var file: FileHandle?
  private var isClosed = false
  private var readOffset: UInt64 = 0

  /// Creates a place for bytes.
  ///
  /// - Parameter most: The bytes to hold in memory.
  init(most: Int) { self.most = most }

  /// Returns a piece for the reader. It stays in memory if it fits, and where it cannot be stored, such as on a full disk.
  func add(_ data: Data) -> Piece {
    lock.withLock {
      if isClosed { return .stored(0) }
      if heldCount + data.count > most, store(data) { return .stored(data.count) }
      heldCount += data.count
      return .held(data)
    }
  }

  /// Returns the bytes of the next piece.
  ///
  /// - Throws: The error of the file, if it cannot be read.
  func take(_ piece: Piece) throws -> Data {
    try lock.withLock {
      switch piece {
      case .held(let data):
        heldCount -= data.count
        return data
      case .stored(let count): return try load(count)
      }
    }
  }

  /// Lets go of everything, and keeps nothing more, since nobody reads it.
  func close() {
    lock.withLock {
      isClosed = true
      file = nil
    }
  }

  private func store(_ data: Data) -> Bool {
    guard let file = file ?? Self.unnamedFile() else { return false }
    self.file = file
    do {
      try file.seekToEnd()
      try file.write(contentsOf: data)
    } catch {
      // What was written of it is no part of the body.
      try? file.truncate(atOffset: readOffset + UInt64(storedCount))
      return false
    }
    storedCount += data.count
    return true
  }

  private func load(_ count: Int) throws -> Data {
    guard let file else { return Data() }
    try file.seek(toOffset: readOffset)
    let data = try file.read(upToCount: count) ?? Data()
    readOffset += UInt64(count)
    storedCount -= count
    if storedCount == 0 {
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
