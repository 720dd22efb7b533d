import CycleBase

/// A new pseudo-terminal, as this system makes one.
///
/// Not by `openpty`, which C libraries declare in different places, and which leaves both ends open in children for a moment.
struct PseudoTerminal {
    /// The end of this process. It never blocks, and is closed in children.
    let descriptor: Int32
    /// The path by which programs open the other end.
    let path: String

    init() throws(SystemFailure) {
        let descriptor = try PseudoTerminal.open()
        guard let path = PseudoTerminal.unlockedPath(of: descriptor) else {
            let code = errno
            Descriptors.close(descriptor)
            throw SystemFailure(code: code)
        }
        (self.descriptor, self.path) = (descriptor, path)
    }

    #if canImport(Darwin)
        private static func open() throws(SystemFailure) -> Int32 {
            let descriptor = try Descriptors.aboveStandard(posix_openpt(O_RDWR | O_NOCTTY))
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            return descriptor
        }

        private static func unlockedPath(of descriptor: Int32) -> String? {
            var path = [CChar](repeating: 0, count: 1_024)
            guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0, ptsname_r(descriptor, &path, path.count) == 0
            else { return nil }
            return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    #else
        // `TIOCSPTLCK` and `TIOCGPTN`, macros that Swift does not read: the calls behind `unlockpt` and `ptsname`, which
        // the headers declare only for sources in other dialects of C.
        private static let setLock: UInt = 0x4004_5431
        private static let getNumber: UInt = 0x8004_5430

        private static func open() throws(SystemFailure) -> Int32 {
            try Descriptors.open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK)
        }

        private static func unlockedPath(of descriptor: Int32) -> String? {
            var (isLocked, number): (Int32, UInt32) = (0, 0)
            guard ioctl(descriptor, setLock, &isLocked) == 0, ioctl(descriptor, getNumber, &number) == 0 else {
                return nil
            }
            return "/dev/pts/\(number)"
        }
    #endif
}
