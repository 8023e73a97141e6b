#if !canImport(FoundationNetworking)
  // Written from the documentation; not yet run on an Apple platform.

  /// Objects that are kept with tasks of sessions, one with each, for as long as the task lives.
  final class TaskNotes<Note: AnyObject & Sendable>: Sendable {
    private let lock = NSLock()
    // An address that no one else uses as a key.
    private var key: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    func note(of task: URLSessionTask) -> Note? { objc_getAssociatedObject(task, key) as? Note }

    /// Returns the note of a task, and makes one if there is none. All who ask at the same time get the same note.
    func note(of task: URLSessionTask, orKeep make: () -> Note) -> Note {
      if let known = note(of: task) { return known }
      let new = make()
      return lock.withLock {
        if let known = note(of: task) { return known }
        objc_setAssociatedObject(task, key, new, .OBJC_ASSOCIATION_RETAIN)
        return new
      }
    }
  }
#endif
