import Cycle

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads a descriptor on a thread of its own until its end, or until it is told to stop, and posts what comes.
///
/// The one way that delivers the end of the input whatever it is: a terminal, a pipe, a file, `/dev/null`, nothing.
struct InputReader: Sendable {
    /// As much as a terminal keeps.
    private static let chunk = 4_096
    /// So often in a row: where no shell controls jobs, nobody is stopped.
    private static let stopLimit = 20

    let descriptor: Int32
    let wake: WakePipe
    let watch: InterruptWatch?
    let restorer: TerminalRestorer?

    /// - Throws: When there is no thread for it.
    func start(into inlet: Inlet<ConsoleInput>) throws(SystemFailure) -> SystemThread {
        let isOpen = Descriptors.isGiven(descriptor, for: .reading)
        return try SystemThread("Cycle console") {
            if isOpen { read(into: inlet) } else { inlet.send(.ended) }
            inlet.end()
        }
    }

    private func read(into inlet: Inlet<ConsoleInput>) {
        var hasRoom = true
        var stopCount = 0
        while true {
            let (isTold, isReady) = wait(hasRoom: hasRoom)
            for word in isTold ? wake.takeWords() : [] {
                switch word {
                case .room: hasRoom = true
                case .stop:
                    inlet.send(.stopped)
                    return
                case .resized: inlet.send(.resized)
                case .resumed: inlet.send(.resumed)
                }
            }
            guard isReady else { continue }
            switch Descriptors.read(descriptor, upTo: InputReader.chunk) {
            case .bytes(let bytes):
                stopCount = 0
                restorer?.takeAgainIfLeft()
                watch?.see(bytes)
                if inlet.send(.bytes(bytes)) == .acceptedAndFull { hasRoom = false }
            case .nothingYet: break
            case .lost where isBackground && stopCount < InputReader.stopLimit:
                stopCount += 1
                stopJob()
            case .end, .lost:
                inlet.send(.ended)
                return
            case .failed(let code):
                inlet.send(.failed(.input(code: code)))
                inlet.send(.ended)
                return
            }
        }
    }

    private var isBackground: Bool {
        let group = tcgetpgrp(descriptor)
        return group >= 0 && group != getpgrp()
    }

    /// What the system does to a job that reads from the background, had this thread not blocked the signal.
    private func stopJob() {
        kill(0, SIGTTIN)
        // Another thread takes it.
        _ = poll(nil, 0, 50)
    }

    /// - Returns: Whether somebody has told something, and whether reading would not block: there are bytes, the end, or an
    ///   error.
    private func wait(hasRoom: Bool) -> (isTold: Bool, isReady: Bool) {
        var told = pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0)
        // `poll` passes over a negative descriptor.
        var ready = pollfd(fd: hasRoom ? descriptor : -1, events: Int16(POLLIN), revents: 0)
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { requests in
            requests[0] = told
            requests[1] = ready
            _ = poll(requests.baseAddress, 2, -1)
            (told, ready) = (requests[0], requests[1])
        }
        return (told.revents != 0, ready.revents != 0)
    }
}
