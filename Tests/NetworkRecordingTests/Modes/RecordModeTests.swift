import Foundation
import NetworkSimulation
import NetworkStubs
import NetworkTesting
import Testing

@testable import NetworkRecording

@Suite("Record modes")
struct RecordModeTests {
  static func environment(_ variables: [String: String], now: Date = Date()) -> RecordingEnvironment {
    RecordingEnvironment(variables: variables) { now }
  }

  @Test(
    "the environment decides over the test, unless the test says never",
    arguments: [
      (nil, nil, .never), (nil, .all, .all), ("", .missing, .missing), ("all", nil, .all), ("all", .missing, .all),
      ("never", .all, .never), ("all", .never, .never), (" New ", nil, .new), ("missing", .all, .missing),
    ] as [(String?, RecordMode?, RecordMode)])
  func precedence(_ word: String?, _ stated: RecordMode?, _ expected: RecordMode) throws {
    let variables = word.map { ["NETWORK_TESTING_RECORD": $0] } ?? [:]
    #expect(try Self.environment(variables).mode(stated: stated) == expected)
  }

  @Test("a word that means nothing is an error that lists those that do", arguments: ["yes", "1", "ALL!", "once"])
  func unknownWord(_ word: String) {
    let error = #expect(throws: RecordingError.self) {
      try Self.environment(["NETWORK_TESTING_RECORD": word]).mode(stated: .never)
    }
    #expect(error?.code == .invalidMode)
    #expect(error?.description.contains("never, missing, new, all") == true)
  }

  @Test("a mode prints itself as its word", arguments: ["never", "missing", "new", "all"])
  func description(_ word: String) { #expect(RecordMode(word: word)?.description == word) }

  @Test(
    "CI refuses recording, unless it is empty or false, or recording there is permitted",
    arguments: [
      (["CI": "true"], true), (["CI": "1"], true), (["CI": "woodpecker"], true), ([:], false), (["CI": ""], false),
      (["CI": "false"], false), (["CI": "0"], false), (["CI": "1", "NETWORK_TESTING_RECORD_IN_CI": "1"], false),
      (["CI": "1", "NETWORK_TESTING_RECORD_IN_CI": "0"], true),
    ] as [([String: String], Bool)])
  func server(_ variables: [String: String], isRefused: Bool) {
    #expect(Self.environment(variables).isRecordingRefused == isRefused)
  }

  @Test(
    "a server is told by what services set, and where no variable arrives, by where they keep their workspaces",
    arguments: [
      (["GITHUB_ACTIONS": "true"], "", "GITHUB_ACTIONS is set"), (["BITRISE_IO": "true"], "", "BITRISE_IO is set"),
      ([:], "/Users/runner/Library/Developer/CoreSimulator/Devices/1/data", "the tests run in /Users/runner/"),
      ([:], "/Volumes/workspace/repository/Tests", "the tests run in /Volumes/workspace/repository"),
      ([:], "/Users/ada/runner", nil), (["GITHUB_ACTIONS": "false"], "/home/ada", nil),
    ] as [([String: String], String, String?)])
  func services(_ variables: [String: String], folder: String, server: String?) throws {
    var environment = Self.environment(variables)
    environment.folders = [folder]
    #expect(environment.isRecordingRefused == (server != nil))
    let refusal = try RecordingPlan(.missing, fileExists: false, in: environment).refusal
    #expect((refusal == nil) == (server == nil))
    #expect(refusal?.contains(server ?? "") ?? true)
  }

  struct Row: Sendable {
    let mode: RecordMode
    let exists: Bool
    let answers: Bool
    let records: Bool
    /// Whether a server answers from the recording instead, and says why where something is missing.
    var isRefusedOnServer = true
  }

  @Test(
    "each mode does what it says, and on a server nothing is recorded",
    arguments: [
      Row(mode: .never, exists: false, answers: true, records: false, isRefusedOnServer: false),
      Row(mode: .never, exists: true, answers: true, records: false, isRefusedOnServer: false),
      Row(mode: .missing, exists: false, answers: false, records: true),
      Row(mode: .missing, exists: true, answers: true, records: false, isRefusedOnServer: false),
      Row(mode: .new, exists: false, answers: true, records: true),
      Row(mode: .new, exists: true, answers: true, records: true),
    ])
  func plan(_ row: Row) throws {
    let plan = try RecordingPlan(row.mode, fileExists: row.exists, in: Self.environment([:]))
    #expect((plan.answersFromRecording, plan.records, plan.replaces) == (row.answers, row.records, false))
    let onServer = try RecordingPlan(row.mode, fileExists: row.exists, in: Self.environment(["CI": "1"]))
    #expect((onServer.answersFromRecording, onServer.records) == (true, false))
    #expect((onServer.refusal != nil) == row.isRefusedOnServer)
  }

  @Test("the mode that records everything anew is refused on a server at once", arguments: [true, false])
  func everythingOnServer(exists: Bool) throws {
    let error = #expect(throws: RecordingError.self) {
      try RecordingPlan(.all, fileExists: exists, in: Self.environment(["CI": "1"]))
    }
    #expect(error?.code == .refusedOnServer)
    let plan = try RecordingPlan(.all, fileExists: exists, in: Self.environment([:]))
    #expect((plan.answersFromRecording, plan.records, plan.replaces) == (false, true, true))
  }
}
