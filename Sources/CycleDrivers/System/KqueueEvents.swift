#if canImport(Darwin)
    import CycleSystem

    /// The events of folders on Apple's systems. A folder tells of its names, not of writes into a file in place: a file that
    /// is replaced is seen at once, one that is rewritten in place when something else happens in its folder.
    ///
    /// Unchecked: folders are observed and forgotten under the lock of `SharedFolderEvents`; its thread only takes.
    package final class SystemFolderEvents: FolderEvents, @unchecked Sendable {
        package private(set) var descriptor: Int32 = -1
        /// Open folders, by what tells them apart.
        private var folders: [FileStatus.Place: Int32] = [:]

        package init() {}

        package func open() throws(SystemFailure) {
            StandardDescriptors.reserve()
            descriptor = try Descriptors.aboveStandard(kqueue())
        }

        package func observe(_ folder: Int32) throws(SystemFailure) -> Int {
            if descriptor < 0 { try open() }
            var status = stat()
            guard fstat(folder, &status) == 0 else { throw SystemFailure(code: errno) }
            let place = FileStatus(status).version.place
            if let known = folders[place] { return Int(known) }
            let own = fcntl(folder, F_DUPFD_CLOEXEC, 0)
            guard own >= 0 else { throw SystemFailure(code: errno) }
            var change = kevent(
                ident: UInt(own), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
                fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE | NOTE_RENAME | NOTE_LINK), data: 0, udata: nil)
            guard kevent(descriptor, &change, 1, nil, 0, nil) >= 0 else {
                let error = SystemFailure(code: errno)
                CycleSystem.close(own)
                throw error
            }
            folders[place] = own
            return Int(own)
        }

        package func forget(_ token: Int) {
            guard let entry = folders.first(where: { Int($0.value) == token }) else { return }
            folders[entry.key] = nil
            CycleSystem.close(entry.value)
        }

        package func take() -> FolderNews? {
            var happened: FolderNews = [:]
            // `[kevent]` would name the function.
            var events = Array<kevent>(repeating: kevent(), count: 64)
            var none = timespec()
            while true {
                let count = kevent(descriptor, nil, 0, &events, Int32(events.count), &none)
                guard count > 0 else { return happened }
                for event in events[..<Int(count)] { happened[Int(event.ident)] = [""] }
            }
        }

        package func close() {
            for folder in folders.values { CycleSystem.close(folder) }
            folders = [:]
            if descriptor >= 0 { CycleSystem.close(descriptor) }
            descriptor = -1
        }
    }
#endif
