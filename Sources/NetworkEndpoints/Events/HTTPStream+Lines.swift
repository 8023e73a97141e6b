extension HTTPStream {
  /// The body as lines of UTF-8 text, without their ends (LF, CRLF or CR); empty lines are kept.
  ///
  /// Use it for newline-delimited JSON and logs:
  ///
  /// ```swift
  /// for try await line in try await loader.stream(endpoint: .activity).lines { … }
  /// ```
  public var lines: StreamPieces<String> {
    pieces {
      var splitter = LineSplitter()
      return { $0.map { splitter.lines(in: $0) } ?? splitter.lastLine.map { [$0] } ?? [] }
    }
  }
}

/// A splitter of chunked text into lines, wherever the chunks end.
struct LineSplitter {
  private var rest: [UInt8] = []
  /// Whether the last chunk ended with a CR, to which an LF in the next one belongs.
  private var endedWithCR = false

  mutating func lines(in chunk: Data) -> [String] {
    var lines: [String] = []
    for byte in chunk {
      switch byte {
      case 0x0A where endedWithCR: endedWithCR = false
      case 0x0A, 0x0D:
        lines.append(String(decoding: rest, as: UTF8.self))
        rest.removeAll(keepingCapacity: true)
        endedWithCR = byte == 0x0D
      default:
        rest.append(byte)
        endedWithCR = false
      }
    }
    return lines
  }

  /// The text after the last line's end, or nil.
  var lastLine: String? { rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self) }
}

/// The body of an answer in pieces of a kind: bytes, lines or events, as they arrive.
public struct StreamPieces<Element: Sendable>: AsyncSequence, Sendable {
  let begin: @Sendable () -> StreamIterator<Element>

  /// Begins to read the body.
  public func makeAsyncIterator() -> StreamIterator<Element> { begin() }
}

extension HTTPStream {
  /// Returns the body in other pieces.
  ///
  /// - Parameter makeSplitter: Creates a function that returns the pieces that a chunk completes, and with nil those at the end.
  func pieces<Piece: Sendable>(
    _ makeSplitter: @escaping @Sendable () -> (Data?) -> [Piece]
  ) -> StreamPieces<Piece> {
    StreamPieces {
      let split = makeSplitter()
      var chunks = makeAsyncIterator()
      var (ready, isAtEnd): (ArraySlice<Piece>, Bool) = ([], false)
      return StreamIterator {
        while ready.isEmpty, !isAtEnd {
          let chunk = try await chunks.next()
          ready = split(chunk)[...]
          isAtEnd = chunk == nil
        }
        return ready.popFirst()
      }
    }
  }
}
