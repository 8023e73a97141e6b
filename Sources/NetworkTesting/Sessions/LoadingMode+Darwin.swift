#if !canImport(FoundationNetworking)
  // Written from the documentation; not yet run on an Apple platform.

  /// The loader of a mocked session, on systems with two.
  ///
  /// Since macOS 15.4 and iOS 18.4 a configuration chooses: `usesClassicLoadingMode` is true by default, and false is
  /// announced as the default of a later system. The documentation of the newer loader
  /// ([SF-0018](https://github.com/swiftlang/swift-foundation/blob/main/Proposals/0018-urlsession-new-loader.md), and the header)
  /// does not mention custom protocols. They are only known with the classic loader, which `Sessions+Darwin.swift` follows.
  enum LoadingMode {
    /// The variable whose value 0 chooses the newer loader, to find out its effect on a suite.
    static let variable = "NETWORK_TESTING_CLASSIC_LOADING"

    fileprivate static let isClassic = ProcessInfo.processInfo.environment[variable] != "0"
  }

  extension URLSessionConfiguration {
    /// Chooses the loader of a mocked session, regardless of the system's default.
    func chooseLoadingMode() {
      if #available(macOS 15.4, iOS 18.4, tvOS 18.4, watchOS 11.4, visionOS 2.4, *) {
        usesClassicLoadingMode = LoadingMode.isClassic
      }
    }
  }
#endif
