#if os(Linux)
    internal import CycleBase

    /// Waits until something in a folder is made, replaced or closed after writing, by any process.
    package final class FolderChanges {
        private let descriptor: Int32

        package init(_ path: String) {
            descriptor = inotify_init1(Int32(IN_CLOEXEC))
            let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_CLOSE_WRITE)
            precondition(inotify_add_watch(descriptor, path, mask) >= 0, "\(path) cannot be watched")
        }

        deinit {
            close(descriptor)
        }

        /// Returns when something has happened since the last call, or since this object was made.
        package func wait() {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            _ = read(descriptor, &bytes, bytes.count)
        }
    }
#endif
