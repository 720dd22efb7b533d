import Testing

@testable import CycleBase

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
        let isCurrent = Guarded(false)
        let thread = try SystemThread("test") {
            let me = own.wait { $0 }
            me.join()
            isCurrent.withLock { $0 = me.isCurrent }
        }
        own.withLock { $0 = thread }
        own.wakeAll()
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
