/// Whether a test answers from its recording or makes it.
///
/// The environment variable `NETWORK_TESTING_RECORD`, one of `never`, `missing`, `new` and `all`, decides for a whole run,
/// over what a test says; but a test that says ``never`` itself is never recorded again. Where neither says anything, it
/// is ``never``. On a continuous integration server (where `CI` is set) nothing is recorded unless
/// `NETWORK_TESTING_RECORD_IN_CI=1` says so.
public struct RecordMode: Hashable, Sendable {
  private enum Storage: String, CaseIterable {
    case never, missing, new, all
  }

  private let storage: Storage

  /// Answers from the recording only; a request that is not in it fails the test.
  public static let never = Self(storage: .never)

  /// Records where there is no recording; where there is one, answers from it only.
  public static let missing = Self(storage: .missing)

  /// Answers what the recording has, sends the rest to the network, and adds that to the recording.
  public static let new = Self(storage: .new)

  /// Sends everything to the network, and replaces the recording.
  public static let all = Self(storage: .all)

  /// Reads the word of a mode.
  init?(word: String) {
    guard let storage = Storage(rawValue: word.lowercased()) else { return nil }
    self.init(storage: storage)
  }

  private init(storage: Storage) {
    self.storage = storage
  }

  /// The words of all modes.
  static var words: [String] { Storage.allCases.map(\.rawValue) }
}

extension RecordMode: CustomStringConvertible {
  /// The word that `NETWORK_TESTING_RECORD` has for it.
  public var description: String { storage.rawValue }
}
