/// A value that two threads share. Nothing is called out while it is held.
///
/// The one lock that the drivers use. Not `Synchronization.Mutex`: that collapses when several threads contend for it
/// (swiftlang/swift#88440), and the thread sanitizer reports races in it that are none.
///
/// Unchecked: the value is used under the lock only.
package final class Guarded<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let isChanged: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        isChanged = .allocate(capacity: 1)
        isChanged.initialize(to: pthread_cond_t())
        pthread_cond_init(isChanged, nil)
    }

    deinit {
        pthread_cond_destroy(isChanged)
        isChanged.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Blocks the thread until `body` has a result; it is called again after each ``wakeAll()``.
    package func wait<Result>(for body: (inout Value) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) { return result }
            pthread_cond_wait(isChanged, mutex)
        }
    }

    /// Has the threads that ``wait(for:)`` look again.
    package func wakeAll() {
        pthread_cond_broadcast(isChanged)
    }
}
