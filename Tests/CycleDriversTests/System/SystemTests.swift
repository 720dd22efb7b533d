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
<<<<<<< HEAD
=======

extension ChildPipes.Serving {
    /// Waits once, as the poller does, and writes what it can.
    fileprivate mutating func step(milliseconds: Int32) {
        var requests: [pollfd] = []
        appendRequests(reads: false, to: &requests)
        _ = poll(&requests, nfds_t(requests.count), milliseconds)
        writeInput(requests[...])
    }
}

@Suite("A latch")
struct LatchTests {
    @Test("lets all go on who waited, and all who come later")
    func many() async {
        let latch = Latch()
        let count = Guarded(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await latch.wait()
                    count.withLock { $0 += 1 }
                }
            }
            latch.open()
            latch.open()
        }
        await latch.wait()
        #expect(count.withLock { $0 } == 20)
    }
}

@Suite("SplitMix64")
struct SplitMix64Tests {
    @Test("gives the numbers of its paper's reference program")
    func reference() {
        var random = SplitMix64(seed: 1_234_567)
        let numbers = (0..<3).map { _ in random.next() }
        #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }
}

@Suite("A wake pipe")
struct WakePipeTests {
    @Test("keeps what is told before anybody waits, and says whether the other can be read")
    func kept() throws {
        let pipe = try WakePipe()
        pipe.send(7)
        pipe.send(8)
        #expect(pipe.take() == [7, 8])
        #expect(pipe.take() == [])
        pipe.send()
        #expect(!pipe.wait())
        let other = try WakePipe()
        other.send()
        #expect(pipe.wait(orFor: other.reading))
    }
}
>>>>>>> 12c61f99 (wip)
