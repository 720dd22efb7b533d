import CycleBase
import CycleExplore

/// The files and processes of an exploration.
extension CampaignProgram {
    /// Where the exploration saves how far it is.
    func checkpoint(
        _ arguments: CampaignArguments, _ name: String, _ bounds: Bounds
    ) throws(CampaignArguments.Mistake) -> Checkpoint? {
        guard let path = arguments.checkpoint else { return nil }
        restartHashingAlike()
        var checkpoint = Checkpoint(path: path, identity: try identity(name, bounds))
        if let interval = arguments.interval { checkpoint.interval = interval }
        do throws(Checkpoint.Refusal) {
            try checkpoint.check()
        } catch {
            switch error {
            case .other: throw .init(text: "\(path) is the checkpoint of another program, scenario or of other bounds")
            case .otherVersion: throw .init(text: "\(path) is the checkpoint of another version of Cycle")
            case .damaged: throw .init(text: "\(path) is damaged: it was cut or changed. Remove it to begin anew")
            case .unreadable(let code):
                throw .init(text: "\(path) cannot be read: \(SystemFailure.words(of: code))")
            }
        }
        return checkpoint
    }

    /// - Parameter ending: Of its name: each process has a file of its own.
    func spill(
        _ arguments: CampaignArguments, ending: String = ""
    ) throws(CampaignArguments.Mistake) -> SpillFile? {
        guard let path = arguments.spill else { return nil }
        if let file = SpillFile(path + ending) { return file }
        throw .init(text: "\(path) cannot be made: \(SystemFailure.words(of: errno))")
    }

    /// The processes that take part in the exploration beside this one.
    func processes(
        _ arguments: CampaignArguments, _ scenario: NamedScenario, _ bounds: Bounds
    ) throws(CampaignArguments.Mistake) -> WorkerProcesses? {
        guard let count = arguments.numbers["processes"] else {
            if arguments.by != nil { throw .init(text: "--by needs --processes") }
            if arguments.patience != nil { throw .init(text: "--patience needs --processes") }
            return nil
        }
        guard count > 1 else { return nil }
        restartHashingAlike()
        // A worker that has ended is noticed when it is written to.
        signal(SIGPIPE, SIG_IGN)
        var words = ["explore", scenario.name, "--serve"]
        if let steps = arguments.numbers["steps"] { words += ["--steps", "\(steps)"] }
        if let states = arguments.numbers["states"] { words += ["--states", "\(states)"] }
        if arguments.has("all-orders") { words.append("--all-orders") }
        if let path = arguments.spill { words += ["--spill", path] }
        let program = arguments.by.map { ["/bin/sh", "-c", "exec \($0) \"$@\"", "sh"] } ?? [CommandLine.arguments[0]]
        return WorkerProcesses(
            count - 1, program + words, identity: try identity(scenario.name, bounds), patience: arguments.patience)
    }

    /// Expands pieces for the process that has started this one.
    func serve(_ scenario: NamedScenario, _ arguments: CampaignArguments) throws(CampaignArguments.Mistake) -> Exit {
        restartHashingAlike()
        var bounds = bounds(arguments, of: scenario)
        let identity = try identity(scenario.name, bounds)
        bounds.spill = try spill(arguments, ending: ".\(getpid())")
        // An application may print, or read: not on the pipes of the search.
        let pipe = (input: dup(STDIN_FILENO), output: dup(STDOUT_FILENO))
        dup2(STDERR_FILENO, STDOUT_FILENO)
        let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
        dup2(nothing, STDIN_FILENO)
        return scenario.serve(bounds, pipe, identity) ? .allHolds : .wrongArguments
    }

    /// The program, the scenario and the bounds as a number. How many threads there are makes no difference.
    ///
    /// The program is all bytes of its file, wherever it is and whenever it was written: one that was built anew finds what another
    /// law or rule would have found.
    private func identity(_ name: String, _ bounds: Bounds) throws(CampaignArguments.Mistake) -> UInt64 {
        // By the standard library, which is as fast in a debug build, whose file may be 100 MB long.
        var hasher = Hasher()
        do throws(SystemFailure) {
            try RunningProgram.read { bytes in bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
        } catch {
            throw .init(text: "the file of this program cannot be read: \(SystemFailure.words(of: error.code))")
        }
        var bounds = bounds
        (bounds.jobs, bounds.isQuiet) = (nil, false)
        hasher.combine("\(name) \(bounds)")
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    /// Processes that share fingerprints must hash alike: this one is started anew where it does not.
    private func restartHashingAlike() {
        let name = "SWIFT_DETERMINISTIC_HASHING"
        if Shard.variable(name) == "1" { return }
        setenv(name, "1", 1)
        var words = CommandLine.arguments.map { strdup($0) } + [nil]
        execvp(CommandLine.arguments[0], &words)
        stop("the program cannot start itself again; set \(name)=1 for it")
    }
}
