import CycleBase

/// Reads and replaces whole files below a root, one at a time. An operation that fails leaves the old content, or its failure says otherwise.
///
/// Used by one thread.
package final class FileStore {
    package typealias Failure = PersistenceDriver.Failure

    let options: FileOptions
    let files: any FileSystem
    /// Folders in which leftovers of programs that were killed have been looked for.
    var sweptFolders: Set<FileStatus.Place> = []
    /// For how many milliseconds a thread waits for a log that another has locked.
    var lockPatience = 10
    /// Logs from which appends that failed could not be removed, since the last one that did not.
    var leftovers: [FileStatus.Place: [Leftover]] = [:]

    struct Leftover {
        /// The version of the log after the failure: others may have appended to another one.
        let version: FileStatus.Version
        /// Where the bytes stand; empty where they have to be written again even if they stand.
        let bytes: Range<Int>
    }

    /// The root, open and locked for this driver alone.
    private var lockedRoot: Int32?

    private let randomNumber: () -> UInt64

    /// - Parameter randomNumber: For the names of temporary files. No two processes have the same.
    package init(
        _ files: any FileSystem, _ options: FileOptions,
        randomNumber: @escaping () -> UInt64 = { .random(in: .min ... .max) }
    ) {
        self.files = files
        self.options = options
        self.randomNumber = randomNumber
    }

    func newTemporaryName() -> FileName {
        FileName(PathParts.ownPrefix + String(randomNumber(), radix: 36) + FileStore.temporarySuffix)
    }

    /// Lets others use the root.
    package func close() {
        if let lockedRoot { close(lockedRoot) }
        lockedRoot = nil
    }

    /// - Returns: `nil` if there is no such file.
    package func read(_ path: PersistenceDriver.Path) throws(Failure) -> [UInt8]? {
        try read(path) { file, byteCount throws(Failure) in try readAll(file, expecting: byteCount) }
    }

    /// - Returns: The bytes from an offset on, and how long the file is; `nil` if there is none.
    func read(
        _ path: PersistenceDriver.Path, from offset: Int, upTo limit: Int
    ) throws(Failure) -> (bytes: [UInt8], byteCount: Int)? {
        try read(path) { file, byteCount throws(Failure) in
            let start = min(max(0, offset), byteCount)
            let count = min(max(0, limit), options.readLimit, byteCount - start)
            return (try read(file, from: start, byteCount: count), byteCount)
        }
    }

    private func read<Content>(
        _ path: PersistenceDriver.Path, _ readContent: (_ file: Int32, _ byteCount: Int) throws(Failure) -> Content
    ) throws(Failure) -> Content? {
        try read(PathParts(path), readContent)
    }

    /// - Returns: `nil` if there is no such file.
    func read(_ parts: PathParts) throws(Failure) -> [UInt8]? {
        try read(parts) { file, byteCount throws(Failure) in try readAll(file, expecting: byteCount) }
    }

    private func read<Content>(
        _ parts: PathParts, _ readContent: (_ file: Int32, _ byteCount: Int) throws(Failure) -> Content
    ) throws(Failure) -> Content? {
        let walk = FolderWalk(parts, self, makesFolders: false)
        defer { walk.end() }
        guard let (folder, name) = try walk.walk(), let file = try openForReading(name, in: folder) else { return nil }
        defer { close(file) }
        let status = try call { files throws(SystemFailure) in try files.status(of: file) }
        guard status.kind == .file else { throw .notAFile }
        return try readContent(file, status.version.byteCount)
    }

    /// Makes `bytes` the content of the file.
    ///
    /// - Parameter keepsPrevious: Whether the content that is replaced stays under another name.
    /// - Returns: The version of the file now; a watcher passes it over.
    @discardableResult
    package func write(
        _ bytes: [UInt8], to path: PersistenceDriver.Path, keepsPrevious: Bool = false
    ) throws(Failure) -> FileStatus.Version {
        try inFolder(of: path) { folder, name throws(Failure) in
            let old = try status(of: name, in: folder)
            if let old, old.kind != .file { throw .notAFile }
            try sweep(folder)
            return try replace(name, with: bytes, like: old, named: name, in: folder) { () throws(Failure) in
                if keepsPrevious { try keepPrevious(of: name, old, in: folder) }
            }
        }
    }

    /// Changes a file. The folders on the way are made as needed, and made again if another program removes them in
    /// between.
    func inFolder<Outcome>(
        of path: PersistenceDriver.Path, _ change: (_ folder: Int32, FileName) throws(Failure) -> Outcome
    ) throws(Failure) -> Outcome {
        let parts = try PathParts(path)
        for _ in 0..<PathWalk.mostRaces {
            let walk = FolderWalk(parts, self, makesFolders: true)
            defer { walk.end() }
            guard let (folder, name) = try walk.walk() else { throw .missingFolder }
            do { return try change(folder, name) } catch { if error != .missingFolder { throw error } }
        }
        throw .missingFolder
    }

    /// Has `name` be a file of these bytes, whole or not at all.
    ///
    /// - Parameters:
    ///   - old: The status of the file `oldName`, which gives its mode, owner and attributes to the new one.
    ///   - prepare: Called when all but the name is done.
    @discardableResult
    func replace(
        _ name: FileName, with bytes: [UInt8], like old: FileStatus?, named oldName: FileName, in folder: Int32,
        _ prepare: () throws(Failure) -> Void = {}
    ) throws(Failure) -> FileStatus.Version {
        let temporary = try makeTemporary(in: folder, like: old, named: oldName)
        var isInPlace = false
        defer { if !isInPlace { discard(temporary, in: folder) } }
        try writeAll(bytes[...], to: temporary.file)
        let version = try call { files throws(SystemFailure) in try files.status(of: temporary.file).version }
        if options.durability != .none { try sync(temporary.file) }
        try prepare()
        try call { files throws(SystemFailure) in try files.rename(temporary.name, to: name, in: folder) }
        isInPlace = true
        let placed = versionNow(of: temporary.file, after: version)
        let isClosed = close(temporary.file)
        try syncNames(in: folder)
        guard isClosed else { throw .notDurable }
        return placed
    }

    /// The version of an open file that was renamed, which changes the time of its last change.
    private func versionNow(of file: Int32, after version: FileStatus.Version) -> FileStatus.Version {
        do throws(Failure) {
            return version.renamed(
                to: try call { files throws(SystemFailure) in try files.status(of: file).version })
        } catch {
            return version
        }
    }

    package func delete(_ path: PersistenceDriver.Path) throws(Failure) {
        try delete(PathParts(path))
    }

    func delete(_ parts: PathParts) throws(Failure) {
        let walk = FolderWalk(parts, self, makesFolders: false)
        defer { walk.end() }
        guard let (folder, name) = try walk.walk(), let old = try status(of: name, in: folder) else { return }
        guard old.kind == .file else { throw .notAFile }
        do {
            try call { files throws(SystemFailure) in try files.remove(name, in: folder) }
        } catch .missingFolder {
            return
        }
        try syncNames(in: folder)
    }

    // MARK: Parts

    func openForReading(_ name: FileName, in folder: Int32) throws(Failure) -> Int32? {
        do {
            return try open(name, in: folder, for: .reading)
        } catch .missingFolder {
            return nil
        }
    }

    /// Opens a file.
    func open(_ name: FileName, in folder: Int32, for purpose: OpenPurpose) throws(Failure) -> Int32 {
        do {
            return try call { files throws(SystemFailure) in try files.open(name, in: folder, for: purpose) }
        } catch .socket {
            throw .notAFile
        }
    }

    func readAll(_ file: Int32, expecting expectedCount: Int) throws(Failure) -> [UInt8] {
        guard expectedCount <= options.readLimit else { throw .tooLarge }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(expectedCount)
        var buffer = [UInt8](repeating: 0, count: min(max(expectedCount + 1, 4_096), 1 << 20))
        while true {
            let count = try call { files throws(SystemFailure) in try files.read(file, into: &buffer) }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
            // It may grow while it is read.
            guard bytes.count <= options.readLimit else { throw .tooLarge }
        }
    }

    func writeAll(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(Failure) {
        var rest = bytes
        while !rest.isEmpty {
            let next = rest
            rest = rest.dropFirst(try call { files throws(SystemFailure) in try files.write(file, next) })
        }
    }

    func sync(_ file: Int32) throws(Failure) {
        try call { files throws(SystemFailure) in try files.sync(file) }
    }

    /// Where the options say so. A file system that cannot sync folders is passed over.
    func syncFolder(_ folder: Int32) throws(Failure) {
        guard options.durability == .fileAndFolder else { return }
        do { try sync(folder) } catch { if !Failure.ofUnsyncedFolders.contains(error) { throw error } }
    }

    /// The last step of a change: it is made, whether the folder can be synced or not.
    func syncNames(in folder: Int32) throws(Failure) {
        do { try syncFolder(folder) } catch { throw .notDurable }
    }

    func makeFolder(_ name: FileName, in folder: Int32) throws(Failure) {
        do {
            try call { files throws(SystemFailure) in try files.makeFolder(name, in: folder) }
        } catch .exists {
            return
        }
        try syncFolder(folder)
    }

    /// Locks the root where the options say so. A root that could not be locked is tried again the next time.
    func openRoot() throws(Failure) -> Int32 {
        if options.isExclusive, lockedRoot == nil {
            let root = try call { files throws(SystemFailure) in try files.openRoot(options.root) }
            do {
                try call { files throws(SystemFailure) in try files.lock(root) }
                lockedRoot = root
            } catch {
                close(root)
                throw error == .locked ? .inUse : error
            }
        }
        return try call { files throws(SystemFailure) in try files.openRoot(options.root) }
    }

    /// `nil`: there is nothing of that name.
    func status(of name: FileName, in folder: Int32) throws(Failure) -> FileStatus? {
        do {
            return try call { files throws(SystemFailure) in try files.status(of: name, in: folder) }
        } catch .missingFolder {
            return nil
        }
    }

    /// - Returns: Whether all that was written had been accepted. The file is closed in any case.
    @discardableResult
    func close(_ file: Int32) -> Bool {
        do {
            try files.close(file)
            return true
        } catch {
            // An interrupted close has closed, and must not be repeated: the number may belong to another file by now.
            return error == .interrupted
        }
    }

    /// Makes a call again as long as a signal interrupts it.
    @discardableResult
    func call<Result>(_ body: (any FileSystem) throws(SystemFailure) -> Result) throws(Failure) -> Result {
        while true {
            do {
                return try body(files)
            } catch {
                if error != .interrupted { throw Failure(error) }
            }
        }
    }
}
