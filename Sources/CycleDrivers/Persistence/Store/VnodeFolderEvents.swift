import CycleBase

/// The calls of kqueue(2) by which open files and folders are watched. A stand-in takes their place in tests.
///
/// A folder has an event when a name in it comes or goes, not when one of its files is written to; a file has one then.
package protocol VnodeQueue: AnyObject, Sendable {
    /// Readable while there are events. Negative before ``open()``.
    var descriptor: Int32 { get }
    func open() throws(SystemFailure)
    /// Opens a file, or a folder, for its events alone.
    ///
    /// - Parameter name: Not that of a symbolic link; `.` for the folder itself.
    func openFile(_ name: FileName, in folder: Int32) throws(SystemFailure) -> Int32
    /// Begins with the events of an open file or folder. They end with ``closeFile(_:)``.
    func watch(_ file: Int32) throws(SystemFailure)
    func closeFile(_ file: Int32)
    /// The events since the last call, or a part of them; none when there are none. It does not wait.
    func take() -> [VnodeEvent]
    func close()
}

/// Something has happened to an open file or folder.
package struct VnodeEvent: Hashable, Sendable {
    let file: Int32
    /// Whether it was deleted or renamed.
    let hasGone: Bool

    package init(file: Int32, hasGone: Bool) {
        self.file = file
        self.hasGone = hasGone
    }
}

/// The events of folders by kqueue(2).
///
/// The folder tells of a file that is replaced, the file of a write in place: each watched file is open, too, until it is
/// deleted or its folder is no longer observed. A write is told while the file is being written: there is no event for
/// the end of it.
///
/// Unchecked: `state` guards all, and the calls of the queue that depend on it.
package final class VnodeFolderEvents: FolderSource, @unchecked Sendable {
    private struct OpenFile {
        let descriptor: Int32
        let place: FileStatus.Place
    }

    private enum Subject {
        case folder
        case file(FileName, folder: Int)
    }

    private struct State {
        /// Open folders, by what tells them apart.
        var folders: [FileStatus.Place: Int32] = [:]
        /// Open files, by their folder's token.
        var files: [Int: [FileName: OpenFile]] = [:]
        /// Each open descriptor.
        var subjects: [Int32: Subject] = [:]
    }

    /// As of the other system's events: what is busy without a pause would never be told of.
    private static let mostTakes = 256

    /// A quarter of the 256 descriptors that a program may have by default on macOS.
    package let fileLimit = 64
    private let queue: any VnodeQueue
    private let state = Guarded(State())

    package init(_ queue: any VnodeQueue) {
        self.queue = queue
    }

    package var descriptor: Int32 { queue.descriptor }

    package func open() throws(SystemFailure) {
        try queue.open()
    }

    package func observe(_ folder: Int32) throws(SystemFailure) -> Int {
        if descriptor < 0 { try open() }
        let place = try place(of: folder)
        if let known = state.withLock({ $0.folders[place] }) { return Int(known) }
        let own = try openedAnew(folder)
        do throws(SystemFailure) {
            try watch(own, .folder)
        } catch {
            queue.closeFile(own)
            throw error
        }
        state.withLock { $0.folders[place] = own }
        return Int(own)
    }

    /// Not duplicated: a descriptor for more than events would keep the disk from being ejected.
    private func openedAnew(_ folder: Int32) throws(SystemFailure) -> Int32 {
        do {
            return try queue.openFile(".", in: folder)
        } catch {
            // A folder that was removed just now cannot be opened any more. Its parent tells of the new one.
            guard error.code == ENOENT else { throw error }
            let own = fcntl(folder, F_DUPFD_CLOEXEC, 3)
            guard own >= 0 else { throw SystemFailure(code: errno) }
            return own
        }
    }

    package func observeFile(_ name: FileName, in folder: Int32, of token: Int) throws(SystemFailure) {
        guard let file = try opened(name, folder) else { return }
        let known = state.withLock { $0.files[token]?[name] }
        do throws(SystemFailure) {
            let place = try place(of: file)
            // Its events go on.
            guard known?.place != place else { return queue.closeFile(file) }
            if known != nil { closeFile(name, token) }
            try watch(file, .file(name, folder: token))
            state.withLock { $0.files[token, default: [:]][name] = OpenFile(descriptor: file, place: place) }
        } catch {
            queue.closeFile(file)
            throw error
        }
    }

    /// - Returns: `nil` when there is no such file, or none that can be opened: only its folder tells of it then.
    private func opened(_ name: FileName, _ folder: Int32) throws(SystemFailure) -> Int32? {
        do {
            return try queue.openFile(name, in: folder)
        } catch {
            guard ![EMFILE, ENFILE, ENOMEM].contains(error.code) else { throw error }
            return nil
        }
    }

    private func place(of file: Int32) throws(SystemFailure) -> FileStatus.Place {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw SystemFailure(code: errno) }
        return FileStatus(status).version.place
    }

    /// The subject is known before the first event can be taken.
    private func watch(_ file: Int32, _ subject: Subject) throws(SystemFailure) {
        state.withLock { $0.subjects[file] = subject }
        do {
            try queue.watch(file)
        } catch {
            state.withLock { $0.subjects[file] = nil }
            throw error
        }
    }

    package func forgetFile(_ name: FileName, of token: Int) {
        closeFile(name, token)
    }

    private func closeFile(_ name: FileName, _ token: Int) {
        state.withLock { close(name, token, &$0) }
    }

    private func close(_ name: FileName, _ token: Int, _ state: inout State) {
        guard let file = state.files[token]?.removeValue(forKey: name) else { return }
        state.subjects[file.descriptor] = nil
        queue.closeFile(file.descriptor)
    }

    package func forget(_ token: Int) {
        state.withLock { state in
            guard let entry = state.folders.first(where: { Int($0.value) == token }) else { return }
            for name in state.files[token, default: [:]].keys { close(name, token, &state) }
            state.files[token] = nil
            state.folders[entry.key] = nil
            state.subjects[entry.value] = nil
            queue.closeFile(entry.value)
        }
    }

    /// Events are taken under the lock: none can be of a descriptor that was closed, and opened again for another file.
    package func take() -> FolderNews? {
        state.withLock { state in
            var news: FolderNews = [:]
            for _ in 0..<Self.mostTakes {
                let events = queue.take()
                if events.isEmpty { break }
                for event in events { note(event, &state, &news) }
            }
            return news
        }
    }

    private func note(_ event: VnodeEvent, _ state: inout State, _ news: inout FolderNews) {
        switch state.subjects[event.file] {
        case .folder: news[Int(event.file), default: []].insert("")
        case .file(let name, let token):
            news[token, default: []].insert(name)
            if event.hasGone { close(name, token, &state) }
        case nil: break
        }
    }

    package func close() {
        state.withLock { state in
            for file in state.subjects.keys { queue.closeFile(file) }
            state = State()
            queue.close()
        }
    }
}
