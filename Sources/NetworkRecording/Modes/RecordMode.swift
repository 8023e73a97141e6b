/// Whether a test answers from its recording or makes it.
///
/// The default is ``never``. The environment variable `NETWORK_TESTING_RECORD` sets the mode of a whole run, and overrides the
/// modes of the tests. Its value is `never`, `missing`, `new`, `all` or `compare`. There is one exception: a test whose own mode is
/// ``never`` is never re-recorded, but it is compared.
///
/// On a continuous integration server, nothing is recorded unless `NETWORK_TESTING_RECORD_IN_CI=1` is set. A server is recognised
/// by `CI`, by the variables of common services, or by their workspaces. `xcodebuild` only passes on variables that begin with
/// `TEST_RUNNER_`, and removes that prefix: write `TEST_RUNNER_NETWORK_TESTING_RECORD=missing`.
public struct RecordMode: Hashable, Sendable {
  private enum Storage: String, CaseIterable {
    case never, missing, new, all, compare
  }

  private let storage: Storage

  /// Answers only from the recording; a request that is not in it fails the test.
  public static let never = Self(storage: .never)

  /// Records if there is no recording; otherwise answers only from it.
  public static let missing = Self(storage: .missing)

  /// Answers requests in the recording, sends the rest to the network, and adds those to the recording.
  public static let new = Self(storage: .new)

  /// Sends everything to the network, and replaces the recording.
  public static let all = Self(storage: .all)

  /// Answers from the recording, sends the same requests to the live service, and fails if the shapes differ; writes nothing.
  ///
  /// A missing key, a different type, null for the first time or a different status is an issue. A new key is a warning. Values
  /// are not compared. Only safe methods are sent. This mode also works on continuous integration servers.
  public static let compare = Self(storage: .compare)

  /// Creates the mode with a name, or nil.
  init?(word: String) {
    guard let storage = Storage(rawValue: word.lowercased()) else { return nil }
    self.init(storage: storage)
  }

  private init(storage: Storage) {
    self.storage = storage
  }

  /// The names of all modes.
  static var words: [String] { Storage.allCases.map(\.rawValue) }
}

extension RecordMode: CustomStringConvertible {
  /// The mode's value of `NETWORK_TESTING_RECORD`.
  public var description: String { storage.rawValue }
}

/// The inputs of the decision to record: the process's environment, its folders, and the date.
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

  /// Returns the mode in which a test is run.
  ///
  /// - Parameter stated: The test's own mode, if any.
  /// - Throws: A ``RecordingError`` if the variable has an unknown value.
  func mode(stated: RecordMode?) throws -> RecordMode {
    let word = variables[Self.modeVariable].map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    guard !word.isEmpty else { return stated ?? .never }
    guard let mode = RecordMode(word: word) else { throw RecordingError.invalidMode(word) }
    return stated == .never && mode != .compare ? .never : mode
  }

  /// Whether this is a server that does not record.
  var isRecordingRefused: Bool { server != nil && !isSet(Self.permitVariable) }

  /// The evidence of a continuous integration server; nil elsewhere.
  ///
  /// `xcodebuild` passes no variable to the tests unless its name begins with `TEST_RUNNER_`, but the services' workspaces are
  /// known.
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

  /// The workspaces of Xcode Cloud; GitHub and Azure; CircleCI; Bitrise; Travis; GitLab; Codemagic. None has been tried.
  private static let serverFolders = [
    "/Volumes/workspace/", "/Users/runner/", "/Users/distiller/", "/Users/vagrant/", "/Users/travis/",
    "/Users/gitlab/", "/Users/builder/clone/",
  ]

  private func isSet(_ name: String) -> Bool {
    let value = variables[name]?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
    return !["", "0", "false", "no"].contains(value)
  }
}

/// The behaviour of a scope: whether it answers from the recording, and whether it records.
struct RecordingPlan: Hashable, Sendable {
  let answersFromRecording: Bool
  let records: Bool
  let replaces: Bool
  /// The reason why nothing is recorded, though the mode asks for it.
  let refusal: String?

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - mode: The mode.
  ///   - fileExists: Whether there is a recording.
  ///   - environment: Whether recording is refused.
  /// - Throws: A ``RecordingError`` if everything should be recorded, and that is refused.
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
