import CycleBase
import Synchronization

/// The process to which handlers of signals and functions for the exit belong.
///
/// A library may fork a child off. Until that executes a program it has all of them, but none of the threads: it must not give back the
/// terminal of this process, tell its loops of a signal, print its reports, or wait for a lock that one of the threads held.
///
/// A signal handler may ask it.
struct OwningProcess: ~Copyable {
    private let number = Atomic<Int32>(0)

    /// From now on it is the one that calls this.
    func claim() { number.store(getpid(), ordering: .releasing) }

    /// Whether it is the one that calls this.
    var isThisOne: Bool { number.load(ordering: .acquiring) == getpid() }
}
