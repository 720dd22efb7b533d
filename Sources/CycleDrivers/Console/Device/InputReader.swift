import Cycle
import CycleBase

/// Reads a descriptor on a thread of its own until its end, or until a word stops it, and posts the bytes.
///
/// The one way that delivers the end of the input whatever it is: a terminal, a pipe, a file, `/dev/null`, nothing.
struct InputReader: Sendable {
    /// As much as a terminal keeps.
    private static let chunk = 4_096
    /// Retry limit: without job control SIGTTIN stops no process, so the read would fail again and again.
    private static let stopLimit = 20

    let descriptor: Int32
    let wake: WakePipe
    let readiness: Readiness
    let watch: InterruptWatch?
    let fences = FenceWatch()
    let restorer: TerminalRestorer?

    /// - Throws: When there is no thread for it.
    func start(into inlet: Inlet<ConsoleDeviceEvent>) throws(SystemFailure) -> SystemThread {
        let isOpen = Descriptors.isGiven(descriptor, for: .reading)
        return try SystemThread("Cycle console") {
            // Another job may take the terminal's input before it is read here. A read that blocked would then
            // miss the words of the pipe.
            let own = isOpen ? Descriptors.openAnew(descriptor, for: .reading) : nil
            if isOpen { read(own ?? descriptor, into: inlet) } else { inlet.send(.ended) }
            inlet.end()
            if let own { Descriptors.close(own) }
        }
    }

    private func read(_ descriptor: Int32, into inlet: Inlet<ConsoleDeviceEvent>) {
        var hasRoom = true
        var stopCount = 0
        while true {
            let (isTold, isReady) = wait(for: hasRoom ? descriptor : -1)
            for word in isTold ? wake.takeWords() : [] {
                switch word {
                case .hasRoom: hasRoom = true
                case .stop:
                    inlet.send(.readerStopped)
                    return
                case .resized: inlet.send(.resized)
                case .resumed: inlet.send(.resumed)
                }
            }
            guard isReady else { continue }
            switch Descriptors.read(descriptor, upTo: InputReader.chunk) {
            case .bytes(let bytes):
                stopCount = 0
                restorer?.takeAgainIfInFront()
                fences.see(bytes)
                for piece in watch == nil ? [bytes] : InterruptWatch.pieces(of: bytes) {
                    watch?.see(piece)
                    if inlet.send(.bytes(piece)) == .acceptedAndFull { hasRoom = false }
                }
            case .nothingYet: break
            case .lost where isBackground && stopCount < InputReader.stopLimit:
                stopCount += 1
                stopJob()
            // Another job had it when it was read, and has it no more.
            case .lost where !readiness.isGone(descriptor) && stopCount < InputReader.stopLimit: stopCount += 1
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

    /// Stops the job as the system would, if this thread had not blocked the signal.
    private func stopJob() {
        kill(0, SIGTTIN)
        // Another thread takes it.
        _ = poll(nil, 0, 50)
    }

    /// - Parameter descriptor: A negative one is passed over.
    /// - Returns: Whether words have come by the pipe, and whether there are bytes, the end, or an error.
    private func wait(for descriptor: Int32) -> (isTold: Bool, isReady: Bool) {
        var told = pollfd(fd: wake.reading, events: Int16(POLLIN), revents: 0)
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 2) { requests in
            requests[0] = told
            requests[1] = ready
            if let first = requests.baseAddress { _ = readiness.poll(first, 2, milliseconds: -1) }
            (told, ready) = (requests[0], requests[1])
        }
        return (told.revents != 0, ready.revents != 0)
    }
}
