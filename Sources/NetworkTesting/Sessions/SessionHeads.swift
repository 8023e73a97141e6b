import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes the heads that a session gives out, and keeps the last for answers like it.
///
/// Foundation reads the fields of each head it makes, which costs more than all else about an answer; and most answers in
/// a row are alike, as those to code that asks again.
final class SessionHeads: Sendable {
  private struct Known {
    let answer: HTTPResponse
    let url: URL
    let head: HTTPURLResponse
  }

  private let last = Guarded<Known?>(nil)

  /// The head of an answer; nil if there is no address or the status is none.
  func head(of answer: HTTPResponse, from url: URL?) -> HTTPURLResponse? {
    guard let url else { return nil }
    if let known = last.withLock({ $0 }), known.url == url, known.answer.hasHead(of: answer) { return known.head }
    guard let head = SessionProtocol.head(of: answer, from: url) else { return nil }
    last.withLock { $0 = Known(answer: answer, url: url, head: head) }
    return head
  }
}

extension HTTPResponse {
  /// Whether the heads are the same, to the letter.
  fileprivate func hasHead(of other: Self) -> Bool {
    status == other.status && headers.count == other.headers.count
      && zip(headers, other.headers).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }
}
