import CycleBase
import CycleTesting
import TestSupport

@testable import CycleDrivers

/// A terminal of a test, with a program on it. The output of the program goes to a simulated terminal.
///
/// Waits for what happens, with a limit that only a failure reaches.
final class PseudoTerminal {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    enum Ending: Equatable {
        case exited(Int32)
        case killed(Int32)
        case stopped(Int32)
    }

    // Glibc's module does not name it.
    #if canImport(Glibc)
        private static let newSession: Int16 = 0x80
    #else
        private static let newSession = Int16(POSIX_SPAWN_SETSID)
    #endif

    private let master: Int32
    /// Held open, so that its settings outlive the program.
    let slave: Int32
    private var process: pid_t = 0
    private(set) var terminal: SimulatedTerminal
    private(set) var output: [UInt8] = []
    let path: String

    init(columns: Int = 60, rows: Int = 12) throws {
        terminal = SimulatedTerminal(columns: columns, rows: rows)
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        guard openpty(&ends.master, &ends.slave, nil, nil, nil) == 0,
            let path = Descriptors.terminalPath(of: ends.slave)
        else { throw Failure(description: "no pseudo-terminal: error \(errno)") }
        (master, slave) = ends
        for end in [master, slave] { closedInChildren(end) }
        self.path = path
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(slave)
        close(master)
        guard process > 0 else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    var settings: [UInt8] {
        var settings = termios()
        tcgetattr(slave, &settings)
        return withUnsafeBytes(of: &settings) { Array($0) }
    }

    /// Sets the terminal up as somebody else would who has not heard of the program.
    func reset(settings: [UInt8]) {
        var wanted = termios()
        withUnsafeMutableBytes(of: &wanted) { $0.copyBytes(from: settings) }
        tcsetattr(slave, TCSANOW, &wanted)
        terminal.write(Array("\u{1b}[?1049l\u{1b}[?7h\u{1b}[?25h\u{1b}[H\u{1b}[J".utf8))
    }

    func start(_ arguments: [String], environment: [String: String] = [:]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that the leader of a session opens becomes the session's.
        posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigfillset(&defaults)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        // The test's thread may block signals.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(
            &attributes, PseudoTerminal.newSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))
        var variables = ["TERM": "xterm", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"]
        variables.merge(environment) { $1 }
        var words = arguments.map { strdup($0) } + [nil]
        var lines = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for word in words + lines { free(word) } }
        let code = posix_spawn(&process, arguments[0], &actions, &attributes, &words, &lines)
        guard code == 0 else { throw Failure(description: "\(arguments[0]) does not start: error \(code)") }
    }

    /// Whether it has ended and nobody has asked how.
    static func isZombie(_ process: pid_t) -> Bool {
        let file = open("/proc/\(process)/stat", O_RDONLY)
        guard file >= 0 else { return false }
        defer { close(file) }
        guard case .bytes(let bytes) = Descriptors.read(file, upTo: 200) else { return false }
        return String(decoding: bytes, as: UTF8.self).contains(") Z ")
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(master, bytes, bytes.count)
    }

    func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        terminal.resize(columns: columns, rows: rows)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// As Ctrl-S and Ctrl-Q do.
    func stopOutput() { tcflow(slave, TCOOFF) }
    func startOutput() { tcflow(slave, TCOON) }

    func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// In milliseconds. Only a failure takes so long.
    private static let patience: Int32 = 300_000

    /// Reads what the program writes until the terminal looks as expected.
    func wait(for what: String, _ holds: (SimulatedTerminal) -> Bool) throws {
        while !holds(terminal) {
            guard try !readMore(before: -1) else { continue }
            throw Failure(description: "\(what) did not come; the terminal shows \(terminal.lines)")
        }
    }

    func wait(for text: String) throws {
        try wait(for: "'\(text)'") { $0.lines.contains { $0.contains(text) } }
    }

    /// Reads until the program has set the terminal up so. The system reports no such change, so it is looked for in between.
    func wait(forSettings wanted: [UInt8]) throws {
        var patience = PseudoTerminal.patience
        while settings != wanted {
            guard patience > 0 else { throw Failure(description: "the settings did not come") }
            if !read(limit: 10) { patience -= 10 }
        }
    }

    /// Reads on until the program has ended or was stopped.
    func ending() throws -> Ending {
        let (process, ends) = (process, try Descriptors.makePipe())
        // A thread waits: no descriptor tells that a program was stopped.
        _ = try SystemThread("Test ending") {
            var status: Int32 = 0
            while waitpid(process, &status, WUNTRACED) < 0, errno == EINTR {}
            _ = withUnsafeBytes(of: status) { CycleBase.write(ends.writing, $0.baseAddress, $0.count) }
            Descriptors.close(ends.writing)
        }
        defer { Descriptors.close(ends.reading) }
        // It may wait for somebody to read what it writes.
        while try readMore(before: ends.reading) {}
        guard case .bytes(let bytes) = Descriptors.read(ends.reading, upTo: 4) else {
            throw Failure(description: "it does not end: \(terminal.lines)")
        }
        while read(limit: 0) {}
        let outcome = outcome(of: bytes.withUnsafeBytes { $0.loadUnaligned(as: Int32.self) })
        if case .stopped = outcome { return outcome }
        self.process = 0
        return outcome
    }

    /// Reads nothing until the program has ended.
    func endingUnread() throws -> Ending {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure(description: "it cannot be waited for: error \(errno)") }
        }
        process = 0
        return outcome(of: status)
    }

    private func outcome(of status: Int32) -> Ending {
        if status & 0xff == 0x7f { return .stopped((status >> 8) & 0xff) }
        return status & 0x7f == 0 ? .exited((status >> 8) & 0xff) : .killed(status & 0x7f)
    }

    /// Reads what the program has written, once there is something.
    ///
    /// - Parameter other: Another descriptor that is waited for; -1 for none.
    /// - Returns: `false` when only the other one is ready, or neither for all patience.
    private func readMore(before other: Int32) throws -> Bool {
        var requests = [master, other].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var count: Int32
        repeat { count = poll(&requests, 2, PseudoTerminal.patience) } while count < 0 && errno == EINTR
        guard count >= 0 else { throw Failure(description: "no poll: error \(errno)") }
        return requests[0].revents & Int16(POLLIN) != 0 && read(limit: 0)
    }

    /// - Returns: Whether something came.
    private func read(limit: Int32) -> Bool {
        var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, limit) > 0, request.revents & Int16(POLLIN) != 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = CycleBase.read(master, &buffer, buffer.count)
        guard count > 0 else { return false }
        output += buffer.prefix(count)
        terminal.write(buffer.prefix(count))
        return true
    }
}

/// The thread sanitizer ends a process itself when it faults.
let isThreadSanitized = dlsym(nil, "__tsan_init") != nil

/// Where the program is that these tests run.
func fixturePath() -> String {
    let test = CommandLine.arguments[0]
    let folder = test.lastIndex(of: "/").map { String(test[..<$0]) } ?? "."
    if access(folder + "/ConsoleFixture", X_OK) == 0 { return folder + "/ConsoleFixture" }
    let package = #filePath.components(upTo: "/Tests/")
    return package + "/.build/debug/ConsoleFixture"
}

extension String {
    fileprivate func components(upTo mark: String) -> String {
        var end = startIndex
        while end < endIndex, !self[end...].hasPrefix(mark) { end = index(after: end) }
        return String(self[..<end])
    }
}

extension Readiness {
    /// The way of this system, and that of Darwin.
    static let tested = [Readiness.ofSystem, .bySelect]

    /// The fixture's environment for it.
    var variables: [String: String] { self == .bySelect ? ["READINESS": "select"] : [:] }
}
