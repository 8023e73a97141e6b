// Linux: its loader calls the functions of this section. Before Swift 6.3, nothing can be put there, and the guard begins with the
// first test that has a trait.
#if canImport(FoundationNetworking) && compiler(>=6.3)
  /// Begins the guard of an offline run when the library is loaded, before any test: in tests without a trait, and in the process of
  /// an exit test, which has no traits.
  @used @section(".init_array") private let beginOfflineRun: @convention(c) () -> Void = {
    guard LiveNetworkGuard.isOfflineTestRun else { return }
    _ = AnySession.beginGuard()
  }
#endif
