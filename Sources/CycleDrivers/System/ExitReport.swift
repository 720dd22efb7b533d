import CycleBase

/// Failures that no frame could show, because no frame follows the last output. The process prints them on standard
/// error when it exits, and then exits with an error.
///
/// - Source: `close_stdout` of gnulib.
enum ExitReport {
    /// The number of problems that are printed: one full disk may fail a thousand files.
    private static let problemLimit = 100

    private static let problems = Guarded<[String]>([])
    private static let allNotes = Guarded<[String]>([])
    private static let exitWatch: Void = { atexit { ExitReport.end() } }()
    private static let process = OwningProcess()

    /// `atexit` calls its functions in reverse order, so functions that are registered later run before this one.
    static func watch() {
        process.claim()
        exitWatch
    }

    /// From any thread.
    static func add(_ problem: String) {
        problems.withLock { problems in
            if problems.count < problemLimit, !problems.contains(problem) { problems.append(problem) }
        }
    }

    /// Tells the programmer of a debug build something that is no failure: as the problems, but the process exits as it would.
    static func note(_ text: String) {
        watch()
        allNotes.withLock { notes in
            if notes.count < problemLimit, !notes.contains(text) { notes.append(text) }
        }
    }

    /// The notes that the process has not printed yet.
    static var notes: [String] { allNotes.withLock { $0 } }

    /// A process that ends by a signal does not exit: the code that raises the signal calls this before.
    ///
    /// - Returns: Whether there was a problem.
    @discardableResult
    static func say() -> Bool {
        guard process.isThisOne else { return false }
        let problems = problems.withLock { problems in
            defer { problems = [] }
            return problems
        }
        let notes = allNotes.withLock { notes in
            defer { notes = [] }
            return notes.map { "note: \($0)" }
        }
        guard !problems.isEmpty || !notes.isEmpty else { return false }
        // The terminal is given back first; at an exit no function would after this.
        SignalWatch.beforeDeath()
        let program = CommandLine.arguments.first?.split(separator: "/").last.map { "\($0): " } ?? ""
        StandardError.write(Array((problems + notes).map { "\(program)\($0)\n" }.joined().utf8))
        return !problems.isEmpty
    }

    private static func end() {
        guard say() else { return }
        fflush(nil)
        _exit(1)
    }
}
