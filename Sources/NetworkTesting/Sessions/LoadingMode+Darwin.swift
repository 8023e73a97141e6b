#if !canImport(FoundationNetworking)
  // Written from the documentation; not yet run on an Apple platform.

  /// The loader of a mocked session, where the system has two.
  ///
  /// Since macOS 15.4 and iOS 18.4 a configuration chooses: `usesClassicLoadingMode` is true by default, and false is announced
  /// as the default of a later system. What is documented of the newer loader
  /// ([SF-0018](https://github.com/swiftlang/swift-foundation/blob/main/Proposals/0018-urlsession-new-loader.md), and the header)
  /// says nothing of custom protocols. What is known of them, and what `Sessions+Darwin.swift` follows, is the classic loader.
  enum LoadingMode {
    /// `NETWORK_TESTING_CLASSIC_LOADING=0` chooses the newer loader, to find out what it does to a suite.
    static let variable = "NETWORK_TESTING_CLASSIC_LOADING"

    fileprivate static let isClassic = ProcessInfo.processInfo.environment[variable] != "0"
  }

  extension URLSessionConfiguration {
    /// Chooses the loader of a mocked session, whichever the system's default is.
    func chooseLoadingMode() {
      if #available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
        usesClassicLoadingMode = LoadingMode.isClassic
      }
    }
  }
#endif
