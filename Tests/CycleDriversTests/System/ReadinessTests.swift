import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers

/// `select`, by which Darwin's terminals are waited for, gives the answers of `poll`.
@Suite("Readiness")
struct ReadinessTests {
    private func events(_ requests: [(descriptor: Int32, events: Int32)], _ readiness: Readiness) -> [Int16] {
        var polled = requests.map { pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0) }
        let count = polled.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.map { readiness.poll($0, buffer.count, milliseconds: 0) } ?? 0
        }
        #expect(count == polled.count { $0.revents != 0 })
        return polled.map(\.revents)
    }

    @Test("tells which of several descriptors is ready, and passes over negative ones", arguments: Readiness.tested)
    func several(readiness: Readiness) throws {
        let (full, empty) = (try WakePipe(), try WakePipe())
        full.send()
        let found = events(
            [(empty.reading, POLLIN), (-1, POLLIN), (full.reading, POLLIN), (empty.writing, POLLOUT)], readiness)
        #expect(found == [0, 0, Int16(POLLIN), Int16(POLLOUT)])
        #expect(events([(-1, POLLIN)], readiness) == [0])
    }

    @Test("tells of what a terminal's user has typed, and of its hang-up", arguments: Readiness.tested)
    func terminals(readiness: Readiness) throws {
        let own: Int32
        do {
            let terminal = try PseudoTerminal()
            own = try #require(Descriptors.openAnew(terminal.slave, for: .reading))
            #expect(events([(own, POLLIN)], readiness) == [0])
            #expect(!readiness.isGone(own))
            terminal.type("typed\n")
            #expect(events([(own, POLLIN)], readiness) == [Int16(POLLIN)])
        }
        defer { Descriptors.close(own) }
        // A process that another test is starting has the terminal's other end until it runs a program of its own.
        var hangUp = pollfd(fd: own, events: 0, revents: 0)
        while poll(&hangUp, 1, -1) < 0 {}
        #expect(readiness.isGone(own))
        #expect(events([(own, POLLIN)], readiness)[0] & Int16(POLLIN) != 0)
    }

    @Test("tells whether the reader of a pipe has gone, and that /dev/null is there", arguments: Readiness.tested)
    func pipes(readiness: Readiness) throws {
        let (reading, writing) = try Descriptors.makePipe()
        defer { Descriptors.close(writing) }
        #expect(!readiness.isGone(writing))
        Descriptors.close(reading)
        #expect(readiness.isGone(writing))
        #expect(events([(writing, POLLOUT)], readiness)[0] & Int16(POLLOUT) != 0)
        let null = try Descriptors.open("/dev/null", O_RDWR)
        defer { Descriptors.close(null) }
        #expect(!readiness.isGone(null))
    }

    @Test("does not take a pipe with something in it for one whose other end has gone", arguments: Readiness.tested)
    func fullPipe(readiness: Readiness) throws {
        let pipe = try WakePipe()
        #expect(!readiness.isGone(pipe.reading) && !readiness.isGone(pipe.writing))
        pipe.send()
        #expect(!readiness.isGone(pipe.reading))
    }

    @Test("does not wait for a descriptor that is closed", .waiting)
    func closed() async {
        // In a process of its own: other tests open any number that is free.
        await #expect(processExitsWith: .success) {
            let (reading, writing) = try Descriptors.makePipe()
            Descriptors.close(reading)
            Descriptors.close(writing)
            for readiness in Readiness.tested {
                if !readiness.isGone(reading) { exit(2) }
                var polled = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
                let count = readiness.poll(&polled, 1, milliseconds: 0)
                if count != 1 || polled.revents != Int16(POLLNVAL) { exit(1) }
            }
        }
    }

    @Test("waits for a descriptor that the sets of select have no bit for", arguments: Readiness.tested)
    func high(readiness: Readiness) throws {
        let pipe = try WakePipe()
        pipe.send()
        let high = fcntl(pipe.reading, F_DUPFD_CLOEXEC, 1_100)
        // A shell may allow fewer descriptors.
        guard high >= 0 else { return }
        defer { Descriptors.close(high) }
        #expect(events([(high, POLLIN)], readiness) == [Int16(POLLIN)])
    }
}
