import Cycle

/// Reads, writes, deletes and watches files below one folder.
///
///     frames.lens(
///         driver: PersistenceDriver(root: "/home/me/counter"),
///         frameFilter: { $0.isLoaded ? .files(.write("total", "\($0.total)")) : .files(.read("total")) },
///         eventFilter: { frame, event in
///             guard case .loaded = event else { return }
///             frame.total = event.text.flatMap { Int($0) } ?? 0
///             frame.isLoaded = true
///         })
///
/// A file is replaced as a whole: whatever happens, even kill -9 or a power cut, it holds the old or the new content.
/// The newest of several writes that wait for one file is done, and `saved` always speaks of the content that the model
/// wants now. Writes that were accepted are on disk when `run` returns, even if the model does not want them any more.
///
/// A write that fails then is an event that no frame can show: when the program exits it is said on standard error, with the
/// name of the file, and the exit code is 1. A program that ends when the event has come, as `todo` does, says it itself.
///
/// The new content has the mode, the owner, the extended attributes and the access list of the old; a hard link keeps the
/// old content. Only a log grows in place: see ``Request/append(_:_:from:repetition:)``.
///
/// A path that could not be read is not written until it has been read or deleted: nothing is overwritten unseen.
///
/// Two threads do the work of all drivers of the process, and the one that waits for programs and sockets waits for changes if something
/// is watched; they sleep while there is nothing to do. A watched file keeps the loop alive, other files do only until they are done.
public struct PersistenceDriver: Sendable {
    package let options: FileOptions
    let makeBackend: @Sendable (Sink<Event>) -> any FileBackend

    package init(_ options: FileOptions, backend: @escaping @Sendable (Sink<Event>) -> any FileBackend) {
        self.options = options
        makeBackend = backend
    }
}
