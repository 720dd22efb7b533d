import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers

@Suite("Differences of the systems")
struct SystemDifferenceTests {
    @Test("a signal that was sent ends the process also where the system says that it is a fault")
    func faults() {
        var information = siginfo_t()
        for signal in [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV] {
            // As Darwin's kernel gives the code of a fault to each SIGBUS and SIGTRAP.
            information.si_code = 1
            #expect(FaultOrigin.known.isFault(signal, &information))
            #expect(!FaultOrigin.unknown.isFault(signal, &information))
            information.si_code = 0
            #expect(!FaultOrigin.known.isFault(signal, &information))
        }
        information.si_code = 1
        #expect(!FaultOrigin.known.isFault(SIGABRT, &information))
    }

    @Test("writing to a program that reads no more is an error, where SIGPIPE would end the process", .waiting)
    func brokenPipe() async {
        await #expect(processExitsWith: .success) {
            signal(SIGPIPE, SIG_DFL)
            let (pipes, ends) = try ChildPipes.open(for: ProcessCommand("cat"), keepsInput: true)
            let news = Guarded<ChildPipes.Serving.InputNews?>(nil)
            let thread = try SystemThread("test") {
                var serving = ChildPipes.Serving(pipes, input: [], keepsInput: true)
                ends.close()
                serving.write([1])
                serving.step(milliseconds: -1)
                news.withLock { $0 = serving.takeInputNews() }
                serving.close()
            }
            await thread.wait()
            #expect(news.withLock { $0 } == .closed)
        }
    }

    @Test("the end of a reader is found without anything to write to it")
    func silentEnd() throws {
        let (pipes, ends) = try ChildPipes.open(for: ProcessCommand("cat"), keepsInput: true)
        var serving = ChildPipes.Serving(pipes, input: [], keepsInput: true)
        serving.step(milliseconds: 0)
        #expect(serving.takeInputNews() == nil)
        ends.close()
        serving.stopReading()
        serving.step(milliseconds: -1)
        #expect(serving.takeInputNews() == .closed)
        serving.close()
    }
}

extension ChildPipes.Serving {
    /// Waits once, as the poller does, and writes what it can.
    fileprivate mutating func step(milliseconds: Int32) {
        var requests: [pollfd] = []
        appendRequests(reads: false, to: &requests)
        _ = poll(&requests, nfds_t(requests.count), milliseconds)
        writeInput(requests[...])
    }
}
