/// A wait for the first of many descriptors to be ready.
///
/// On Linux the kernel keeps the list, so that a wait costs what is ready, and not what is open: `epoll`. Elsewhere, and where a
/// process has no such call, it is `poll`, which walks over all.
// Only the server's thread uses it.
final class Poller {
  /// A descriptor that is ready.
  struct Ready {
    let id: Int
    let isReadable: Bool
    let isWritable: Bool
    let isBroken: Bool
  }

  private let queue: EventQueue?
  private var watched: [pollfd] = []
  private var ids: [Int] = []
  private var places: [Int: Int] = [:]

  /// - Parameter usesQueue: Whether to use the kernel's list, if there is one.
  init(usesQueue: Bool = true) {
    queue = usesQueue ? EventQueue() : nil
  }

  /// Watches a descriptor, or changes what it is watched for.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor.
  ///   - id: What it is called when it is ready.
  ///   - reads: Whether to wait for bytes.
  ///   - writes: Whether to wait for room.
  ///   - isNew: Whether it was not watched before.
  /// - Returns: Whether it is watched: the kernel's list may be full.
  @discardableResult
  func watch(_ descriptor: Int32, id: Int, reads: Bool, writes: Bool = false, isNew: Bool = false) -> Bool {
    let events = Int16(reads ? POLLIN : 0) | Int16(writes ? POLLOUT : 0)
    if let queue { return queue.watch(descriptor, id: id, events: UInt32(UInt16(bitPattern: events)), isNew: isNew) }
    if let place = places[id] {
      watched[place].events = events
    } else {
      // `poll` would only say so later, and again and again.
      guard fcntl(descriptor, F_GETFD) >= 0 else { return false }
      places[id] = watched.count
      ids.append(id)
      watched.append(pollfd(fd: descriptor, events: events, revents: 0))
    }
    return true
  }

  /// Stops watching a descriptor, before or after it is closed.
  func forget(_ descriptor: Int32, id: Int) {
    if let queue { return queue.forget(descriptor) }
    guard let place = places.removeValue(forKey: id), let last = ids.last else { return }
    ids[place] = last
    watched[place] = watched[watched.count - 1]
    if last != id { places[last] = place }
    ids.removeLast()
    watched.removeLast()
  }

  /// Waits.
  ///
  /// - Parameter timeout: The most milliseconds; negative for no limit.
  func wait(_ timeout: Int32) -> [Ready] {
    if let queue { return queue.wait(timeout) }
    guard poll(&watched, nfds_t(watched.count), timeout) > 0 else { return [] }
    return watched.indices.compactMap { index in
      let events = Int32(watched[index].revents)
      return events == 0 ? nil : Ready(id: ids[index], events: events)
    }
  }
}

extension Poller.Ready {
  /// - Parameter events: The events of `poll`, which have the same values for `epoll`.
  fileprivate init(id: Int, events: Int32) {
    self.id = id
    isReadable = events & Int32(POLLIN) != 0
    isWritable = events & Int32(POLLOUT) != 0
    isBroken = events & Int32(POLLHUP | POLLERR | POLLNVAL) != 0
  }
}

/// The kernel's list of watched descriptors.
///
/// Swift's module of the C library does not have these calls, so they are looked up.
private final class EventQueue {
  private typealias Create = @convention(c) (Int32) -> Int32
  private typealias Control = @convention(c) (Int32, Int32, Int32, UnsafeMutableRawPointer?) -> Int32
  private typealias Wait = @convention(c) (Int32, UnsafeMutableRawPointer?, Int32, Int32) -> Int32

  // On x86-64, the structure of the kernel is packed.
  #if arch(x86_64)
    private static let (size, place) = (12, 4)
  #else
    private static let (size, place) = (16, 8)
  #endif
  private static let mostEvents = 256
  private static let closeOnExec: Int32 = 0o2_000_000
  private static let (add, remove, modify) = (Int32(1), Int32(2), Int32(3))

  /// Looked up once.
  private static let calls: (create: Create, control: Control, wait: Wait)? = {
    guard let create = RuntimeSymbol.function("epoll_create1", as: Create.self),
      let control = RuntimeSymbol.function("epoll_ctl", as: Control.self),
      let wait = RuntimeSymbol.function("epoll_wait", as: Wait.self)
    else { return nil }
    return (create, control, wait)
  }()

  private let descriptor: Int32
  private let control: Control
  private let waitCall: Wait
  private let buffer: UnsafeMutableRawBufferPointer

  /// - Returns: Nil where the system has no such list.
  init?() {
    #if os(Linux)
      guard let calls = Self.calls else { return nil }
      descriptor = calls.create(Self.closeOnExec)
      guard descriptor >= 0 else { return nil }
      control = calls.control
      waitCall = calls.wait
      buffer = .allocate(byteCount: Self.mostEvents * Self.size, alignment: 16)
    #else
      return nil
    #endif
  }

  deinit {
    _ = systemClose(descriptor)
    buffer.deallocate()
  }

  func watch(_ descriptor: Int32, id: Int, events: UInt32, isNew: Bool) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: Self.size, alignment: 8) { event in
      event.storeBytes(of: events, as: UInt32.self)
      event.storeBytes(of: Int64(id), toByteOffset: Self.place, as: Int64.self)
      return control(self.descriptor, isNew ? Self.add : Self.modify, descriptor, event.baseAddress) == 0
    }
  }

  func forget(_ descriptor: Int32) { _ = control(self.descriptor, Self.remove, descriptor, buffer.baseAddress) }

  func wait(_ timeout: Int32) -> [Poller.Ready] {
    let count = Int(waitCall(descriptor, buffer.baseAddress, Int32(Self.mostEvents), timeout))
    guard count > 0 else { return [] }
    return (0..<count).map { index in
      let start = index * Self.size
      let events = buffer.loadUnaligned(fromByteOffset: start, as: UInt32.self)
      let id = buffer.loadUnaligned(fromByteOffset: start + Self.place, as: Int64.self)
      return Poller.Ready(id: Int(id), events: Int32(truncatingIfNeeded: events))
    }
  }
}
