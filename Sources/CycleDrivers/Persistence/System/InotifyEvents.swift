#if os(Linux) || os(Android)
    import CycleBase

    /// The events of folders on Linux. A file counts as changed when it is closed after writing, moved or linked into place,
    /// not while it is being written; by truncate(2), which opens and closes nothing, when it becomes shorter and something is left.
    /// A truncation to nothing looks as a writer does that has just begun.
    ///
    /// A folder tells of writes by the names in it. A watched file is observed itself, too: it may have a name in another folder.
    ///
    /// Unchecked: what is opened once is used by one thread that waits and others that observe; the system's calls bear it.
    final class SystemFolderEvents: FolderSource, @unchecked Sendable {
        private static let mask = UInt32(
            IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)

        private(set) var descriptor: Int32 = -1

        private static let fileMask = UInt32(IN_CLOSE_WRITE | IN_MODIFY | IN_DONT_FOLLOW)

        private struct ObservedFiles {
            var numbers: [WatchSession.ObservedFile: Int32] = [:]
            /// The names and the length of each file. Two names of one file have one number.
            var byNumber: [Int32: (names: Set<WatchSession.ObservedFile>, byteCount: Int)] = [:]
        }

        /// The most reads of one call: of a folder that is busy without a pause nothing would ever be told.
        private static let mostReads = 16

        /// Used by the one thread that takes.
        private var buffer = [UInt8](repeating: 0, count: 65_536)

        /// Where they were when they were last observed.
        private let folders = Guarded([Int: FileName]())
        private let files = Guarded(ObservedFiles())

        init() {}

        func open() throws(SystemFailure) {
            StandardDescriptors.reserve()
            descriptor = try Descriptors.aboveStandard(inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)))
        }

        func observe(_ folder: Int32) throws(SystemFailure) -> Int {
            if descriptor < 0 { try open() }
            // By descriptor: a path could lead elsewhere by now.
            let token = inotify_add_watch(descriptor, "/proc/self/fd/\(folder)", SystemFolderEvents.mask)
            guard token >= 0 else { throw SystemFailure(code: errno) }
            // Anew each time: it may have been moved.
            let path = SystemFolderEvents.path(of: folder)
            folders.withLock { $0[Int(token)] = path }
            return Int(token)
        }

        func forget(_ token: Int) {
            inotify_rm_watch(descriptor, Int32(token))
            folders.withLock { $0[token] = nil }
            let names = files.withLock { $0.numbers.keys.filter { $0.folder == token } }
            for name in names { forgetFile(name.name, of: token) }
        }

        /// Where the system grants no more observers, a file has no report of writes by its names in other folders.
        func observeFile(_ name: FileName, in folder: Int32, of token: Int) throws(SystemFailure) {
            var status = stat()
            guard name.withCString({ fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0,
                status.st_mode & S_IFMT == S_IFREG
            else { return forgetFile(name, of: token) }
            let path = FileName(bytes: Array("/proc/self/fd/\(folder)".utf8)).appending(name: name)
            let number = path.withCString { inotify_add_watch(descriptor, $0, SystemFolderEvents.fileMask) }
            let file = WatchSession.ObservedFile(folder: token, name: name)
            if files.withLock({ $0.numbers[file] }) != number { forgetFile(name, of: token) }
            guard number >= 0 else { return }
            files.withLock { files in
                files.numbers[file] = number
                files.byNumber[number, default: ([], 0)].names.insert(file)
                files.byNumber[number]?.byteCount = Int(status.st_size)
            }
        }

        func forgetFile(_ name: FileName, of token: Int) {
            let unused: Int32? = files.withLock { files in
                let file = WatchSession.ObservedFile(folder: token, name: name)
                guard let number = files.numbers.removeValue(forKey: file) else { return nil }
                files.byNumber[number]?.names.remove(file)
                guard files.byNumber[number]?.names.isEmpty == true else { return nil }
                files.byNumber[number] = nil
                return number
            }
            if let unused { inotify_rm_watch(descriptor, unused) }
        }

        func take() -> FolderNews? {
            var news: FolderNews = [:]
            var isComplete = true
            var modified: Set<Int32> = []
            // The rest comes with the next call: the descriptor is still ready.
            for _ in 0..<Self.mostReads {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { break }
                buffer.withUnsafeBytes { bytes in
                    var offset = 0
                    while offset < count {
                        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                        let nameStart = offset + MemoryLayout<inotify_event>.size
                        offset = nameStart + Int(event.len)
                        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isComplete = false }
                        if event.len == 0, files.withLock({ $0.byNumber[event.wd] != nil }) {
                            if event.mask & UInt32(IN_MODIFY) != 0 { modified.insert(event.wd) }
                            if event.mask & UInt32(IN_CLOSE_WRITE) != 0 { note(event.wd, &news) }
                            continue
                        }
                        let name = FileName(bytes: bytes[nameStart..<offset].prefix { $0 != 0 })
                        let isCreated = event.mask & UInt32(IN_CREATE) != 0 && event.mask & UInt32(IN_ISDIR) == 0
                        if !isCreated || isWhole(name, in: Int(event.wd)) {
                            news[Int(event.wd), default: []].insert(name)
                        }
                    }
                }
            }
            for file in modified where isShortened(file) { note(file, &news) }
            return isComplete ? news : nil
        }

        private func note(_ file: Int32, _ news: inout FolderNews) {
            for name in files.withLock({ $0.byNumber[file]?.names ?? [] }) {
                news[name.folder, default: []].insert(name.name)
            }
        }

        /// Whether a file is shorter than it was, and not empty.
        private func isShortened(_ file: Int32) -> Bool {
            guard
                let (name, before) = files.withLock({ files in
                    files.byNumber[file].flatMap { known in known.names.first.map { ($0, known.byteCount) } }
                }), let folder = folders.withLock({ $0[name.folder] })
            else { return false }
            var status = stat()
            guard folder.appending(name: name.name).withCString({ lstat($0, &status) }) == 0 else { return false }
            let now = Int(status.st_size)
            files.withLock { $0.byNumber[file]?.byteCount = now }
            return 0 < now && now < before
        }

        /// Whether what has just been created is there already, by a link: other files are about to be written, and closed.
        private func isWhole(_ name: FileName, in token: Int) -> Bool {
            guard let folder = folders.withLock({ $0[token] }) else { return false }
            var status = stat()
            guard folder.appending(name: name).withCString({ lstat($0, &status) }) == 0 else { return false }
            if status.st_mode & S_IFMT != S_IFREG || status.st_nlink > 1 { return true }
            // The other name may be gone by now. A link changes the time of the file, but not that of its content.
            let (content, change) = (status.st_mtim, status.st_ctim)
            return status.st_size > 0 && (content.tv_sec, content.tv_nsec) < (change.tv_sec, change.tv_nsec)
        }

        private static func path(of folder: Int32) -> FileName? {
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink("/proc/self/fd/\(folder)", &bytes, bytes.count)
            return count > 0 ? FileName(bytes: bytes.prefix(count).map(UInt8.init(bitPattern:))) : nil
        }

        func close() {
            guard descriptor >= 0 else { return }
            CycleBase.close(descriptor)
            descriptor = -1
        }
    }
#endif
