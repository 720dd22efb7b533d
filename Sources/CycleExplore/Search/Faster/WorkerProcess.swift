import CycleDrivers
import CycleBase

/// The program of the workers of a search, and how one is started.
struct WorkerProgram: Sendable {
    /// The name of the program, the scenario and the bounds as a number: the greeting of a worker that has started.
    let identity: UInt64
    /// How long a worker may do nothing while a piece is waited for. Then it is killed, as it may hang for ever.
    var patience: Duration = .seconds(120)
    /// Starts the worker with a number.
    let start: @Sendable (_ number: Int) throws(SystemFailure) -> WorkerProcess
}

extension WorkerProgram {
    /// - Parameters:
    ///   - words: A program, looked up in `PATH` unless it has a slash, and its arguments.
    ///   - identity: The greeting of a worker.
    ///   - patience: `nil` for two minutes.
    init(_ words: [String], identity: UInt64, patience: Duration?) {
        self.init(identity: identity) { number throws(SystemFailure) in try WorkerProcess(words, number) }
        if let patience { self.patience = patience }
    }
}

/// A process that has been started, and its pipes.
struct WorkerProcess: Sendable {
    var pipe: MessagePipe
    /// `nil` for a worker inside of this process.
    private let process: pid_t?

    init(partOfThis pipe: MessagePipe) {
        self.pipe = pipe
        process = nil
    }

    fileprivate init(_ words: [String], _ number: Int) throws(SystemFailure) {
        let (ours, theirs) = try MessagePipe.makePair()
        defer { theirs.close() }
        do throws(SystemFailure) {
            process = try Spawning.start(
                Spawning.Order(
                    words: words, descriptors: [STDIN_FILENO: theirs.input, STDOUT_FILENO: theirs.output],
                    variables: ["SWIFT_DETERMINISTIC_HASHING": "1", "CYCLE_WORKER": "\(number)"]))
        } catch {
            ours.close()
            throw error
        }
        pipe = ours
    }

    /// Closes the worker's input, which ends it, and kills one that has not ended in time. Returns when the process is gone.
    func end(within milliseconds: Int32) {
        Descriptors.close(pipe.output)
        _ = pipe.isReadable(within: milliseconds)
        Descriptors.close(pipe.input)
        guard let process else { return }
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
}

extension MessagePipe {
    /// The ends of two pipes, one in each direction. Only writing to the second one does not block: it may hang.
    static func makePair() throws(SystemFailure) -> (MessagePipe, MessagePipe) {
        let there = try Descriptors.makePipe()
        let back: (reading: Int32, writing: Int32)
        do throws(SystemFailure) {
            back = try Descriptors.makePipe()
        } catch {
            MessagePipe(input: there.reading, output: there.writing).close()
            throw error
        }
        for end in [there.reading, back.reading, back.writing] {
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) & ~O_NONBLOCK)
        }
        Descriptors.preventSignal(ofWritingTo: there.writing)
        return (
            MessagePipe(input: back.reading, output: there.writing),
            MessagePipe(input: there.reading, output: back.writing)
        )
    }
}
