/// An object that each thread can be marked with while it does something on the object's behalf.
package struct ThreadMark<Owner: AnyObject>: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    self.key = key
  }

  /// The current thread's owner, which the code that set it keeps alive.
  package var current: Owner? { pthread_getspecific(key).map { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue() } }

  /// Runs a body on the current thread on behalf of an owner, or of none.
  package func with<Result>(_ owner: Owner?, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, owner.map { Unmanaged.passUnretained($0).toOpaque() })
    defer { pthread_setspecific(key, outer) }
    return try body()
  }
}
