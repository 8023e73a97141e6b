import NetworkSimulation
import NetworkTesting

extension Specimen {
  static let states = [
    Specimen("An update is lost between reading and writing") { isCorrect in
      let counter = Counter(isCorrect: isCorrect)
      try await together({ try await counter.increment() }, { try await counter.increment() })
      try promise(await counter.count == 2, "lost an update")
    },
    Specimen("Two withdrawals both see enough money") { isCorrect in
      let account = Account(isCorrect: isCorrect)
      try await together({ try await account.withdraw(70) }, { try await account.withdraw(70) })
      try promise(await account.balance >= 0, "overdrawn")
    },
    Specimen("A limit of two at once is passed by a third") { isCorrect in
      let limiter = Limiter(isCorrect: isCorrect)
      try await together(
        { try await limiter.upload() }, { try await limiter.upload() }, { try await limiter.upload() })
      try promise(await limiter.most <= 2, "three at once")
    },
    Specimen("The first of two loads to end hides the spinner of the other") { isCorrect in
      let feed = Spinner(isCorrect: isCorrect)
      try await together({ try await feed.load() }, { try await feed.load() })
      try promise(await !feed.wasHiddenTooEarly, "hidden too early")
    },
    Specimen("Saving marks an edit as saved that came meanwhile") { isCorrect in
      let document = Document(isCorrect: isCorrect)
      await document.edit("one")
      try await together({ try await document.save() }, { await document.edit("two") })
      try await document.save()
      try promise(await document.saved == "two", "lost an edit")
    },
    Specimen("Taking back a like that failed undoes a later one") { isCorrect in
      let post = Post(isCorrect: isCorrect)
      try await together({ await post.set(liked: true, fails: true) }, { await post.set(liked: true, fails: false) })
      try promise(await post.isLiked == post.isLikedByService, "shows another state than the service has")
    },
    Specimen("Closing while opening leaves a connection open") { isCorrect in
      let socket = Socket(isCorrect: isCorrect)
      try await together({ try await socket.open() }, { await socket.close() })
      await socket.close()
      try promise(await socket.openConnections == 0, "left a connection open")
    },
  ]
}

private actor Counter {
  private let remote = Remote()
  private let isCorrect: Bool
  private(set) var count = 0

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func increment() async throws {
    let old = count
    try await remote.call("/count")
    count = (isCorrect ? count : old) + 1
  }
}

private actor Account {
  private let remote = Remote()
  private let isCorrect: Bool
  private(set) var balance = 100

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func withdraw(_ amount: Int) async throws {
    guard balance >= amount else { return }
    try await remote.call("/authorize")
    if isCorrect, balance < amount { return }
    balance -= amount
  }
}

private actor Limiter {
  private let remote = Remote()
  private let isCorrect: Bool
  private var running = 0
  private(set) var most = 0

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func upload() async throws {
    while running >= 2 { try await VirtualClock.simulated.sleep(for: .milliseconds(10)) }
    if isCorrect { running += 1 }
    try await remote.call("/ticket")
    if !isCorrect { running += 1 }
    most = max(most, running)
    try await remote.call("/upload")
    running -= 1
  }
}

private actor Spinner {
  private let remote = Remote()
  private let isCorrect: Bool
  private var loads = 0
  private var isShown = false
  private(set) var wasHiddenTooEarly = false

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func load() async throws {
    loads += 1
    isShown = true
    try await remote.call("/feed")
    loads -= 1
    if !isCorrect || loads == 0 { isShown = false }
    if !isShown, loads > 0 { wasHiddenTooEarly = true }
  }
}

private actor Document {
  private let remote = Remote()
  private let isCorrect: Bool
  private var text = ""
  private var isDirty = false
  private(set) var saved = ""

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func edit(_ text: String) {
    self.text = text
    isDirty = true
  }

  func save() async throws {
    guard isDirty else { return }
    let version = text
    saved = try await remote.call("/save", sending: version)
    if !isCorrect || version == text { isDirty = false }
  }
}

private actor Post {
  private let remote = Remote()
  private let isCorrect: Bool
  private var changes = 0
  private(set) var isLiked = false
  private(set) var isLikedByService = false

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func set(liked: Bool, fails: Bool) async {
    changes += 1
    let (mine, old) = (changes, isLiked)
    isLiked = liked
    _ = try? await remote.call("/like")
    if !fails {
      isLikedByService = liked
      isLiked = liked
    } else if !isCorrect {
      isLiked = old
    } else if mine == changes {
      isLiked = isLikedByService
    }
  }
}

private actor Socket {
  private let remote = Remote()
  private let isCorrect: Bool
  private(set) var openConnections = 0
  private var connection: Int?
  private var isClosed = false

  init(isCorrect: Bool) { self.isCorrect = isCorrect }

  func open() async throws {
    try await remote.call("/open")
    openConnections += 1
    if isCorrect, isClosed {
      openConnections -= 1
      return
    }
    connection = isClosed ? nil : 1
  }

  func close() {
    isClosed = true
    if connection != nil { openConnections -= 1 }
    connection = nil
  }
}
