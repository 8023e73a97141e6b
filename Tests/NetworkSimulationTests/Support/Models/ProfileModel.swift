import Foundation
import NetworkEndpoints
import NetworkSimulation
import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Keeps the profile of the user who is logged in.
protocol ProfileModel: Actor {
  init(transport: any HTTPTransport)
  var profile: String? { get }
  func logIn()
  func logOut()
  func waitForLoading() async
}

/// Cancels the request, and keeps its answer if that was on its way already.
actor TrustingProfileModel: ProfileModel {
  private(set) var profile: String?
  private let transport: any HTTPTransport
  private var loading: Task<Void, any Error>?

  init(transport: any HTTPTransport) {
    self.transport = transport
  }

  func logIn() {
    loading = Task {
      let response = try await transport.send(.to("/profile"))
      profile = String(decoding: response.body, as: UTF8.self)
    }
  }

  func logOut() {
    loading?.cancel()
    profile = nil
  }

  func waitForLoading() async { _ = await loading?.result }
}

/// Looks whether the request was cancelled before it keeps the answer.
actor CheckingProfileModel: ProfileModel {
  private(set) var profile: String?
  private let transport: any HTTPTransport
  private var loading: Task<Void, any Error>?

  init(transport: any HTTPTransport) {
    self.transport = transport
  }

  func logIn() {
    loading = Task {
      let response = try await transport.send(.to("/profile"))
      try Task.checkCancellation()
      profile = String(decoding: response.body, as: UTF8.self)
    }
  }

  func logOut() {
    loading?.cancel()
    profile = nil
  }

  func waitForLoading() async { _ = await loading?.result }
}

/// Logs in, and out again while the profile may be on its way; nothing of it must stay.
func logInAndOut<Model: ProfileModel>(of _: Model.Type) async throws {
  let transport = MockTransport(.get("/profile").respond(with: .text("Ada")).optional())
  let model = Model(transport: transport)
  await model.logIn()
  try await VirtualClock.simulated.sleep(for: .milliseconds(20))
  await model.logOut()
  await model.waitForLoading()
  guard await model.profile == nil else { throw Bug("shows the profile of a user who has logged out") }
}
