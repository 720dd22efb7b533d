import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers

@Suite("Threads of the system")
struct SystemThreadTests {
    @Test("are gone when they have been waited for, and have released what they held")
    func gone() async throws {
        final class Held: Sendable {}
        weak var weakHeld: Held?
        let thread: SystemThread
        do {
            let held = Held()
            weakHeld = held
            thread = try SystemThread("test") { withExtendedLifetime(held) {} }
        }
        await thread.wait()
        #expect(thread.hasEnded)
        #expect(weakHeld == nil)
        thread.join()
        await thread.wait()
    }

    @Test("threads that have ended are not kept by their owner, however many come and go")
    func endings() async throws {
        let ending = EndingThreads()
        for _ in 0..<100 {
            let thread = try SystemThread("test") {}
            ending.add([thread])
            await thread.wait()
            #expect(ending.count <= 1)
        }
        let isEnding = Latch()
        let thread = try SystemThread("test") { isEnding.open() }
        ending.add([thread])
        await ending.wait()
        #expect(isEnding.isOpen && ending.count == 0)
    }

    @Test("run while nobody keeps them")
    func unkept() async throws {
        let latch = Latch()
        _ = try SystemThread("test") { latch.open() }
        await latch.wait()
        #expect(latch.isOpen)
    }

    @Test("do not wait for themselves")
    func themselves() async throws {
        let own = Guarded<SystemThread?>(nil)
        let isStored = Latch()
        let isCurrent = Guarded(false)
        let thread = try SystemThread("test") {
            while !isStored.isOpen { sched_yield() }
            let me = own.withLock { $0 }
            me?.join()
            isCurrent.withLock { $0 = me?.isCurrent ?? false }
        }
        own.withLock { $0 = thread }
        isStored.open()
        await thread.wait()
        #expect(isCurrent.withLock { $0 })
        #expect(!thread.isCurrent)
        own.withLock { $0 = nil }
    }

    @Test("take no signal but faults and the one that halts them for a backtrace")
    func signals() async throws {
        let open = Guarded<Set<Int32>>([])
        let thread = try SystemThread("test") {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            open.withLock { open in
                for signal in Int32(1)...31 where sigismember(&mask, signal) == 0 { open.insert(signal) }
            }
        }
        await thread.wait()
        // No process can block the last two.
        let expected = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGPROF, SIGKILL, SIGSTOP]
        #expect(open.withLock { $0 } == Set(expected))
    }

    @Test("have as much stack as they are to have where the system would give them less")
    func stacks() async throws {
        let ending = Latch()
        let depth = Guarded(UInt(0))
        let work = ThreadWork("test", ending) { depth.withLock { $0 = descend(from: nil) } }
        // Twice that of Darwin and musl, and so more than Linux gives.
        let started = startThread(Unmanaged.passRetained(work).toOpaque(), stack: 2 * threadStackByteCount)
        pthread_join(try started.get(), nil)
        #expect(ending.isOpen && depth.withLock { $0 } > 12 << 20)
    }

    /// Calls itself until the stack is deeper than 12 MiB.
    private func descend(from top: UInt?) -> UInt {
        withUnsafeTemporaryAllocation(byteCount: 1_024, alignment: 16) { memory in
            let here = UInt(bitPattern: memory.baseAddress)
            let depth = (top ?? here) - here
            guard depth <= 12 << 20 else { return depth }
            let deepest = descend(from: top ?? here)
            memory[0] = 1
            return deepest
        }
    }

    @Test("have the name that they were given", .enabled(if: access("/proc/thread-self/comm", R_OK) == 0))
    func names() async throws {
        let name = Guarded("")
        let thread = try SystemThread("Cycle test") {
            let file = open("/proc/thread-self/comm", O_RDONLY)
            if case .bytes(let bytes) = Descriptors.read(file, upTo: 64) {
                name.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
            }
            close(file)
        }
        await thread.wait()
        #expect(name.withLock { $0 } == "Cycle test\n")
    }
}

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

    @Test("a file is flushed by the weaker call where there is no stronger one, and not where the drive has failed")
    func flushes() throws {
        let file = try Descriptors.open("/dev/null", O_WRONLY)
        defer { Descriptors.close(file) }
        func flush(_ outcome: Int32, _ code: Int32) -> (Int32, Int32) {
            let outcome = flushToDrive(file) { _ in
                errno = code
                return outcome
            }
            return (outcome, errno)
        }
        #expect(flush(0, 0) == (0, 0))
        for code in [EIO, ENOSPC, EBADF, EINTR] { #expect(flush(-1, code) == (-1, code)) }
        // The weaker call is made. Of a device Linux says that it has none.
        let weaker = (fsync(file), errno)
        for code in [ENOTSUP, EOPNOTSUPP, ENOTTY] { #expect(flush(-1, code) == weaker) }
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
