/// The registry that maps protocol classes to the contexts of their sessions.
///
/// A class is never given to a second session. Code that has read it from a session's configuration can put it into another one,
/// and would there reach the session of another test. A released session leaves only its class, about a kilobyte.
final class SessionRegistry: Sendable {
  /// The registry in which protocol classes find their contexts.
  static let shared = SessionRegistry()

  private struct Entry { weak var context: SessionContext? }

  private struct State {
    // The number of a tag is its index plus one.
    var tags: [any SessionTag.Type] = []
    package var entries: [ObjectIdentifier: Entry] = [:]
  }

  private let state = Guarded(State())

  /// Gives a context a protocol class, which leads to it from now on.
  func enter(_ context: SessionContext) -> SessionProtocol.Type {
    state.withLock { state in
      let number = state.tags.count + 1
      let tag = number == 1 ? SessionTagOne.self : state.tags[number / 2 - 1].twice(andOne: number % 2 == 1)
      let protocolClass = context.scope == nil ? tag.sessionProtocol : tag.anySessionProtocol
      state.tags.append(tag)
      state.entries[ObjectIdentifier(protocolClass)] = Entry(context: context)
      return protocolClass
    }
  }

  /// Forgets the class of a released context.
  func leave(_ protocolClass: SessionProtocol.Type) {
    _ = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(protocolClass)) }
  }

  func context(of protocolClass: AnyClass) -> SessionContext? {
    state.withLock { $0.entries[ObjectIdentifier(protocolClass)]?.context }
  }
}

/// A type that represents a number, so that each mocked session can have a protocol class of its own.
///
/// The types are generic specialisations created at run time, one binary digit each: a number's type is only as deep as its
/// logarithm, and the number of sessions is unlimited.
protocol SessionTag: SendableMetatype {}

extension SessionTag {
  /// The protocol class of the tag.
  static var sessionProtocol: SessionProtocol.Type { TaggedSessionProtocol<Self>.self }

  /// The protocol class of the tag, for a session that was made by no test.
  static var anySessionProtocol: SessionProtocol.Type { AnySessionProtocol<Self>.self }

  /// Returns the type of twice the number, optionally plus one.
  fileprivate static func twice(andOne: Bool) -> any SessionTag.Type {
    andOne ? SessionTagOdd<Self>.self : SessionTagEven<Self>.self
  }
}

/// The number 1.
enum SessionTagOne: SessionTag {}

/// Twice a number.
enum SessionTagEven<Half: SessionTag>: SessionTag {}

/// Twice a number plus one.
enum SessionTagOdd<Half: SessionTag>: SessionTag {}
