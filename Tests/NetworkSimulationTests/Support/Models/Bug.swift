/// What a model does wrong.
struct Bug: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
