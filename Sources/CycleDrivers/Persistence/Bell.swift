#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Lets one thread sleep until another rings, or a descriptor can be read. A ring before the wait is not lost.
final class Bell: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) == 0 {
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        if isThere {
            close(readEnd)
            close(writeEnd)
        }
    }

    /// `false`: the process is out of descriptors.
    var isThere: Bool { readEnd >= 0 }

    func ring() {
        var byte: UInt8 = 1
        // A full pipe has been rung often enough.
        _ = write(writeEnd, &byte, 1)
    }

    /// - Parameter other: A descriptor to watch as well; a negative one is passed over.
    /// - Returns: Whether `other` can be read.
    @discardableResult
    func wait(for other: Int32 = -1) -> Bool {
        var sources = [
            pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&sources, 2, -1) < 0 {}
        if sources[0].revents != 0 { drain() }
        return sources[1].revents != 0
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) == bytes.count {}
    }
}
