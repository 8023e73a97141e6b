#if canImport(FoundationNetworking)
  /// A cookie storage of the app's that has other cookies in each test that answers all sessions.
  ///
  /// In the code of such a test, all reads and writes go to the test's own cookies, so that a cookie of an answer can be found and
  /// deleted, while tests beside it do the same. Elsewhere it is the storage that it was. A request to a server on this machine may be
  /// a real one, and those use the storage itself, so what is written of their cookies goes there too.
  ///
  /// It is the app's own object, whose class changes to this one; see ``ObjectClass``.
  // It adds nothing to the class.
  final class DividedCookieStorage: HTTPCookieStorage, @unchecked Sendable {
    /// The cookies of the test that the current code belongs to; nil if it belongs to none.
    private var own: HTTPCookieStorage? { scope?.cookies(of: self)?.storage }
    private var scope: SessionScope? { SessionScope.current ?? CallbackOwners.current }

    fileprivate var cookiesOutside: [HTTPCookie] { super.cookies ?? [] }
    fileprivate var policyOutside: HTTPCookie.AcceptPolicy { super.cookieAcceptPolicy }

    override var cookies: [HTTPCookie]? { own.map(\.cookies) ?? super.cookies }

    override var cookieAcceptPolicy: HTTPCookie.AcceptPolicy {
      // The storage asks itself on its own queue, on which its cookies can't be read.
      get { scope?.cookies(of: self)?.own?.cookieAcceptPolicy ?? super.cookieAcceptPolicy }
      set { if let own { own.cookieAcceptPolicy = newValue } else { super.cookieAcceptPolicy = newValue } }
    }

    override func cookies(for url: URL) -> [HTTPCookie]? { own.map { $0.cookies(for: url) } ?? super.cookies(for: url) }

    override func sortedCookies(using order: [NSSortDescriptor]) -> [HTTPCookie] {
      own?.sortedCookies(using: order) ?? super.sortedCookies(using: order)
    }

    override func setCookie(_ cookie: HTTPCookie) {
      let own = own
      own?.setCookie(cookie)
      if own == nil || cookie.isOfThisMachine { super.setCookie(cookie) }
    }

    override func setCookies(_ cookies: [HTTPCookie], for url: URL?, mainDocumentURL: URL?) {
      let own = own
      own?.setCookies(cookies, for: url, mainDocumentURL: mainDocumentURL)
      let rest = own == nil ? cookies : cookies.filter(\.isOfThisMachine)
      if !rest.isEmpty { super.setCookies(rest, for: url, mainDocumentURL: mainDocumentURL) }
    }

    override func deleteCookie(_ cookie: HTTPCookie) {
      let own = own
      own?.deleteCookie(cookie)
      if own == nil || cookie.isOfThisMachine { super.deleteCookie(cookie) }
    }

    override func removeCookies(since date: Date) {
      guard let own else { return super.removeCookies(since: date) }
      let before = own.cookies ?? []
      own.removeCookies(since: date)
      let left = Set((own.cookies ?? []).map(CookiePlace.init))
      for cookie in before where cookie.isOfThisMachine && !left.contains(CookiePlace(of: cookie)) {
        super.deleteCookie(cookie)
      }
    }
  }

  extension HTTPCookie {
    fileprivate var isOfThisMachine: Bool { LiveNetworkGuard.isOfThisMachine(host: domain) }
  }

  extension HTTPCookieStorage {
    /// Gives each test that answers all sessions cookies of its own; a storage of a class of the app's stays as it is.
    func divide() { ObjectClass.change(self, from: HTTPCookieStorage.self, to: DividedCookieStorage.self) }

    /// The cookies that it has outside of all tests.
    var undividedCookies: [HTTPCookie] { (self as? DividedCookieStorage)?.cookiesOutside ?? cookies ?? [] }
    /// Which of them it takes there.
    var undividedPolicy: HTTPCookie.AcceptPolicy {
      (self as? DividedCookieStorage)?.policyOutside ?? cookieAcceptPolicy
    }
  }
#endif
