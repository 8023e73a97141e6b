/// What a callback closure holds, and nothing else does: its end is the news that nobody can call any more.
@usableFromInline
final class CallbackToken: Sendable {
  @usableFromInline let state: CallbackState

  @usableFromInline
  init(_ state: CallbackState) {
    self.state = state
  }

  deinit {
    state.release()
  }
}
