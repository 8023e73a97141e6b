import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Maps protocol classes to the contexts of their sessions.
final class SessionRegistry: Sendable {
  /// The one in which protocol classes find their contexts.
  static let shared = SessionRegistry()

  private struct Entry {
    weak var context: SessionContext?
    let protocolClass: SessionProtocol.Type
  }

  private struct State {
    // The number of an entry is its index and one.
    var entries: [Entry] = []
    var free: [Int] = []
  }

  private let state = Guarded(State())

  /// Gives a context a number, a free one if there is any, and the protocol class that goes with it.
  func enter(_ context: SessionContext) -> (number: Int, protocolClass: SessionProtocol.Type) {
    state.withLock { state in
      if let number = state.free.popLast() {
        state.entries[number - 1].context = context
        return (number, state.entries[number - 1].protocolClass)
      }
      let number = state.entries.count + 1
      let protocolClass = Self.taggedProtocol(sessionTag(number))
      state.entries.append(Entry(context: context, protocolClass: protocolClass))
      return (number, protocolClass)
    }
  }

  /// Frees a number for the next context.
  func leave(_ number: Int) {
    state.withLock { state in
      state.entries[number - 1].context = nil
      state.free.append(number)
    }
  }

  /// The context of a number; nil after the session is gone.
  func context(_ number: Int) -> SessionContext? {
    state.withLock { $0.entries.indices.contains(number - 1) ? $0.entries[number - 1].context : nil }
  }

  private static func taggedProtocol(_ tag: any SessionTag.Type) -> SessionProtocol.Type {
    func make<Tag: SessionTag>(_: Tag.Type) -> SessionProtocol.Type { TaggedSessionProtocol<Tag>.self }
    return make(tag)
  }
}

/// A type that stands for a number, so that each mocked session can have a protocol class of its own.
///
/// The types are generic specialisations made at run time, a binary digit each: a number's type is only as deep as its
/// logarithm, and no number of sessions has to be foreseen.
protocol SessionTag: SendableMetatype {
  /// The number.
  static var number: Int { get }
}

/// The number 1.
enum SessionTagOne: SessionTag {
  static var number: Int { 1 }
}

/// Twice a number.
enum SessionTagEven<Half: SessionTag>: SessionTag {
  static var number: Int { Half.number << 1 }
}

/// Twice a number and one.
enum SessionTagOdd<Half: SessionTag>: SessionTag {
  static var number: Int { Half.number << 1 | 1 }
}

/// Makes the type of a number.
///
/// - Parameter number: The number; below 1 counts as 1.
func sessionTag(_ number: Int) -> any SessionTag.Type {
  func even<Half: SessionTag>(_: Half.Type) -> any SessionTag.Type { SessionTagEven<Half>.self }
  func odd<Half: SessionTag>(_: Half.Type) -> any SessionTag.Type { SessionTagOdd<Half>.self }
  guard number > 1 else { return SessionTagOne.self }
  let half = sessionTag(number >> 1)
  return number & 1 == 0 ? even(half) : odd(half)
}
