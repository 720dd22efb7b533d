import CycleBase

/// A process that was started on the terminal.
///
/// It stays in the program's own process group: the keys that stop and continue a job reach both.
final class ChildProgram: Sendable {
    struct Code: Error {
        let number: Int32
    }

    /// `nil` once it has ended, when its number may be another's.
    private let process: Guarded<pid_t?>

    private init(_ process: pid_t) {
        self.process = Guarded(process)
    }

    static func start(
        _ program: ConsoleDriver.Program, input: Int32, output: Int32
    ) -> Result<ChildProgram, Code> {
        spawn(
            Spawning.Order(
                words: [program.name] + program.arguments, descriptors: [0: input, 1: output], folder: program.folder,
                variables: program.environment)
        ).map { ChildProgram($0) }
    }

    static func spawn(_ order: Spawning.Order) -> Result<pid_t, Code> {
        do throws(SystemFailure) {
            return .success(try Spawning.start(order))
        } catch {
            return .failure(Code(number: error.code))
        }
    }

    /// Blocks until it has ended.
    func wait() -> ConsoleDriver.Program.Status {
        guard let process = process.withLock({ $0 }) else { return .exited(0) }
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        var status: Int32 = 0
        self.process.withLock {
            $0 = nil
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
        return ProgramStatus(waitStatus: status)
    }

    /// Ends it at once, and waits for that.
    func kill() {
        process.withLock { process in
            guard let process else { return }
            _ = CycleBase.kill(process, SIGKILL)
        }
        _ = wait()
    }

    func terminate() {
        process.withLock { process in
            guard let process else { return }
            _ = CycleBase.kill(process, SIGTERM)
            // A process that is stopped receives SIGTERM only after SIGCONT.
            _ = CycleBase.kill(process, SIGCONT)
        }
    }
}
