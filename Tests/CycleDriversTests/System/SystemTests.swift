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
            let wake = try WakePipe()
            let news = Guarded<ChildPipes.Serving.InputNews?>(nil)
            let thread = try SystemThread("test") {
                var serving = ChildPipes.Serving(pipes, input: [])
                ends.close()
                serving.write([1])
                _ = serving.step(wake, milliseconds: -1) { _, _ in true }
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
        let wake = try WakePipe()
        var serving = ChildPipes.Serving(pipes, input: [])
        wake.send()
        _ = serving.step(wake, milliseconds: -1) { _, _ in true }
        #expect(serving.takeInputNews() == nil)
        _ = wake.take()
        ends.close()
        serving.stopReading()
        _ = serving.step(wake, milliseconds: -1) { _, _ in true }
        #expect(serving.takeInputNews() == .closed)
        serving.close()
    }
}
