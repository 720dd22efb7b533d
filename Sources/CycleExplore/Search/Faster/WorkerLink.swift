import CycleDrivers
import CycleBase

/// A worker process, its pipes, and what it has yet to learn of the search.
///
/// Unchecked: used by the one thread that has taken it from the idle ones.
final class WorkerLink: @unchecked Sendable {
    private enum State {
        case none
        /// It has not sent its greeting yet.
        case starting(WorkerProcess)
        /// It knows nothing of the search.
        case fresh(WorkerProcess)
        /// It lacks these updates.
        case knowing(WorkerProcess, [[UInt8]])
        /// It has failed too often.
        case givenUp
    }

    /// How often in a row a worker may fail.
    private static var failureLimit: Int { 3 }
    /// A worker that lacks more than this is sent the whole table instead.
    private static var updateLimit: Int { 1 << 26 }
    /// How many milliseconds the search waits for the first greeting of a worker.
    private static var startLimit: Int32 { 120_000 }

    private let program: WorkerProgram
    /// From 1.
    private let number: Int
    private var state = State.none
    private var failureCount = 0

    init(_ program: WorkerProgram, _ number: Int) {
        self.program = program
        self.number = number
        start()
    }

    deinit { end(within: 5_000) }

    // MARK: Between two batches

    /// Waits for a process that has just been started.
    func waitForStart() {
        if case .starting(let child) = state { greet(child, within: Self.startLimit) }
    }

    /// Another search begins.
    func forget() {
        if case .knowing(let child, _) = state { state = .fresh(child) }
    }

    /// A batch begins. A process that has ended is started again; the next batch finds it there.
    func begin(_ update: [UInt8]) {
        switch state {
        case .none: start()
        case .starting(let child): greet(child, within: 0)
        case .knowing(let child, let updates):
            let isTooMuch = updates.reduce(update.count) { $0 + $1.count } > Self.updateLimit
            state = isTooMuch ? .fresh(child) : .knowing(child, updates + [update])
        case .fresh, .givenUp: break
        }
    }

    private func start() {
        do throws(SystemFailure) {
            var child = try program.start(number)
            child.pipe.patience = Int32(min(program.patience.components.seconds, 1_000_000) * 1_000)
            state = .starting(child)
        } catch {
            fail("cannot be started: \(SystemFailure.words(of: error.code))")
        }
    }

    private func greet(_ child: WorkerProcess, within milliseconds: Int32) {
        guard child.pipe.isReadable(within: milliseconds) else {
            if milliseconds > 0 { fail("does not start") }
            return
        }
        do throws(MessagePipe.Failure) {
            let greeting = WordReader(try child.pipe.receive())
            if greeting.word() == program.identity, greeting.isAtEnd {
                state = .fresh(child)
            } else {
                giveUp("is another program, or explores another scenario or by other bounds")
            }
        } catch {
            fail(text(of: error))
        }
    }

    // MARK: A piece

    var isUsable: Bool {
        switch state {
        case .fresh, .knowing: true
        case .none, .starting, .givenUp: false
        }
    }

    /// Has the process do something.
    ///
    /// - Parameters:
    ///   - all: All of the search, for a process that knows nothing.
    ///   - request: The thing to do.
    ///   - read: Reads the answer; `nil` where it is none.
    /// - Returns: `nil` where the process has failed: another one has to do it.
    func ask<Answer>(_ request: [UInt8], all: () -> [UInt8], _ read: (WordReader) -> Answer?) -> Answer? {
        let message = WordWriter()
        let child: WorkerProcess
        switch state {
        case .fresh(let fresh):
            child = fresh
            message.put(all: [all()]) { message.put(asTheyAre: $0) }
        case .knowing(let knowing, let updates):
            child = knowing
            message.put(all: updates) { message.put(asTheyAre: $0) }
        case .none, .starting, .givenUp: return nil
        }
        message.put(asTheyAre: request)
        do throws(MessagePipe.Failure) {
            try child.pipe.send(message.bytes)
            let reader = WordReader(try child.pipe.receive())
            guard let answer = read(reader), reader.isAtEnd else { throw .malformed }
            state = .knowing(child, [])
            failureCount = 0
            return answer
        } catch {
            fail(text(of: error))
            return nil
        }
    }

    // MARK: The end

    private func text(of failure: MessagePipe.Failure) -> String {
        switch failure {
        case .ended: "has ended"
        case .malformed: "has answered something that is no answer"
        case .silent: "has been silent for \(program.patience)"
        }
    }

    private func fail(_ what: String) {
        end(within: 0)
        failureCount += 1
        if failureCount < Self.failureLimit {
            say("worker \(number) \(what); its work is done again, and another one is started")
        } else {
            giveUp("\(what), \(failureCount) times in a row")
        }
    }

    private func giveUp(_ what: String) {
        end(within: 0)
        state = .givenUp
        say("worker \(number) \(what); the exploration goes on without it")
    }

    /// The process has no more input, and is gone when this returns.
    private func end(within milliseconds: Int32) {
        switch state {
        case .none, .givenUp: return
        case .starting(let child), .fresh(let child), .knowing(let child, _):
            child.end(within: milliseconds)
            state = .none
        }
    }
}
