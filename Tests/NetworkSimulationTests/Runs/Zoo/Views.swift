import NetworkTesting

extension Specimen {
  static let views = [
    Specimen("A reused cell shows the image of its former row") { isCorrect in
      let cell = await Cell(isCorrect: isCorrect)
      await cell.show("first")
      await cell.show("second")
      await cell.finish()
      try promise(await cell.image == "second", "shows the image of its former row")
    },
    Specimen("Two taps open two screens") { isCorrect in
      let screen = await Screen(isCorrect: isCorrect)
      await screen.tap()
      await screen.tap()
      await screen.finish()
      try promise(await screen.opened == 1, "opened two screens")
    },
    Specimen("The answer to a search that is older wins on the main actor") { isCorrect in
      let model = await Search(isCorrect: isCorrect)
      await model.textChanged(to: "s")
      await model.textChanged(to: "swift")
      await model.finish()
      try promise(await model.hits == "swift", "shows older hits")
    },
    Specimen("A sign-out during a load leaves the old user's data on the screen") { isCorrect in
      let model = await Home(isCorrect: isCorrect)
      await model.appear()
      await model.signOut()
      await model.finish()
      try promise(await model.text == "", "shows data of a user who has signed out")
    },
    Specimen("A refresh that ends sets the state that an error had set") { isCorrect in
      let model = await Refreshing(isCorrect: isCorrect)
      await model.refresh(fails: false)
      await model.refresh(fails: true)
      await model.finish()
      try promise(await model.state == "error", "hides the error")
    },
  ]
}

@MainActor
private class ViewModel {
  let remote = Remote()
  let isCorrect: Bool
  private var tasks: [Task<Void, Never>] = []

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func start(_ operation: @escaping @MainActor () async -> Void) { tasks.append(Task { await operation() }) }
  func cancelLast() { tasks.last?.cancel() }
  func finish() async { for task in tasks { await task.value } }
}

private final class Cell: ViewModel {
  private(set) var image = ""
  private var row = ""

  func show(_ row: String) {
    self.row = row
    start { [self] in
      guard let image = try? await remote.call("/image", sending: row) else { return }
      if isCorrect, self.row != row { return }
      self.image = image
    }
  }
}

private final class Screen: ViewModel {
  private(set) var opened = 0
  private var isBusy = false

  func tap() {
    if isCorrect {
      if isBusy { return }
      isBusy = true
    }
    start { [self] in
      if !isCorrect, isBusy { return }
      _ = try? await remote.call("/item")
      isBusy = true
      opened += 1
    }
  }
}

private final class Search: ViewModel {
  private(set) var hits = ""

  func textChanged(to text: String) {
    if isCorrect { cancelLast() }
    start { [self] in
      guard let found = try? await remote.call("/search", sending: text), !Task.isCancelled else { return }
      hits = found
    }
  }
}

private final class Home: ViewModel {
  private(set) var text = ""
  private var isSignedIn = true

  func appear() {
    start { [self] in
      guard let text = try? await remote.call("/home", sending: "Ada's"), isSignedIn || !isCorrect else { return }
      self.text = text
    }
  }

  func signOut() {
    isSignedIn = false
    text = ""
  }
}

private final class Refreshing: ViewModel {
  private(set) var state = ""
  private var latest = 0

  func refresh(fails: Bool) {
    latest += 1
    let mine = latest
    start { [self] in
      _ = try? await remote.call("/refresh")
      if isCorrect, mine != latest { return }
      state = fails ? "error" : "done"
    }
  }
}
