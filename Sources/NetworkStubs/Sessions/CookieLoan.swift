/// The place of a cookie in a storage, where the next one takes its place.
struct CookiePlace: Hashable {
  let name: String
  let domain: String
  let path: String

  init(of cookie: HTTPCookie) {
    name = cookie.name
    domain = cookie.domain
    path = cookie.path
  }
}

/// A cookie storage of the process, lent to one test: what answers store in it is taken back when the test ends.
///
/// Code may look for its cookies in `HTTPCookieStorage.shared`, so they must be there; and the next test, or the next run, as the
/// storage is written to disk, must not find them. What the code itself stores or deletes is not touched.
final class CookieLoan: Sendable {
  private struct Change {
    /// What was there before; nil if nothing was.
    let old: HTTPCookie?
    /// What an answer has stored last.
    var new: HTTPCookie
  }

  private struct State {
    var changes: [CookiePlace: Change] = [:]
    var isOver = false
  }

  private let storage: HTTPCookieStorage
  private let state = Guarded(State())

  init(of storage: HTTPCookieStorage) { self.storage = storage }

  /// Notes what an answer is about to change, and changes it; does nothing once the storage was given back.
  func store(_ cookies: [HTTPCookie], _ store: () -> Void) {
    let stored = storage.cookies ?? []
    let changes: [CookiePlace: Change]? = state.withLock { state in
      guard !state.isOver else { return nil }
      for cookie in cookies {
        let place = CookiePlace(of: cookie)
        let old = state.changes[place].map(\.old) ?? stored.first { CookiePlace(of: $0) == place }
        state.changes[place] = Change(old: old, new: cookie)
      }
      return state.changes
    }
    guard let changes else { return }
    // Outside the lock: a storage tells its observers.
    store()
    // The test may have ended before the cookies were there.
    if state.withLock({ $0.isOver }) { undo(changes) }
  }

  /// Restores what answers have changed, but for what the code has changed after them.
  func end() {
    let changes = state.withLock { state in
      state.isOver = true
      defer { state.changes = [:] }
      return state.changes
    }
    undo(changes)
  }

  private func undo(_ changes: [CookiePlace: Change]) {
    guard !changes.isEmpty else { return }
    let current = storage.cookies ?? []
    for (place, change) in changes {
      let now = current.first { CookiePlace(of: $0) == place }
      // An answer that deletes a cookie leaves nothing, too.
      guard now == nil || now?.value == change.new.value else { continue }
      if let now { storage.deleteCookie(now) }
      if let old = change.old { storage.setCookie(old) }
    }
  }
}

/// A cookie storage of the process, whose cookies a test sends beside its own.
///
/// The test's answers do not change it. What code outside of the test's tasks stores in it, or deletes, is carried over to the
/// test's cookies with the next request, as code may sign in, or out, by its cookies alone.
final class CookieCopy: Sendable {
  private let original: HTTPCookieStorage
  /// What was in it last time.
  private let seen = Guarded<[CookiePlace: String]>([:])

  init(of storage: HTTPCookieStorage) { original = storage }

  /// Whether it has no cookies, and had none.
  var isEmpty: Bool { seen.withLock { $0.isEmpty } && original.undividedCookies.isEmpty }

  /// Carries over what has changed since the last time.
  func update(_ own: HTTPCookieStorage) {
    let current = original.undividedCookies
    let values = Dictionary(current.map { (CookiePlace(of: $0), $0.value) }) { _, last in last }
    let old = seen.withLock { seen in
      defer { seen = values }
      return seen
    }
    let changed = current.filter { old[CookiePlace(of: $0)] != $0.value }
    if !changed.isEmpty {
      // What is there already is sent, even if nothing more is taken.
      let policy = own.cookieAcceptPolicy
      own.cookieAcceptPolicy = .always
      for cookie in changed { own.setCookie(cookie) }
      own.cookieAcceptPolicy = policy
    }
    let deleted = old.filter { values[$0.key] == nil }
    guard !deleted.isEmpty else { return }
    // What an answer has stored in its place stays.
    for cookie in own.cookies ?? [] where deleted[CookiePlace(of: cookie)] == cookie.value { own.deleteCookie(cookie) }
  }
}
