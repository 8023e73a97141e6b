/// A bug that apps have, as a model that has it and one that has not.
enum ClassicBug: String, CaseIterable, Sendable {
  case olderAnswerWins, doubleRefresh, cancelledRequestFillsCache, retriedOrder, lostPage

  /// Uses the model that has the bug; throws if it shows.
  func showBug() async throws {
    switch self {
    case .olderAnswerWins: try await typeWord(into: HastySearchModel.self)
    case .doubleRefresh: try await loadThreeThings(with: EagerSessionModel.self)
    case .cancelledRequestFillsCache: try await logInAndOut(of: TrustingProfileModel.self)
    case .retriedOrder: try await placeOneOrder(with: BlindOrderModel.self)
    case .lostPage: try await readFeed(with: CountingFeedModel.self)
    }
  }

  /// Uses the corrected model in the same way.
  func showCorrection() async throws {
    switch self {
    case .olderAnswerWins: try await typeWord(into: CarefulSearchModel.self)
    case .doubleRefresh: try await loadThreeThings(with: SharingSessionModel.self)
    case .cancelledRequestFillsCache: try await logInAndOut(of: CheckingProfileModel.self)
    case .retriedOrder: try await placeOneOrder(with: KeyedOrderModel.self)
    case .lostPage: try await readFeed(with: ShowingFeedModel.self)
    }
  }
}
