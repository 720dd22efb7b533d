#if canImport(Darwin)
    import CycleBase

    /// The folders of Apple's systems are watched by a queue of the kernel.
    typealias SystemFolderEvents = VnodeFolderEvents

    extension VnodeFolderEvents {
        convenience init() {
            self.init(Kqueue())
        }
    }

    /// The queue of the kernel.
    ///
    /// Unchecked: the descriptor is written once, by ``open()``, before another thread has the queue.
    final class Kqueue: VnodeQueue, @unchecked Sendable {
        private(set) var descriptor: Int32 = -1
        /// The last of them: its disk was ejected.
        private static let ends = UInt32(NOTE_DELETE | NOTE_RENAME | NOTE_REVOKE)

        func open() throws(SystemFailure) {
            StandardDescriptors.reserve()
            descriptor = try Descriptors.aboveStandard(kqueue())
        }

        func openFile(_ name: FileName, in folder: Int32) throws(SystemFailure) -> Int32 {
            StandardDescriptors.reserve()
            // For events alone: the disk that it is on can still be ejected. A folder is `.` in itself.
            let flags = O_EVTONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
            return try Descriptors.aboveStandard(name.withCString { openat(folder, $0, flags) })
        }

        func watch(_ file: Int32) throws(SystemFailure) {
            var change = kevent(
                ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
                fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_LINK) | Kqueue.ends, data: 0, udata: nil)
            guard kevent(descriptor, &change, 1, nil, 0, nil) >= 0 else { throw SystemFailure(code: errno) }
        }

        func closeFile(_ file: Int32) {
            Descriptors.close(file)
        }

        func take() -> [VnodeEvent] {
            // `[kevent]` would name the function.
            var events = Array<kevent>(repeating: kevent(), count: 64)
            var none = timespec()
            let count = kevent(descriptor, nil, 0, &events, Int32(events.count), &none)
            return events.prefix(Int(max(count, 0))).map { event in
                VnodeEvent(file: Int32(event.ident), hasGone: event.fflags & Kqueue.ends != 0)
            }
        }

        func close() {
            if descriptor >= 0 { Descriptors.close(descriptor) }
            descriptor = -1
        }
    }
#endif
