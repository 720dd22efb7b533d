import Foundation
package import Testing

/// Threads beside those that run all other tests. A test that waits for a program, a socket or a clock keeps none of these waiting.
private final class WaitingThreads: TaskExecutor, @unchecked Sendable {
    static let shared = WaitingThreads(count: 6)

    private let condition = NSCondition()
    /// Guarded by the condition, and the reason for `@unchecked`.
    private var jobs: [UnownedJob] = []

    init(count: Int) {
        for _ in 0..<count {
            let thread = Thread { [unowned self] in while true { next().runSynchronously(on: asUnownedTaskExecutor()) }
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock { jobs.append(job) }
        condition.signal()
    }

    private func next() -> UnownedJob {
        condition.lock()
        defer { condition.unlock() }
        while jobs.isEmpty { condition.wait() }
        return jobs.removeFirst()
    }
}

/// Calls a function that waits on a thread that nothing else has: a task that waited in it would keep one of the few threads from
/// all other tests, also from that which it waits for.
package func onThreadOfItsOwn<Result: Sendable>(_ function: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: function()) }
    }
}

/// A suite whose tests mostly wait: they run on threads of their own.
package struct Waiting: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    /// The suite itself, too: what comes between its tests would else stand in line behind all other tests.
    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? { self }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withThreadsOfItsOwn { try await function() }
    }
}

/// Runs a function on threads that no other test but waiting ones has.
package func withThreadsOfItsOwn(_ function: @Sendable () async throws -> Void) async rethrows {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
}

extension Trait where Self == Waiting {
    /// The tests of the suite wait for programs, sockets or clocks.
    package static var waiting: Self { Self() }
}
