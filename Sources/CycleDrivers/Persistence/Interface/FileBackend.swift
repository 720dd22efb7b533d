/// The place where the jobs of one running driver are done, in the order in which they come.
package protocol FileBackend: AnyObject {
    func submit(_ job: FileJob)
    /// Finishes the submitted jobs, then ends.
    func stop()
    /// Returns once the backend has ended.
    var finished: @Sendable () async -> Void { get }
    /// Called on any thread for each change of a file that has failed when no event could say so any more.
    var noteUnheard: @Sendable (PersistenceDriver.Path, PersistenceDriver.Failure) -> Void { get }
    /// Passes on where to find the writes that have not been submitted, because they wait for a quiet moment.
    func note(delayed: @escaping () -> [DelayedWrite])
}

extension FileBackend {
    /// Only a simulated disk shows which writes are still to come.
    package func note(delayed: @escaping () -> [DelayedWrite]) {}
}

/// A write that waits until no newer one has followed it for a while.
package struct DelayedWrite: Hashable, Sendable {
    package let request: PersistenceDriver.Request
    package let due: Duration
    /// When the first of the writes came that it has replaced.
    package let since: Duration
    /// Whether the application still wants this content of the file.
    var isWanted = true
}
