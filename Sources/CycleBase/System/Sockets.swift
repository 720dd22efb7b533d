/// The calls on sockets. A socket that is made here never blocks, no child process inherits it, and writing to one whose other end is
/// closed is an error and no signal.
package enum Sockets {
    /// The form of what a socket carries.
    package enum Kind: Sendable {
        case stream, datagram
    }

    /// - Parameter family: `AF_UNIX`, `AF_INET` or `AF_INET6`.
    package static func make(_ family: Int32, _ kind: Kind) throws(SystemFailure) -> Int32 {
        StandardDescriptors.reserve()
        let file = try Descriptors.aboveStandard(socket(family, kind.number, 0))
        do throws(SystemFailure) {
            try prepare(file)
        } catch {
            Descriptors.close(file)
            throw error
        }
        return file
    }

    /// The time for the next ``accept(at:)`` after one that has failed.
    package enum NextAccept: Sendable {
        /// The connection has gone: there may be another one.
        case now
        /// None waits.
        case whenReady
        /// Without a descriptor for it the connection stays where it is, and would be reported again at once. Linux also reports errors of
        /// the network here, and a firewall's refusal, which may come again at once.
        case afterPause

        package init(after failure: SystemFailure) {
            switch failure.code {
            case EINTR, ECONNABORTED, EPROTO: self = .now
            case EAGAIN: self = .whenReady
            default: self = .afterPause
            }
        }

        /// How long a listener then rests.
        package static let pause = Duration.milliseconds(100)
    }

    /// A connection that waits at a listening socket, and where it comes from.
    ///
    /// - Throws: A failure that says by ``NextAccept`` when to try again.
    package static func accept(at listening: Int32) throws(SystemFailure) -> (file: Int32, peer: SystemAddress) {
        var accepted: Int32 = -1
        let peer = SystemAddress.filled { accepted = CycleBase.accept(listening, $0, $1) }
        let file = try Descriptors.aboveStandard(accepted)
        do throws(SystemFailure) {
            try prepare(file)
        } catch {
            Descriptors.close(file)
            throw error
        }
        return (file, peer)
    }

    private static func prepare(_ file: Int32) throws(SystemFailure) {
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
        #if canImport(Darwin)
            // Linux is told at each write. Darwin sets no option of a connection whose other end has gone.
            guard setOption(file, SOL_SOCKET, SO_NOSIGPIPE) else { throw SystemFailure(code: errno) }
        #endif
    }

    /// Switches an option on.
    @discardableResult
    package static func setOption(_ file: Int32, _ level: Int32, _ option: Int32) -> Bool {
        var isOn: Int32 = 1
        return setsockopt(file, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size)) == 0
    }

    /// As `send(2)`, or `sendto(2)` where there is an address.
    package static func send(_ file: Int32, _ bytes: UnsafeRawBufferPointer, to address: SystemAddress? = nil) -> Int {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            // `MSG_NOSIGNAL`, which is an enum in one library and a number in the other.
            let flags: Int32 = 0x4000
        #endif
        guard let address else { return CycleBase.send(file, bytes.baseAddress, bytes.count, flags) }
        return address.withPointer { sendto(file, bytes.baseAddress, bytes.count, flags, $0, $1) }
    }

    /// Writes the beginning of the bytes to a stream.
    ///
    /// - Returns: How many were taken. 0 where a socket that does not block has to be tried again.
    package static func write(_ bytes: ArraySlice<UInt8>, to file: Int32) throws(SystemFailure) -> Int {
        while true {
            let count = bytes.withUnsafeBytes { send(file, $0) }
            if count >= 0 { return count }
            let code = errno
            if code == EAGAIN || code == ENOBUFS { return 0 }
            if code != EINTR { throw SystemFailure(code: code) }
        }
    }

    /// The error that a socket has met since it was asked last; 0 where there was none.
    package static func error(of file: Int32) -> Int32 {
        var code: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(file, SOL_SOCKET, SO_ERROR, &code, &size) == 0 ? code : errno
    }
}

extension Sockets.Kind {
    /// As the system counts them, in three types.
    package var number: Int32 {
        #if canImport(Glibc)
            switch self {
            case .stream: Int32(SOCK_STREAM.rawValue)
            case .datagram: Int32(SOCK_DGRAM.rawValue)
            }
        #else
            switch self {
            case .stream: SOCK_STREAM
            case .datagram: SOCK_DGRAM
            }
        #endif
    }
}
