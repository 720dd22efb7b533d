/// Where the wants of one running driver are carried out, in the order in which they come.
package protocol FileBackend: AnyObject {
    func submit(_ job: FileJob)
    /// Finishes what was submitted, then ends.
    func stop()
    /// Returns once the backend has ended.
    var finished: @Sendable () async -> Void { get }
    /// Told, on any thread, of each change of a file that has failed when no event could say so any more.
    var noteUnheard: @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void { get }
    /// Told where to look for the writes that have not come yet, because they wait for a quiet moment.
    func note(delayed: @escaping () -> [DelayedWrite])
}

extension FileBackend {
    /// Only who plays a disk wants to know what is still to come.
    package func note(delayed: @escaping () -> [DelayedWrite]) {}
}

/// A write that waits until no newer one has followed it for a while.
package struct DelayedWrite {
    package let request: PersistenceDriver.Request
    package let due: Duration
    /// When the first of the writes came that it has replaced.
    package let since: Duration
}
