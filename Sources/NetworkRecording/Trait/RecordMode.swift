/// Whether a test answers from its recording or makes it.
///
/// The environment variable `NETWORK_TESTING_RECORD`, one of `never`, `missing`, `new`, `all` and `compare`, decides for a whole run,
/// over what a test says; but a test that says ``never`` itself is never recorded again, though it is compared. Where neither says anything, it
/// is ``never``. On a continuous integration server, which is told by `CI`, by the variables of common services or by where
/// they keep their workspaces, nothing is recorded unless `NETWORK_TESTING_RECORD_IN_CI=1` says so. `xcodebuild` hands on
/// variables that begin with `TEST_RUNNER_`, and takes that off: `TEST_RUNNER_NETWORK_TESTING_RECORD=missing`.
public struct RecordMode: Hashable, Sendable {
  private enum Storage: String, CaseIterable {
    case never, missing, new, all, compare
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

  /// Answers from the recording, asks the live service the same, and fails where it answers in another shape; writes nothing.
  ///
  /// A key that is gone, another type, null for the first time and another status are issues; a new key is a warning. Values
  /// make no difference. Only safe methods are sent. It also works on continuous integration servers.
  public static let compare = Self(storage: .compare)

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

/// What decides about recording from outside of a test: the process's environment, its home folder, and the date.
struct RecordingEnvironment: Sendable {
  var variables: [String: String]
  /// The home folder of the user, and of an app in a simulator, and the folder in which the tests were compiled.
  var folders: [String] = []
  var now: @Sendable () -> Date

  /// The environment of this process.
  static var current: Self {
    Self(variables: ProcessInfo.processInfo.environment, folders: [NSHomeDirectory(), #filePath]) { Date() }
  }

  static let modeVariable = "NETWORK_TESTING_RECORD"
  static let permitVariable = "NETWORK_TESTING_RECORD_IN_CI"

  /// The mode in which a test is run.
  ///
  /// - Parameter stated: What the test says; nil where it says nothing.
  /// - Throws: A ``RecordingError`` where the variable has a value that means nothing.
  func mode(stated: RecordMode?) throws -> RecordMode {
    let word = variables[Self.modeVariable].map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    guard !word.isEmpty else { return stated ?? .never }
    guard let mode = RecordMode(word: word) else { throw RecordingError.invalidMode(word) }
    return stated == .never && mode != .compare ? .never : mode
  }

  /// Whether this is a server on which nothing is to be recorded.
  var isRecordingRefused: Bool { server != nil && !isSet(Self.permitVariable) }

  /// What tells that this is a continuous integration server; nil elsewhere.
  ///
  /// `xcodebuild` hands on no variable to the tests unless its name begins with `TEST_RUNNER_`, but where services keep
  /// their workspaces is known.
  var server: String? {
    if let variable = Self.serverVariables.first(where: isSet) { return "\(variable) is set" }
    let folder = folders.first { folder in Self.serverFolders.contains { folder.hasPrefix($0) } }
    return folder.map { "the tests run in \($0)" }
  }

  private static let serverVariables = [
    "CI", "GITHUB_ACTIONS", "GITLAB_CI", "CI_XCODE_CLOUD", "CI_XCODEBUILD_ACTION", "BUILDKITE", "CIRCLECI", "TRAVIS",
    "TF_BUILD", "JENKINS_URL", "TEAMCITY_VERSION", "BITRISE_IO", "CODEBUILD_BUILD_ID", "APPVEYOR", "DRONE", "SEMAPHORE",
    "BITBUCKET_BUILD_NUMBER", "CIRRUS_CI", "CM_BUILD_ID",
  ]

  /// Xcode Cloud; GitHub and Azure; CircleCI; Bitrise; Travis; GitLab; Codemagic. None has been seen from here.
  private static let serverFolders = [
    "/Volumes/workspace/", "/Users/runner/", "/Users/distiller/", "/Users/vagrant/", "/Users/travis/",
    "/Users/gitlab/", "/Users/builder/clone/",
  ]

  private func isSet(_ name: String) -> Bool {
    let value = variables[name]?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
    return !["", "0", "false", "no"].contains(value)
  }
}

/// What is done in a scope: whether it answers from the recording, and whether it records.
struct RecordingPlan: Hashable, Sendable {
  let answersFromRecording: Bool
  let records: Bool
  let replaces: Bool
  /// Why nothing is recorded, though the mode says so.
  let refusal: String?

  /// Decides.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - fileExists: Whether there is a recording.
  ///   - environment: Whether recording is refused.
  /// - Throws: A ``RecordingError`` where everything was to be recorded, and that is refused.
  init(_ mode: RecordMode, fileExists: Bool, in environment: RecordingEnvironment) throws {
    let wanted = mode == .all || mode == .new || (mode == .missing && !fileExists)
    let isRefused = wanted && environment.isRecordingRefused
    if isRefused, mode == .all { throw RecordingError.refusedOnServer(mode, environment.server) }
    records = wanted && !isRefused
    answersFromRecording = !records || mode == .new
    replaces = mode == .all
    refusal = isRefused ? RecordingError.refusedOnServer(mode, environment.server).description : nil
  }
}
