/// The platform whose sessions a mocked session imitates: sessions differ from platform to platform.
///
/// By default, that is the platform that the test runs on, so a client with a mistake on it fails its test. If your client also
/// runs elsewhere, ask for the other platform:
///
/// ```swift
/// let session = URLSession.mocked(by: transport, as: .apple)
/// ```
///
/// The table of differences is in the article on mocked sessions.
public struct SessionPlatform: Hashable, Sendable {
  private enum Storage { case apple, linux }
  private let storage: Storage

  /// The sessions of Apple platforms.
  public static let apple = Self(storage: .apple)
  /// The sessions of FoundationNetworking, as on Linux.
  public static let linux = Self(storage: .linux)

  /// The platform that the code runs on.
  public static var current: Self {
    #if canImport(FoundationNetworking)
      linux
    #else
      apple
    #endif
  }
}

extension SessionPlatform: CustomStringConvertible {
  /// The name of the platform.
  public var description: String {
    switch storage {
    case .apple: "apple"
    case .linux: "linux"
    }
  }
}

// What a session of one platform does with a request, and one of the other does not. The values for Linux are measured:
// `RefusedRequestTests` compares them with bare sessions. Those for Apple platforms follow the documentation, and have not been run.
extension SessionPlatform {
  /// Whether the scheme of a URL may have upper-case letters.
  var takesUpperCaseScheme: Bool { self == .apple }
  /// Whether the type of a form is added to a `POST` although the configuration has a type.
  var repeatsContentType: Bool { self == .linux }
  /// Whether the user and the password of a URL are sent before a server asks for them.
  var sendsUserOfURL: Bool { self == .linux }
  /// Whether a body of HEAD is left out.
  var dropsBodyOfHEAD: Bool { self == .linux }
  /// Whether a compressed body that breaks off is handed on as far as it goes, as libcurl has it.
  var handsOnCutBody: Bool { self == .linux }
  /// Whether what follows the first member of a gzip file is an error, as libcurl has it.
  var readsOneMember: Bool { self == .linux }
  /// Whether a time-out is cut to whole seconds, and is a millisecond if none are left.
  var countsWholeSeconds: Bool { self == .linux }
  /// Whether a request that may only be answered from a cache is sent all the same.
  var ignoresCachePolicy: Bool { self == .linux }
  /// The error of a body that is not in the coding that its answer says.
  var undecodable: URLError.Code { self == .apple ? .cannotDecodeContentData : .unknown }
}
