// Protocols, clients and tasks are used only where a session calls its protocols, one call at a time; in between they are
// passed around, which their types do not allow.
struct LoadingBound<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
