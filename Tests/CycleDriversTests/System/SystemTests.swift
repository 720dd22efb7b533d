import CycleSystem
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

    @Test("that have ended are not kept by their owner, however many come and go")
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

    @Test("have the name that they were given")
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
