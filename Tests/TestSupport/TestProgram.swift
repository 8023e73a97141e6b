#if os(macOS) || os(Linux)
  public import Foundation

  /// The program that runs these tests, for tests that start it again.
  public struct TestProgram: Sendable {
    /// Where it is.
    public let file: URL
    /// The arguments by which it finds the tests.
    public let arguments: [String]

    /// The program of this process; nil in Xcode, which runs tests in another way.
    public static let current: Self? = {
      #if os(Linux)
        return Self(file: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath(), arguments: [])
      #else
        return Self(helper: Bundle.main.executableURL, CommandLine.arguments)
      #endif
    }()

    init(file: URL, arguments: [String]) {
      self.file = file
      self.arguments = arguments
    }

    /// Creates that of SwiftPM's helper on macOS, which loads the tests from a bundle; nil if the arguments name none.
    init?(helper: URL?, _ arguments: [String]) {
      let option = "--test-bundle-path"
      guard let helper, let bundle = zip(arguments, arguments.dropFirst()).first(where: { $0.0 == option })?.1 else {
        return nil
      }
      self.init(file: helper, arguments: [option, bundle])
    }
  }
#endif
