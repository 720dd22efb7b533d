#if os(Linux) || os(Android)
    import CycleBase

    /// The events of folders on Linux. A file counts as changed when it is closed after writing, moved or linked into place,
    /// not while it is being written.
    ///
    /// Unchecked: what is opened once is used by one thread that waits and others that observe; the system's calls bear it.
    package final class SystemFolderEvents: FolderSource, @unchecked Sendable {
        private static let mask = UInt32(
            IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)

        package private(set) var descriptor: Int32 = -1

        /// Used by the one thread that takes.
        private var buffer = [UInt8](repeating: 0, count: 65_536)

        /// Where they were when they were first observed.
        private let folders = Guarded([Int: FileName]())

        package init() {}

        package func open() throws(SystemFailure) {
            StandardDescriptors.reserve()
            descriptor = try Descriptors.aboveStandard(inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)))
        }

        package func observe(_ folder: Int32) throws(SystemFailure) -> Int {
            if descriptor < 0 { try open() }
            // By descriptor: a path could lead elsewhere by now.
            let token = inotify_add_watch(descriptor, "/proc/self/fd/\(folder)", SystemFolderEvents.mask)
            guard token >= 0 else { throw SystemFailure(code: errno) }
            if folders.withLock({ $0[Int(token)] == nil }) {
                let path = SystemFolderEvents.path(of: folder)
                folders.withLock { $0[Int(token)] = path }
            }
            return Int(token)
        }

        package func forget(_ token: Int) {
            inotify_rm_watch(descriptor, Int32(token))
            folders.withLock { $0[token] = nil }
        }

        package func take() -> FolderNews? {
            var news: FolderNews = [:]
            var isComplete = true
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                guard count > 0 else { return isComplete ? news : nil }
                buffer.withUnsafeBytes { bytes in
                    var offset = 0
                    while offset < count {
                        let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                        let nameStart = offset + MemoryLayout<inotify_event>.size
                        offset = nameStart + Int(event.len)
                        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isComplete = false }
                        let name = FileName(bytes: bytes[nameStart..<offset].prefix { $0 != 0 })
                        let isCreated = event.mask & UInt32(IN_CREATE) != 0 && event.mask & UInt32(IN_ISDIR) == 0
                        if !isCreated || isWhole(name, in: Int(event.wd)) {
                            news[Int(event.wd), default: []].insert(name)
                        }
                    }
                }
            }
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

        package func close() {
            guard descriptor >= 0 else { return }
            CycleBase.close(descriptor)
            descriptor = -1
        }
    }
#endif
