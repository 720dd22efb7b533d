import CycleBase

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    // For `environ`, a variable that any thread may change.
    @preconcurrency import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The parts of `posix_spawn` that differ between the systems.
package enum Spawning {
    #if canImport(Darwin)
        /// Darwin allocates these two behind a pointer, which is `nil` before.
        typealias FileActions = posix_spawn_file_actions_t?
        typealias Attributes = posix_spawnattr_t?
    #else
        typealias FileActions = posix_spawn_file_actions_t
        typealias Attributes = posix_spawnattr_t
    #endif

    static func makeFileActions() -> FileActions {
        #if canImport(Darwin)
            nil
        #else
            posix_spawn_file_actions_t()
        #endif
    }

    static func makeAttributes() -> Attributes {
        #if canImport(Darwin)
            nil
        #else
            posix_spawnattr_t()
        #endif
    }

    /// A process to start.
    package struct Order {
        /// The program and its arguments. A program without a slash is looked up in `PATH`: in that of `variables`, if it is there.
        var words: [String]
        /// The descriptors that become those of the child, by its numbers.
        var descriptors: [Int32: Int32]
        /// Where it starts; `nil` for the folder of this process.
        var folder: String?
        /// Variables in the place of those of this process, or beside them.
        var variables: [String: String]
        var group: Group
        /// A terminal that becomes all three standard descriptors, and controls the session of the child.
        var terminal: String?

        package init(
            words: [String], descriptors: [Int32: Int32], folder: String? = nil, variables: [String: String] = [:],
            group: Group = .ofThisProcess, terminal: String? = nil
        ) {
            self.words = words
            self.descriptors = descriptors
            self.folder = folder
            self.variables = variables
            self.group = group
            self.terminal = terminal
        }
    }

    /// The process group that a child is in.
    package enum Group: Sendable {
        case ofThisProcess
        case ofItsOwn
        /// Its session is its own, too, and has no terminal: what opens `/dev/tty` fails.
        case inSessionOfItsOwn
    }

    /// Starts a process.
    ///
    /// - Returns: Its number. It has to be waited for.
    package static func start(_ order: Order) throws(SystemFailure) -> pid_t {
        // The system cuts a word at a NUL.
        let words = order.words + [order.folder].compactMap(\.self) + order.variables.flatMap { [$0.key, $0.value] }
        guard !words.contains(where: { $0.utf8.contains(0) }),
            order.variables.keys.allSatisfy({ !$0.utf8.isEmpty && !$0.utf8.contains(UInt8(ascii: "=")) })
        else { throw SystemFailure(code: EINVAL) }
        // The system forgets how children end where SIGCHLD is ignored, as a parent may have left it.
        if SignalActions.isIgnored(SIGCHLD) { signal(SIGCHLD, SIG_DFL) }
        var actions = makeFileActions()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        open(order, by: &actions)
        if let folder = order.folder {
            let code = addFolder(folder, to: &actions)
            guard code == 0 else { throw SystemFailure(code: code) }
        }
        var attributes = makeAttributes()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        set(order.group, &attributes)
        var arguments = order.words.map { strdup($0) } + [nil]
        defer { for word in arguments { free(word) } }
        var lines = order.variables.isEmpty && order.terminal == nil ? [] : environment(of: order)
        defer { for line in lines { free(line) } }
        var process: pid_t = 0
        var code = ENOENT
        for program in programs(order) {
            let found = lines.withUnsafeMutableBufferPointer { lines in
                posix_spawn(
                    &process, program, &actions, &attributes, &arguments,
                    lines.isEmpty ? environment : lines.baseAddress)
            }
            // As `execvp`: a file that may not be started is an error only where no other folder has one.
            if found != ENOENT && found != ENOTDIR || code == ENOENT { code = found }
            guard [ENOENT, ENOTDIR, EACCES].contains(found) else { break }
        }
        guard code == 0 else { throw SystemFailure(code: code) }
        return process
    }

    /// The files to try, in their order.
    private static func programs(_ order: Order) -> [String] {
        let name = order.words[0]
        guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return [name] }
        let path = order.variables["PATH"] ?? variable("PATH") ?? "/usr/local/bin:/bin:/usr/bin"
        let folders = path.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let files = folders.map { folder in folder.isEmpty ? "./" + name : String(Substring(folder)) + "/" + name }
        // A start that fails costs a process. A path that is not absolute counts from the folder of the program.
        return files.filter { !$0.utf8.starts(with: "/".utf8) || access($0, F_OK) == 0 }
    }

    /// - Returns: 0, or an `errno`.
    private static func addFolder(_ folder: String, to actions: inout FileActions) -> Int32 {
        #if os(macOS) || canImport(Musl)
            posix_spawn_file_actions_addchdir_np(&actions, folder)
        #elseif canImport(Glibc)
            typealias Function =
                @convention(c) (
                    UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
                ) -> Int32
            let add = gnuFunction("posix_spawn_file_actions_addchdir_np", as: Function.self)
            return add?(&actions, folder) ?? ENOSYS
        #else
            ENOSYS
        #endif
    }

    #if canImport(Glibc)
        /// A function that the headers declare only for sources in GNU's dialect of C; `nil` in a version without it.
        static func gnuFunction<Function>(_ name: String, as type: Function.Type) -> Function? {
            dlsym(nil, name).map { unsafeBitCast($0, to: type) }
        }
    #endif

    /// Gives the child its descriptors, and none of this process.
    private static func open(_ order: Order, by actions: inout FileActions) {
        for (number, descriptor) in order.descriptors.sorted(by: { $0.key < $1.key }) {
            posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        }
        if let terminal = order.terminal {
            // The child leads its session by then: the first terminal that it opens controls it.
            posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
            for number in 1...2 as ClosedRange<Int32> { posix_spawn_file_actions_adddup2(&actions, 0, number) }
        }
        closeOthers(than: order.descriptors.keys, by: &actions)
    }

    /// Sets the group. Neither what is ignored here nor what this thread blocks is the child's business.
    private static func set(_ group: Group, _ attributes: inout Attributes) {
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        #if canImport(Darwin)
            let (closing, session) = (Int16(POSIX_SPAWN_CLOEXEC_DEFAULT), Int16(POSIX_SPAWN_SETSID))
        #else
            // The headers declare the flag only for sources in GNU's dialect of C.
            let (closing, session): (Int16, Int16) = (0, 0x80)
        #endif
        let membership =
            switch group {
            case .ofThisProcess: Int16(0)
            case .ofItsOwn: Int16(POSIX_SPAWN_SETPGROUP)
            case .inSessionOfItsOwn: session
            }
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | closing | membership)
    }

    /// The lines of the environment with some variables replaced, to be freed. The others stay as they are, byte for byte: they need
    /// not be UTF-8, and a name ends at a byte, which a Character may reach beyond. The size that this process was told is not that of a
    /// terminal of the child's own, but programs believe it more than the terminal.
    private static func environment(of order: Order) -> [UnsafeMutablePointer<CChar>?] {
        let sizes = order.terminal == nil ? [] : ["COLUMNS", "LINES"]
        let names = Set((order.variables.keys + sizes).map { Array($0.utf8) })
        var lines = order.variables.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") }
        var place = environment
        while let line = place?.pointee {
            let name = UnsafeRawBufferPointer(start: line, count: strlen(line)).prefix { $0 != UInt8(ascii: "=") }
            if !names.contains(Array(name)) { lines.append(strdup(line)) }
            place = place?.advanced(by: 1)
        }
        return lines + [nil]
    }

    /// The environment of this process, as a child receives it.
    static var environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
        #if canImport(Darwin)
            // No header of Darwin declares `environ`, and a library cannot link it.
            _NSGetEnviron().pointee
        #else
            environ
        #endif
    }
}
