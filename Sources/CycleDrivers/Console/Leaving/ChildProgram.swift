#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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
        spawn([program.name] + program.arguments, input: input, output: output).map { ChildProgram($0) }
    }

    static func spawn(
        _ command: [String], input: Int32, output: Int32, inGroupOfItsOwn: Bool = false
    ) -> Result<pid_t, Code> {
        // The system cuts a word at a NUL.
        guard !command.contains(where: { $0.utf8.contains(0) }) else { return .failure(Code(number: EINVAL)) }
        var actions = Spawning.makeFileActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The system forgets how children end where SIGCHLD is ignored, as a parent may have left it.
        if SignalActions.isIgnored(SIGCHLD) { signal(SIGCHLD, SIG_DFL) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        var attributes = Spawning.makeAttributes()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Neither what is ignored here nor what this thread blocks is the child's business.
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        let group = inGroupOfItsOwn ? Int16(POSIX_SPAWN_SETPGROUP) : 0
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | group)
        var words = command.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, command[0], &actions, &attributes, &words, Spawning.environment)
        return code == 0 ? .success(process) : .failure(Code(number: code))
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
        return status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: status & 0x7f)
    }

    /// Ends it at once, and waits for that.
    func kill() {
        process.withLock { process in
            guard let process else { return }
            _ = platformKill(process, SIGKILL)
        }
        _ = wait()
    }

    func terminate() {
        process.withLock { process in
            guard let process else { return }
            _ = platformKill(process, SIGTERM)
            // A process that is stopped receives SIGTERM only after SIGCONT.
            _ = platformKill(process, SIGCONT)
        }
    }
}

private func platformKill(_ process: pid_t, _ signal: Int32) -> Int32 {
    kill(process, signal)
}
