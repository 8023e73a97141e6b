/// Bytes on their way to a client.
///
/// They wait in pieces, and what is left of them is never moved. A large body is a piece, which shares its memory with the body's
/// owner; all else is gathered, so that a head and a small body leave in one call.
package struct OutgoingBytes: Sendable {
  /// The bytes from which on a body is a piece, and what was gathered becomes one.
  static let pieceSize = 262_144

  /// The pieces, which are sent first; those before `next` are sent, and empty.
  private var pieces: [Data] = []
  private var next = 0
  /// The bytes gathered since the last piece.
  private var gathered: [UInt8] = []
  /// The number of bytes that are sent of the next piece, or else of what was gathered.
  private var start = 0
  package private(set) var count = 0

  package init() {}

  // Texts and bytes at once as bytes in memory, which is fast in a debug build as well.
  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  mutating func append(_ data: Data) {
    guard data.count >= Self.pieceSize else { return data.withUnsafeBytes { append($0.bindMemory(to: UInt8.self)) } }
    makePiece()
    pieces.append(data)
    count += data.count
  }

  mutating func append(_ other: UnsafeBufferPointer<UInt8>) {
    if gathered.count >= Self.pieceSize { makePiece() }
    gathered.append(contentsOf: other)
    count += other.count
  }

  /// Makes a piece of what was gathered, so that each of its bytes is copied once more at most.
  private mutating func makePiece() {
    guard !gathered.isEmpty else { return }
    pieces.append(Data(gathered))
    gathered.removeAll(keepingCapacity: true)
  }

  /// Passes on bytes that follow each other in memory.
  ///
  /// - Parameter body: Takes the bytes, and returns how many of them it has used. It is only called if there are bytes.
  mutating func consume(_ body: (UnsafeRawBufferPointer) -> Int) {
    guard count > 0 else { return }
    let start = start
    func take(_ bytes: UnsafeRawBufferPointer) -> Int { body(UnsafeRawBufferPointer(rebasing: bytes[start...])) }
    let isPiece = next < pieces.count
    let size = isPiece ? pieces[next].count : gathered.count
    let used = isPiece ? pieces[next].withUnsafeBytes(take) : gathered.withUnsafeBytes(take)
    count -= used
    self.start += used
    guard self.start == size else { return }
    self.start = 0
    guard isPiece else { return gathered.removeAll(keepingCapacity: gathered.capacity <= Self.pieceSize) }
    pieces[next] = Data()
    next += 1
    // Only when as many are sent as are left: each piece that was sent moves one other at most.
    if next >= pieces.count - next {
      pieces.removeFirst(next)
      next = 0
    }
  }
}
