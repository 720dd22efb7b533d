import Foundation
import Testing

/// The kernel is a budget of concepts: what is counted here is what has to fit in one head.
@Suite("The kernel")
struct KernelTests {
    /// The limits. A comment beside a number is the goal of DESIGN where that is lower. A number here only falls.
    enum Budget {
        /// 42 before a signal could go on with itself, and missed ticks waited 64 at a time: one that has polled for a year costs what it
        /// does after a second, and a night that was slept through takes no memory.
        static let types = 44
        /// 14.
        static let pathMethods = 13
        /// 14 with those that only lend a closure or are a box for a value.
        static let path = 17
        /// 2,640 before sessions had an end of their own (decision 23): a run returns no other's frame, and answers that double are stopped.
        /// 2,720 before wants of which all are cancelled before others start, and an end for alarms that double.
        /// 2,780 before a rule that knows the turn of its event: without it each function between a driver and a log passes a time on.
        static let mechanismLines = 2_788
        static let rawMemoryFiles = 2
        static let storedProperties = 16
    }

    static let kernel = ["Loop", "Signal", "Lens"]
    /// From the bottom up. `Watching` looks at a loop from outside: no event passes through it.
    static let layers = kernel + ["Watching", "Animation"]
    /// The files of `Signal` that are one operator or one source each. All others of the kernel are its mechanism.
    static let operators: Set = [
        "CombinePrevious", "CompactMap", "Debounce", "Delay", "EmittingWhile", "Filter", "Handle", "IgnoringValues",
        "InTurns", "Map",
        "Merge", "Prefix", "Prefixed", "RemoveDuplicates", "Sample", "Scan", "Throttle", "WithLatest", "Pipe",
        "Sources",
        "Ticks",
    ]

    let tree = Tree()

    private func files(of folders: [String]) throws -> [SourceFile] {
        try tree.swiftFiles(folders.map { "Sources/Cycle/\($0)" })
    }

    @Test("Cycle has the folders Loop, Signal, Lens, Watching and Animation, and no file beside them")
    func folders() throws {
        for file in try tree.swiftFiles("Sources/Cycle") {
            #expect(Self.layers.contains { file.path.hasPrefix("Sources/Cycle/\($0)/") }, "\(file.path)")
        }
    }

    @Test("a folder names no type of a folder above it")
    func directions() throws {
        for (level, folder) in Self.layers.enumerated() {
            let above = try Set(files(of: Array(Self.layers[(level + 1)...])).flatMap(\.visibleTypeNames))
            for file in try files(of: [folder]) {
                let named = file.capitalisedWords.intersection(above)
                #expect(named.isEmpty, "\(file.path) names \(named.sorted())")
            }
        }
    }

    @Test("files of different folders do not name each other, directly or round a corner")
    func circles() throws {
        let files = try files(of: Self.layers)
        let homes = Dictionary(
            files.flatMap { file in file.visibleTypeNames.map { ($0, file.path) } },
            uniquingKeysWith: { first, _ in first })
        let arrows = Dictionary(
            uniqueKeysWithValues: files.map { file in
                (file.path, Set(file.capitalisedWords.compactMap { homes[$0] }).subtracting([file.path]))
            })
        let reached = arrows.keys.reduce(into: [:]) { $0[$1] = Self.reachable(from: $1, along: arrows) }
        for one in files {
            let partners = (reached[one.path] ?? []).filter { other in
                reached[other]?.contains(one.path) == true && !other.contains("/\(one.folder)/")
            }
            #expect(partners.isEmpty, "\(one.path) and \(partners.sorted()) need each other")
        }
    }

    private static func reachable(from start: String, along arrows: [String: Set<String>]) -> Set<String> {
        var found: Set<String> = []
        var left = [start]
        while let path = left.popLast() {
            for next in arrows[path] ?? [] where found.insert(next).inserted { left.append(next) }
        }
        return found
    }

    @Test("raw memory stands in two files")
    func rawMemory() throws {
        let raw =
            /\bUnmanaged\b|\bUnsafe\w*Pointer\b|\bunsafe(BitCast|Downcast)\b|\b_withUnsafe|\b_openExistential|\bassumingMemoryBound\b/
        let found = try tree.swiftFiles("Sources/Cycle").filter { $0.code.contains(raw) }.map(\.path)
        #expect(found.count <= Budget.rawMemoryFiles && Set(found).isSubset(of: Self.memoryFiles), "\(found)")
    }

    static let memoryFiles: Set = ["Sources/Cycle/Loop/Letter.swift", "Sources/Cycle/Loop/Memory.swift"]

    @Test("Loop, Signal and Lens declare no more types than the budget, nested and private ones counted")
    func typeCount() throws {
        let types = try files(of: Self.kernel).flatMap(\.types)
        #expect(types.count <= Budget.types, "\(types.count): \(types.map(\.qualifiedName))")
    }

    @Test("no class of the kernel has more stored properties than one reading holds")
    func storedProperties() throws {
        for file in try files(of: Self.kernel) {
            for (name, count) in file.storedPropertyCounts {
                #expect(count <= Budget.storedProperties, "\(file.path): \(name) has \(count)")
            }
        }
    }

    @Test("the mechanism, which is all but the operators, has no more lines of code than the budget")
    func mechanismLines() throws {
        let mechanism = try files(of: Self.kernel).filter { file in
            let name = String(file.path.split(separator: "/").last?.dropLast(".swift".count) ?? "")
            // `Mistakes` is there for the compiler, which finds it in place of what was meant.
            return !(file.folder == "Signal" && Self.operators.contains(name)) && name != "Mistakes"
        }
        let count = mechanism.reduce(0) { $0 + $1.codeLineCount }
        #expect(count <= Budget.mechanismLines, "\(count)")
    }

    @Test("threads meet in four files of the loop, and tasks start in one file")
    func meetings() throws {
        let meetings = Set(
            ["Letter", "Mailbox", "Port", "Sampler"].map { "Sources/Cycle/Loop/\($0).swift" })
        for file in try tree.swiftFiles("Sources/Cycle") {
            let code = file.code
            for word in ["Mutex", "NSLock", "pthread_", "DispatchQueue", "nonisolated(unsafe)"] {
                #expect(!code.contains(word), "\(file.path): \(word)")
            }
            if !meetings.contains(file.path) {
                #expect(!code.contains("Atomic") && !code.contains("@unchecked"), "\(file.path)")
            }
            if file.path != "Sources/Cycle/Signal/Task.swift" {
                let isStarting = code.contains(/\bTask(\.detached|\.immediate)?\s*[({]/)
                #expect(!isStarting, "\(file.path)")
            }
        }
    }

    @Test("every public symbol of Cycle is documented")
    func documentation() throws {
        for file in try tree.swiftFiles("Sources/Cycle") {
            #expect(file.undocumented.isEmpty, "\(file.path): \(file.undocumented)")
        }
    }

    @Test("Cycle shows other products what is public and nothing else")
    func packageAccess() throws {
        for file in try tree.swiftFiles("Sources/Cycle") {
            let isSharing = file.code.contains(/\bpackage\b|@_spi/)
            #expect(!isSharing, "\(file.path)")
        }
    }
}
