/// Does something when its last reference is gone; a closure that holds it tells so that it was dropped.
final class ReleaseAction: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  deinit {
    action()
  }
}
