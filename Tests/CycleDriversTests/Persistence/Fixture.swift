#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

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
        var (toChild, fromChild): ([Int32], [Int32]) = ([0, 0], [0, 0])
        precondition(pipe(&toChild) == 0 && pipe(&fromChild) == 0, "no pipes")
        (input, output) = (toChild[1], fromChild[0])
        // Another fixture that is started at the same time must not hold these open.
        for end in [input, output] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        for end in [toChild[0], fromChild[1]] { posix_spawn_file_actions_addclose(&actions, end) }
        var strings = ([path] + arguments).map { strdup($0) } + [nil]
        let outcome = posix_spawn(&process, path, &actions, nil, &strings, environ)
        precondition(outcome == 0, "cannot run \(path): \(outcome)")
        posix_spawn_file_actions_destroy(&actions)
        for string in strings { free(string) }
        close(toChild[0])
        close(fromChild[1])
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
            Glibc.kill(process, SIGKILL)
        #elseif canImport(Darwin)
            Darwin.kill(process, SIGKILL)
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
