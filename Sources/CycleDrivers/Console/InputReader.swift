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
enum InputReader {
    private static let chunk = 1024
    /// So often in a row: where no shell controls jobs, nobody is stopped.
    private static let stopLimit = 20

    static func start(
        _ descriptor: Int32, _ wake: WakePipe, _ watch: InterruptWatch?, _ restorer: TerminalRestorer?,
        into inlet: Inlet<ConsoleInput>
    ) -> SystemThread? {
        let isOpen = Descriptors.isOpen(descriptor, for: .reading)
        do {
            return try SystemThread("Cycle console") {
                if isOpen { read(descriptor, wake, watch, restorer, into: inlet) } else { inlet.send(.ended) }
                inlet.end()
            }
        } catch {
            inlet.send(.failed(code: error.code))
            inlet.send(.ended)
            inlet.end()
            return nil
        }
    }

    private static func read(
        _ descriptor: Int32, _ wake: WakePipe, _ watch: InterruptWatch?, _ restorer: TerminalRestorer?,
        into inlet: Inlet<ConsoleInput>
    ) {
        var hasRoom = true
        var stopCount = 0
        while true {
            let isReady = wait(for: hasRoom ? descriptor : nil, or: wake)
            for word in wake.takeWords() {
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
            switch Descriptors.read(descriptor, upTo: chunk) {
            case .bytes(let bytes):
                stopCount = 0
                restorer?.takeAgainIfLeft()
                watch?.see(bytes)
                if inlet.send(.bytes(bytes)) == .acceptedAndFull { hasRoom = false }
            case .nothingYet: break
            case .lost where isBackground(descriptor) && stopCount < stopLimit:
                stopCount += 1
                stopJob()
            case .end, .lost:
                inlet.send(.ended)
                return
            case .failed(let code):
                inlet.send(.failed(code: code))
                inlet.send(.ended)
                return
            }
        }
    }

    private static func isBackground(_ descriptor: Int32) -> Bool {
        let group = tcgetpgrp(descriptor)
        return group >= 0 && group != getpgrp()
    }

    /// What the system does to a job that reads from the background, had this thread not blocked the signal.
    private static func stopJob() {
        kill(0, SIGTTIN)
        // Another thread takes it.
        _ = poll(nil, 0, 50)
    }

    /// - Returns: Whether reading `descriptor` would not block: there are bytes, the end, or an error.
    private static func wait(for descriptor: Int32?, or wake: WakePipe) -> Bool {
        var requests = [
            pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0),
            // `poll` passes over a negative descriptor.
            pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&requests, 2, -1)
        return requests[1].revents != 0
    }
}
