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
/// Of several writes that wait for one file the newest is done, and `saved` always speaks of the content that the model
/// wants now. Writes that were accepted are on disk when `run` returns, even if the model does not want them any more.
///
/// A path that could not be read is not written until it has been read or deleted: nothing is overwritten unseen.
///
/// One thread does the work, from the first want to the end of the run; it sleeps while there is nothing to do. A watched
/// file keeps the loop alive, other files do only until they are done.
public struct PersistenceDriver: Driver {
    let options: FileOptions
    let makeDesk: (Sink<Event>) -> any FileDesk

    /// - Parameters:
    ///   - root: The folder below which all paths are. It must exist; folders below it are made as needed.
    ///   - durability: What has reached the disk when `saved` is reported.
    ///   - symbolicLinks: What to do with symbolic links below the root. The root itself may be one.
    ///   - readLimit: Larger files are not read.
    public init(
        root: String, durability: Durability = .fileAndFolder, symbolicLinks: SymbolicLinks = .refused,
        readLimit byteCount: Int = 64 << 20
    ) {
        let options = FileOptions(
            root: root, durability: durability, symbolicLinks: symbolicLinks, readLimit: byteCount)
        self.init(options) { _ in FileWorker(FileStore(SystemFiles(), options)) }
    }

    package init(_ options: FileOptions, desk: @escaping (Sink<Event>) -> any FileDesk) {
        self.options = options
        makeDesk = desk
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { sink in
            let desk = makeDesk(sink)
            sink.settle { [finished = desk.finished] in await finished() }
            let events = model.effects(for: \.inOrder, by: \.identity) { file in
                Signal { sink in
                    let job = FileJob(file, sink.inlet())
                    desk.submit(job)
                    return Subscription(job.cancel)
                }
            }
            let running = events.run(
                inside: sink,
                finish: {
                    desk.stop()
                    sink.end()
                }, receive: sink.send)
            return Subscription([running, Subscription(desk.stop)])
        }
    }
}

/// How a driver treats files: what `PersistenceDriver.init` was given.
package struct FileOptions: Sendable {
    package var root: String
    package var durability: PersistenceDriver.Durability
    package var symbolicLinks: PersistenceDriver.SymbolicLinks
    package var readLimit: Int

    package init(
        root: String, durability: PersistenceDriver.Durability = .fileAndFolder,
        symbolicLinks: PersistenceDriver.SymbolicLinks = .refused, readLimit: Int = 64 << 20
    ) {
        self.root = root
        self.durability = durability
        self.symbolicLinks = symbolicLinks
        self.readLimit = readLimit
    }
}
