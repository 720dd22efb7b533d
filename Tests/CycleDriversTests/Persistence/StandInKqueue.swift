#if os(Linux)
    import CycleBase

    @testable import CycleDrivers

    /// Behaves as kqueue(2) says of `EVFILT_VNODE` with `EV_CLEAR`, by means of inotify(7): events of one descriptor
    /// are one, a folder tells of its names only, a file of each write.
    ///
    /// Unchecked: `state` guards all but the descriptor, which is written once, before another thread has the queue.
    final class StandInKqueue: VnodeQueue, @unchecked Sendable {
        private enum Role: Equatable {
            case folder, file
            /// The folder that a watched folder is in: inotify does not tell of the end of a folder that is open.
            case parent(name: String)
        }

        private struct Interest: Equatable {
            let file: Int32
            let role: Role
        }

        private struct State {
            /// By inotify's number: two paths to one folder have the same.
            var interests: [Int32: [Interest]] = [:]
            var buffer = [UInt8](repeating: 0, count: 65_536)
        }

        private static let namesMask = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
        private let state = Guarded(State())
        private(set) var descriptor: Int32 = -1

        func open() throws(SystemFailure) {
            descriptor = try Descriptors.aboveStandard(inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC)))
        }

        func openFile(_ name: FileName, in folder: Int32) throws(SystemFailure) -> Int32 {
            try Descriptors.aboveStandard(
                name.withCString { openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) })
        }

        func watch(_ file: Int32) throws(SystemFailure) {
            var status = stat()
            guard fstat(file, &status) == 0 else { throw SystemFailure(code: errno) }
            guard status.st_mode & S_IFMT == S_IFDIR else {
                return try add("/proc/self/fd/\(file)", IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF, file, .file)
            }
            try add("/proc/self/fd/\(file)", Self.namesMask | IN_MOVE_SELF, file, .folder)
            guard let path = Self.path(of: file), let slash = path.lastIndex(of: "/") else { return }
            let name = String(path[path.index(after: slash)...])
            try add(slash == path.startIndex ? "/" : String(path[..<slash]), IN_DELETE, file, .parent(name: name))
        }

        private func add(_ path: String, _ mask: Int32, _ file: Int32, _ role: Role) throws(SystemFailure) {
            let number = inotify_add_watch(descriptor, path, UInt32(mask | IN_MASK_ADD))
            guard number >= 0 else { throw SystemFailure(code: errno) }
            state.withLock { $0.interests[number, default: []].append(Interest(file: file, role: role)) }
        }

        func closeFile(_ file: Int32) {
            state.withLock { state in
                for number in state.interests.keys {
                    state.interests[number]?.removeAll { $0.file == file }
                    guard state.interests[number] == [] else { continue }
                    state.interests[number] = nil
                    inotify_rm_watch(descriptor, number)
                }
            }
            Descriptors.close(file)
        }

        func take() -> [VnodeEvent] {
            state.withLock { state in
                var hasGone: [Int32: Bool] = [:]
                let count = read(descriptor, &state.buffer, state.buffer.count)
                var offset = 0
                while offset < count {
                    let event = state.buffer.withUnsafeBytes {
                        $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    }
                    let start = offset + MemoryLayout<inotify_event>.size
                    offset = start + Int(event.len)
                    let name = String(decoding: state.buffer[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
                    for interest in state.interests[event.wd, default: []] {
                        guard let isEnd = Self.isEnd(event.mask, name, interest) else { continue }
                        hasGone[interest.file] = hasGone[interest.file, default: false] || isEnd
                    }
                }
                return hasGone.map { VnodeEvent(file: $0, hasGone: $1) }
            }
        }

        /// - Returns: Whether a file or folder has gone from where it was; `nil` for what kqueue does not tell.
        private static func isEnd(_ mask: UInt32, _ name: String, _ interest: Interest) -> Bool? {
            func has(_ bits: Int32) -> Bool { mask & UInt32(bits) != 0 }
            switch interest.role {
            case .folder: return has(IN_MOVE_SELF) ? true : has(namesMask) ? false : nil
            case .parent(let own): return has(IN_DELETE) && name == own ? true : nil
            case .file:
                if has(IN_MOVE_SELF) { return true }
                var status = stat()
                if has(IN_ATTRIB), fstat(interest.file, &status) == 0, status.st_nlink == 0 { return true }
                return has(IN_MODIFY) ? false : nil
            }
        }

        private static func path(of file: Int32) -> String? {
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink("/proc/self/fd/\(file)", &bytes, bytes.count)
            return count > 0 ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
        }

        func close() {
            if descriptor >= 0 { Descriptors.close(descriptor) }
            descriptor = -1
        }
    }
#endif
