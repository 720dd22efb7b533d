import CLinux
import CycleBase

/// Many descriptors behind one that is ready to be read while one of them is: epoll on Linux, kqueue on Darwin. Idle ones cost nothing at
/// each wait, however many there are. Confined to one thread.
final class ReadyDescriptors {
    /// The direction that all descriptors of a set wait for. An error or a hang-up counts as ready.
    enum Direction: Sendable {
        case reading, writing
    }

    /// To be waited for.
    let descriptor: Int32
    private let direction: Direction

    init(_ direction: Direction) throws(SystemFailure) {
        self.direction = direction
        StandardDescriptors.reserve()
        #if canImport(Darwin)
            descriptor = try Descriptors.aboveStandard(kqueue())
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #else
            // `EPOLL_CLOEXEC`, which is an enum in one library and a number in the other.
            descriptor = try Descriptors.aboveStandard(epoll_create1(0o2_000_000))
        #endif
    }

    deinit { Descriptors.close(descriptor) }

    /// Waits for one more descriptor, which ``take(_:)`` names by a number.
    func watch(_ file: Int32, _ number: Int) throws(SystemFailure) {
        #if canImport(Darwin)
            try change(file, Int32(EV_ADD), number)
        #else
            let events: UInt32 = direction == .reading ? 0x1 : 0x4
            var event = epoll_event(events: events, data: epoll_data(u64: UInt64(bitPattern: Int64(number))))
            // `EPOLL_CTL_ADD`.
            guard epoll_ctl(descriptor, 1, file, &event) == 0 else { throw SystemFailure(code: errno) }
        #endif
    }

    /// Waits for a descriptor no more, before that is closed. A descriptor that was not watched does not matter.
    func forget(_ file: Int32) {
        #if canImport(Darwin)
            do throws(SystemFailure) { try change(file, Int32(EV_DELETE), 0) } catch {}
        #else
            var event = epoll_event()
            // `EPOLL_CTL_DEL`.
            _ = epoll_ctl(descriptor, 2, file, &event)
        #endif
    }

    /// The numbers of descriptors that are ready, some of them if there are many: the others are first the next time.
    func take(_ most: Int = 64) -> [Int] {
        #if canImport(Darwin)
            var events: [kevent] = Array(repeating: kevent(), count: most)
            var noTime = timespec()
            let count = CycleBase.kevent(descriptor, nil, 0, &events, Int32(most), &noTime)
            return events.prefix(max(0, Int(count))).map { Int(bitPattern: $0.udata) }
        #else
            var events = [epoll_event](repeating: epoll_event(), count: most)
            let count = epoll_wait(descriptor, &events, Int32(most), 0)
            return events.prefix(max(0, Int(count))).map { Int(Int64(bitPattern: $0.data.u64)) }
        #endif
    }

    #if canImport(Darwin)
        private func change(_ file: Int32, _ order: Int32, _ number: Int) throws(SystemFailure) {
            let filter = direction == .reading ? Int16(EVFILT_READ) : Int16(EVFILT_WRITE)
            var event = kevent(
                ident: UInt(file), filter: filter, flags: UInt16(order), fflags: 0, data: 0,
                udata: UnsafeMutableRawPointer(bitPattern: number))
            guard CycleBase.kevent(descriptor, &event, 1, nil, 0, nil) == 0 else { throw SystemFailure(code: errno) }
        }
    #endif
}
