import CycleBase

/// A running fixture program, with its standard input and output as pipes.
final class Fixture {
    private(set) var process: pid_t = 0
    private let input: Int32
    private let output: Int32
    private var buffered: [UInt8] = []

    convenience init(_ arguments: String...) {
        self.init(running: Fixture.saver, arguments)
    }

    /// - Parameter script: Of the shell; `$0` is the path of the fixture program.
    convenience init(script: String, _ arguments: String...) {
        self.init(running: "/bin/sh", ["-c", script, Fixture.saver] + arguments)
    }

    private init(running path: String, _ arguments: [String]) {
        // No other program that is started at the same time has an end of them.
        let (toChild, fromChild) = (RealBench.makePipe(), RealBench.makePipe())
        (input, output) = (toChild.writing, fromChild.reading)
        #if canImport(Darwin)
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, toChild.reading, 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild.writing, 1)
        // The parent of the tests may ignore signals: nohup does, and so does a shell for jobs in the background.
        var defaults = sigset_t()
        sigfillset(&defaults)
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var strings = ([path] + arguments).map { strdup($0) } + [nil]
        let outcome = posix_spawn(&process, path, &actions, &attributes, &strings, environ)
        precondition(outcome == 0, "cannot run \(path): \(outcome)")
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
        for string in strings { free(string) }
        for end in [toChild.reading, fromChild.writing] { close(end) }
    }

    private static var saver: String { folder + "/FileSaver" }

    /// Where the test program is, and beside it the fixtures.
    private static var folder: String {
        var bytes = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        let path = String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    }

    /// The next line that it prints; `nil` at the end of its output.
    func line() -> String? {
        while true {
            if let end = buffered.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffered.removeFirst(end + 1) }
                return String(decoding: buffered[..<end], as: UTF8.self)
            }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = read(output, &bytes, bytes.count)
            guard count > 0 else { return nil }
            buffered += bytes[..<count]
        }
    }

    func endInput() {
        close(input)
    }

    func kill() {
        #if canImport(Glibc)
            CycleBase.kill(process, SIGKILL)
        #elseif canImport(Darwin)
            CycleBase.kill(process, SIGKILL)
        #endif
    }

    /// - Returns: The exit code; 128 and the signal's number if a signal ended it.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        waitpid(process, &status, 0)
        close(output)
        return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
    }
}
