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
/// A write that fails then is an event that no frame can show: when the program exits it is said on standard error, with the
/// name of the file, and the exit code is 1. A program that ends when the event has come, as `todo` does, says it itself.
///
/// The new content has the mode, the owner, the extended attributes and the access list of the old; a hard link keeps the
/// old content. Only a log grows in place: see ``Request/append(_:_:from:repetition:)``.
///
/// A path that could not be read is not written until it has been read or deleted: nothing is overwritten unseen.
///
/// Two threads do the work of all drivers of the process, and a third waits for changes if something is watched; they sleep
/// while there is nothing to do. A watched file keeps the loop alive, other files do only until they are done.
public struct PersistenceDriver: Driver, Sendable {
    package let options: FileOptions
    let makeBackend: @Sendable (Sink<Event>) -> any FileBackend

    /// - Parameters:
    ///   - root: The folder below which all paths are. It must exist; folders below it are made as needed.
    ///   - durability: What has reached the disk when `saved` is reported.
    ///   - symbolicLinks: What to do with symbolic links below the root. The root itself may be one.
    ///   - delay: A write begins once no newer one has followed it for so long. By default it begins at once.
    ///   - longestDelay: No write waits longer than this, however quickly others follow.
    ///   - byteCount: Larger files are not read.
    ///   - isExclusive: Whether no other driver that asks for the same, in any process, may use the root from the first
    ///     action to the end of the run. Its actions fail with ``Failure/inUse`` meanwhile. The lock is `flock(2)` on the
    ///     root, gone with the process however it ends.
    public init(
        root: String, durability: Durability = .fileAndFolder, symbolicLinks: SymbolicLinks = .refused,
        delayingWrites delay: Duration = .zero, atMost longestDelay: Duration = .seconds(10),
        readLimit byteCount: Int = 64 << 20, isExclusive: Bool = false
    ) {
        let options = FileOptions(
            root: root, durability: durability, symbolicLinks: symbolicLinks,
            delay: FileOptions.Delay(quiet: delay, longest: longestDelay), readLimit: byteCount,
            isExclusive: isExclusive)
        self.init(options) { _ in FileWorker(FileStore(SystemFiles(), options), root: root) }
    }

    package init(_ options: FileOptions, backend: @escaping @Sendable (Sink<Event>) -> any FileBackend) {
        self.options = options
        makeBackend = backend
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal { sink in
            let backend = makeBackend(sink)
            sink.settle { [finished = backend.finished] in await finished() }
            let writes = PendingWrites(backend, options.delay, sink)
            let events = model.effects(for: \.wants, by: \.identity) { want in
                switch want {
                case .request(let request): handling(request, backend, writes)
                case .flush:
                    Signal { sink in
                        writes.flush()
                        sink.end()
                        return Subscription()
                    }
                }
            }
            let stop = {
                writes.flush()
                backend.stop()
            }
            let running = events.run(
                inside: sink,
                finish: {
                    stop()
                    sink.end()
                }, receive: sink.send)
            return Subscription([running, Subscription(stop)])
        }
    }

    private func handling(_ request: Request, _ backend: any FileBackend, _ writes: PendingWrites) -> Signal<Event> {
        Signal { sink in
            var current: FileJob?
            let arrivals = Signal<Event> { arriving in
                let job = FileJob(request, arriving.inlet(), noteUnheard: backend.noteUnheard)
                current = job
                writes.submit(job)
                return Subscription {
                    job.cancel(isOver: !sink.loop.isStarted)
                    // The backend looks after a watch until it is told.
                    if request.action == .watch || request.action == .watchFolder { backend.submit(job) }
                }
            }
            return arrivals.run(inside: sink) { event in
                if let job = current, job.makeRoom() { backend.submit(job) }
                sink.send(event)
            }
        }
    }
}

/// How a driver treats files: what `PersistenceDriver.init` was given.
package struct FileOptions: Sendable {
    package struct Delay: Sendable {
        package var quiet = Duration.zero
        package var longest = Duration.seconds(10)

        package init(quiet: Duration = .zero, longest: Duration = .seconds(10)) {
            self.quiet = quiet
            self.longest = longest
        }
    }

    package var root: String
    package var durability: PersistenceDriver.Durability
    package var symbolicLinks: PersistenceDriver.SymbolicLinks
    package var delay: Delay
    package var readLimit: Int
    package var isExclusive: Bool

    package init(
        root: String, durability: PersistenceDriver.Durability = .fileAndFolder,
        symbolicLinks: PersistenceDriver.SymbolicLinks = .refused, delay: Delay = Delay(),
        readLimit: Int = 64 << 20, isExclusive: Bool = false
    ) {
        self.root = root
        self.durability = durability
        self.symbolicLinks = symbolicLinks
        self.delay = delay
        self.readLimit = readLimit
        self.isExclusive = isExclusive
    }
}
