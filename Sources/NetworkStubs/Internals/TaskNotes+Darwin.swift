#if !canImport(FoundationNetworking)
  // Written from the documentation; not yet run on an Apple platform.

  /// Objects that are kept with tasks of sessions, one with each, for as long as the task lives.
  final class TaskNotes<Note: AnyObject & Sendable>: Sendable {
    // An address that no one else uses as a key.
    private var key: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    func note(of task: URLSessionTask) -> Note? { objc_getAssociatedObject(task, key) as? Note }

    func keep(_ note: Note, with task: URLSessionTask) {
      objc_setAssociatedObject(task, key, note, .OBJC_ASSOCIATION_RETAIN)
    }
  }
#endif
