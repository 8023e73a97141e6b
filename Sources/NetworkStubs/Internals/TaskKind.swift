/// The kind of a task, by the flags of its job, which are part of Swift's ABI. Not yet read on Apple platforms.
///
/// Source: [JobFlags](https://github.com/swiftlang/swift/blob/main/include/swift/ABI/MetadataValues.h).
package struct TaskKind: Sendable {
  private static let group: UInt32 = 1 << 26
  private static let asyncLet: UInt32 = 1 << 28
  /// The offset of the flags in a job.
  private static let offset = 32

  private let flags: UInt32

  /// The kind of the current task; nil if there is none.
  package static var current: Self? {
    guard ForeignMemory.knowsOffsets else { return nil }
    // It runs, so its memory is there.
    return CurrentTask.address.flatMap { UnsafeRawPointer(bitPattern: $0) }.map {
      Self(flags: $0.load(fromByteOffset: offset, as: UInt32.self))
    }
  }

  /// Whether it is a child task of a group.
  package var isInGroup: Bool { flags & Self.group != 0 }
  /// Whether it is that of an `async let`, whose memory ends with its scope.
  package var isAsyncLet: Bool { flags & Self.asyncLet != 0 }
}
