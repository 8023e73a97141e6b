extension FunctionName {
  /// The first of the functions at some addresses that belongs to a user.
  static func author(of addresses: [UInt]) -> String? {
    addresses.lazy.compactMap(at).first(where: \.isOfUser)?.text
  }

  /// Whether one of the functions at some addresses is that of a sleep in real time.
  static func isRealSleep(_ addresses: [UInt]) -> Bool {
    addresses.prefix(6).lazy.compactMap(at).contains { name in
      ["Swift", "_Concurrency"].contains(name.module) && name.text.contains("leep(")
    }
  }
}

extension RuntimeHooks {
  /// The name that its author gave the task of the current thread; nil where it has none, as before Swift 6.2.
  static var currentTaskName: String? { getTaskName?().map { String(cString: $0) } }

  private static let getTaskName = RuntimeSymbol.function(
    "swift_task_getCurrentTaskName", as: (@convention(thin) () -> UnsafePointer<CChar>?).self)
}
