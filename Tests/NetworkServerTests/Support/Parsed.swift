import NetworkEndpoints

@testable import NetworkServer

/// What a parser makes of bytes.
struct Parsed: Equatable, CustomStringConvertible {
  struct Message: Equatable {
    var title: String
    var fields: [String]
    var framing: RequestHead.Framing?
    var keepsAlive: Bool
    var body: [UInt8] = []
    var trailers: [String] = []
    var isComplete = false
  }

  var messages: [Message] = []
  var refusal: Refusal?

  /// Reads bytes that come in pieces.
  ///
  /// - Parameter forgets: Whether each request has a parser of its own, which knows nothing of those before.
  init(_ bytes: [UInt8], pieces: some Sequence<Int>, limits: MessageLimits = MessageLimits(), forgets: Bool = false) {
    var parser = RequestParser(limits: limits)
    var waiting: [UInt8] = []
    var start = 0
    for count in pieces {
      waiting += bytes[start..<min(bytes.count, start + count)]
      start = min(bytes.count, start + count)
      read(&waiting, with: &parser, forgets)
    }
    waiting += bytes[start...]
    read(&waiting, with: &parser, forgets)
  }

  init(_ text: String, limits: MessageLimits = MessageLimits()) {
    self.init(Array(text.utf8), pieces: [], limits: limits)
  }

  private mutating func read(_ waiting: inout [UInt8], with parser: inout RequestParser, _ forgets: Bool) {
    while refusal == nil {
      let step = waiting.withUnsafeBufferPointer { bytes in
        let step = parser.next(bytes)
        if case .body(let offset, let count) = step {
          messages[messages.count - 1].body += bytes[offset..<(offset + count)]
        }
        return step
      }
      waiting.removeFirst(parser.consumed)
      switch step {
      case .more: return
      case .head:
        let head = parser.head
        messages.append(
          Message(
            title: head.title, fields: head.fields.map { "\($0.name)=\($0.value)" }, framing: head.framing,
            keepsAlive: head.keepsAlive))
      case .body: break
      case .end:
        messages[messages.count - 1].isComplete = true
        messages[messages.count - 1].trailers = parser.trailers.map { "\($0.name)=\($0.value)" }
        if forgets, !parser.isOver { parser = RequestParser(limits: parser.limits) }
      case .refused(let refusal): self.refusal = refusal
      }
    }
  }

  var description: String { "\(messages) \(refusal.map { "\($0)" } ?? "")" }
}
