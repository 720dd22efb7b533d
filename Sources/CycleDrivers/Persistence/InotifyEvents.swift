#if os(Linux) || os(Android)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    /// The events of folders on Linux. A file counts as changed when it is closed after writing or moved into place, not
    /// while it is being written.
    ///
    /// Unchecked: what is opened once is used by one thread that waits and others that observe; the system's calls bear it.
    package final class SystemFolderEvents: FolderEvents, @unchecked Sendable {
        private static let mask = UInt32(
            IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF)

        package private(set) var descriptor: Int32 = -1

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
            return Int(token)
        }

        package func forget(_ token: Int) {
            inotify_rm_watch(descriptor, Int32(token))
        }

        package func take() -> FolderNews? {
            var news: FolderNews = [:]
            var isComplete = true
            var buffer = [UInt8](repeating: 0, count: 65_536)
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
                        // A file that has just been created is about to be written.
                        if event.mask & UInt32(IN_CREATE) == 0 || event.mask & UInt32(IN_ISDIR) != 0 {
                            let name = FileName(bytes: bytes[nameStart..<offset].prefix { $0 != 0 })
                            news[Int(event.wd), default: []].insert(name)
                        }
                    }
                }
            }
        }

        package func close() {
            guard descriptor >= 0 else { return }
            #if canImport(Glibc)
                Glibc.close(descriptor)
            #elseif canImport(Musl)
                Musl.close(descriptor)
            #endif
            descriptor = -1
        }
    }
#endif
