import Cycle

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension Row {
    /// S4: threads post events into one loop.
    static var ingress: Row {
        Row(
            id: "S4", work: "ingress: threads post 1,000,000 events, none is lost",
            contestants: [1, 2, 8].flatMap { threadCount in
                [
                    Contestant(
                        threadCount == 1 ? .floor : .other, "batch queue, \(threadCount) threads", events: million
                    ) {
                        let queue = BatchQueue()
                        return {
                            onThreads(threadCount) { for _ in 0..<million / threadCount { queue.post(1) } }
                            queue.take(million)
                        }
                    },
                    Contestant(.cycle, "inlet, \(threadCount) threads", events: million) {
                        let (events, inlet) = Signal<Int>.pipe()
                        let cycle = receiving(events, goal: million)
                        return {
                            onThreads(threadCount) { for _ in 0..<million / threadCount { inlet.send(1) } }
                            let received = await cycle.run(on: NoTime(), until: \.isDone)
                            precondition(received.total == million, "lost \(million - received.total) events")
                        }
                    },
                    Contestant(.alternative, "AsyncStream, \(threadCount) threads", events: million) {
                        let (events, source) = AsyncStream.makeStream(of: Int.self)
                        return {
                            onThreads(threadCount) { for _ in 0..<million / threadCount { source.yield(1) } }
                            var total = 0
                            for await event in events {
                                total += event
                                if total == million { break }
                            }
                        }
                    },
                ]
            },
            goals: [1, 2, 8].map {
                .ratio("inlet, \($0) threads", to: "batch queue, \($0) threads", atMost: 2)
            })
    }
}

/// Counts what a signal brings.
private struct Arrivals: Driver {
    let events: Signal<Int>

    func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<Int> { events }
}

private func receiving(_ events: Signal<Int>, goal: Int) -> CycledLens<some Any, Counter> {
    CycledLens(startingWith: Counter()) { frames in
        frames.lens(
            driver: Arrivals(events: events), frameFilter: { $0.total },
            eventFilter: { frame, event in
                frame.total &+= event
                frame.isDone = frame.total == goal
            })
    }
}

/// Starts threads, which end by themselves.
func onThreads(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    for _ in 0..<count {
        let argument = Unmanaged.passRetained(Work(run: work)).toOpaque()
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        pthread_create(
            &thread, nil,
            { argument in
                #if canImport(Darwin)
                    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                #else
                    if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
                #endif
                return nil
            }, argument)
    }
}

private final class Work: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

/// The plainest correct mailbox: an array under a lock, of which the reader takes all.
///
/// Unchecked: guarded by the lock.
private final class BatchQueue: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var pending: [Int] = []

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(arrived, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        pthread_cond_destroy(arrived)
        mutex.deallocate()
        arrived.deallocate()
    }

    func post(_ event: Int) {
        pthread_mutex_lock(mutex)
        let wasEmpty = pending.isEmpty
        pending.append(event)
        pthread_mutex_unlock(mutex)
        if wasEmpty { pthread_cond_signal(arrived) }
    }

    func take(_ goal: Int) {
        var total = 0
        while total < goal {
            pthread_mutex_lock(mutex)
            while pending.isEmpty { pthread_cond_wait(arrived, mutex) }
            let batch = pending
            pending = []
            pthread_mutex_unlock(mutex)
            for event in batch { total += event }
        }
    }
}
