import CycleBase
import Foundation
import TestSupport
import Testing

@testable import CycleExplore

/// One search that several processes do together, as `checks explore` starts them.
@Suite("Processes", .waiting)
struct ProcessesTests {
    #if os(Linux)
        private let temporary: Folder
        private var folder: URL { URL(fileURLWithPath: temporary.path) }

        init() throws {
            temporary = try Folder()
        }

        /// A search with some hundred states, which ends at its bound with code 3.
        private static let search = ["search", "--steps", "4"]
        /// The search that one process does alone.
        private static let alone = Result { try ProcessesTests().explore(search) }

        private struct Output: Equatable {
            let code: Int32
            let output: String
            let errors: String
        }

        private static let program = builtProgram("checks").path

        /// The output of the sample with some arguments, without its progress, which depends on how fast the machine is.
        ///
        /// - Parameters:
        ///   - watch: Is called while it runs.
        ///   - ended: Is called when it has ended, on any thread.
        private func explore(
            _ words: [String], _ watch: (Process) throws -> Void = { _ in }, ended: @escaping @Sendable () -> Void = {}
        ) throws -> Output {
            let errors = folder.appendingPathComponent("errors-\(UUID())")
            try Data().write(to: errors)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Self.program)
            process.arguments = ["explore", "--quiet"] + words
            process.terminationHandler = { _ in ended() }
            let output = Pipe()
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
            try watch(process)
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return Output(
                code: process.terminationStatus, output: String(decoding: data, as: UTF8.self),
                errors: try String(contentsOf: errors, encoding: .utf8))
        }

        /// A program of the shell that starts a worker in its own way.
        private func script(_ text: String) throws -> String {
            let file = folder.appendingPathComponent("worker-\(UUID()).sh")
            try text.replacing("checks", with: "'\(Self.program)'").write(to: file, atomically: false, encoding: .utf8)
            return "sh '\(file.path)'"
        }

        @Test("decision 20: say the same as one does", arguments: [search, ["weather"]])
        func same(_ words: [String]) throws {
            let alone = try explore(words + ["--jobs", "1"])
            #expect(alone.output.contains(words == ["weather"] ? "a request ends" : "explored "))
            for count in 1...3 { #expect(try explore(words + ["--processes", "\(count)"]) == alone) }
            #expect(try explore(words + ["--processes", "3", "--jobs", "2"]) == alone)
            let spill = folder.appendingPathComponent("spill").path
            #expect(try explore(words + ["--processes", "2", "--spill", spill]) == alone)
            #expect(try explore(words + ["--processes", "2", "--by", try script("exec checks \"$@\"")]) == alone)
        }

        @Test("decision 20: explore all states together that there are")
        func complete() throws {
            let alone = try explore(["search", "--jobs", "1"])
            #expect(alone.output.contains("explored 719 states, 1469 events") && alone.code == 0)
            #expect(try explore(["search", "--processes", "2"]) == alone)
        }

        @Test(
            "have the bounds of the search that starts them",
            arguments: [["--steps", "4"], ["--states", "300"], ["--all-orders", "--steps", "3"]])
        func bounds(_ words: [String]) throws {
            let alone = try explore(["search", "--jobs", "1"] + words)
            #expect(alone.errors.isEmpty && alone.output.contains("explored "))
            #expect(try explore(["search", "--processes", "2"] + words) == alone)
        }

        @Test("a worker that ends in the middle of an answer is replaced, and its work is done again")
        func cut() throws {
            let alone = try Self.alone.get()
            // The greeting has 40 bytes; the answers of two workers together have more than 6,000.
            for count in [40, 41, 3_000] {
                let by = try script("checks \"$@\" | { dd bs=1 count=\(count) 2> /dev/null; kill -9 $$; }")
                let result = try explore(Self.search + ["--processes", "3", "--by", by])
                #expect(result.output == alone.output && result.code == alone.code, "\(count): \(result)")
                #expect(result.errors.contains(" has ended; its work is done again"), "\(result.errors)")
            }
        }

        @Test("a worker that fails three times in a row is said, and is not started again")
        func thirdFailure() async throws {
            let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let starts = Guarded(0)
                let link = WorkerLink(
                    WorkerProgram(identity: 1) { _ throws(SystemFailure) in
                        starts.withLock { $0 += 1 }
                        let (ours, theirs) = try MessagePipe.makePair()
                        _ = Descriptors.writeAll(Array("this is no answer\n".utf8), to: theirs.output) { true }
                        theirs.close()
                        return WorkerProcess(partOfThis: ours)
                    }, 1)
                link.waitForStart()
                // Each batch starts it, or hears what it says.
                for _ in 0..<10 { link.begin([]) }
                #expect(starts.withLock(\.self) == 3 && !link.isUsable)
            }
            let text = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(text.contains("answered something that is no answer, 3 times in a row; the exploration goes on"))
        }

        @Test("a worker that answers nonsense is said and replaced, and changes nothing")
        func nonsense() throws {
            let alone = try Self.alone.get()
            let never = try script("echo this is not an answer; cat > /dev/null")
            var result = try explore(Self.search + ["--processes", "2", "--by", never])
            #expect(result.output == alone.output && result.code == alone.code, "\(result)")
            // A slow machine has explored all before the worker has failed for the third time.
            #expect(result.errors.contains("answered something that is no answer"), "\(result.errors)")
            let later = try script(
                "checks \"$@\" | { dd bs=1 count=2000 2> /dev/null; echo nonsense nonsense nonsense nonsense; cat; }")
            result = try explore(Self.search + ["--processes", "2", "--by", later])
            #expect(result.output == alone.output && result.code == alone.code, "\(result)")
            #expect(result.errors.contains("answered something that is no answer; its work"), "\(result.errors)")
        }

        @Test("a worker that stops is killed when it is silent for as long as --patience says, and changes nothing")
        func silent() throws {
            let alone = try Self.alone.get()
            // Behind the greeting, and in the middle of the first answer: how many more it gives is chance. The next worker
            // does not stop.
            for count in [40, 300] {
                let marker = folder.appendingPathComponent("stopped-\(UUID())").path
                let by = try script(
                    """
                    [ -e '\(marker)' ] && exec checks "$@"
                    touch '\(marker)'
                    checks "$@" | { dd bs=1 count=\(count) 2> /dev/null; kill -STOP $$; }
                    """)
                let result = try explore(Self.search + ["--processes", "3", "--patience", "1s", "--by", by])
                #expect(result.output == alone.output && result.code == alone.code, "\(count): \(result)")
                #expect(result.errors.contains("has been silent for 1.0 seconds; its work is done again"), "\(result)")
            }
            let often = try script("checks \"$@\" | { dd bs=1 count=40 2> /dev/null; kill -STOP $$; }")
            let result = try explore(Self.search + ["--processes", "2", "--patience", "1s", "--by", often])
            #expect(result.output == alone.output && result.code == alone.code, "\(result)")
            // A slow machine has explored all before the worker has failed for the third time.
            #expect(result.errors.contains("has been silent for 1.0 seconds"), "\(result)")
            #expect(try explore(Self.search + ["--patience", "1s"]).code == 2)
            #expect(try explore(Self.search + ["--processes", "2", "--patience", "0s"]).code == 2)
        }

        @Test("a worker of other bounds, or one that cannot be started, is said, and the others go on")
        func others() throws {
            let alone = try Self.alone.get()
            let other = try explore(
                Self.search + ["--processes", "2", "--by", try script("exec checks \"$@\" --states 7")])
            #expect(other.output == alone.output && other.errors.contains("by other bounds"), "\(other)")
            let none = try explore(Self.search + ["--processes", "2", "--by", "/nowhere/at/all"])
            #expect(none.output == alone.output && none.errors.contains("worker 1 has ended"), "\(none)")
            #expect(try explore(Self.search + ["--by", "sh"]).code == 2)
            #expect(try explore(Self.search + ["--processes", "0"]).code == 2)
        }

        @Test("workers that are killed at any moment lose nothing and double nothing")
        func killed() throws {
            let alone = try Self.alone.get()
            let numbers = folder.appendingPathComponent("numbers").path
            let by = try script("echo $$ > '\(numbers)'; exec checks \"$@\"")
            try #require(mkfifo(numbers, 0o600) == 0)
            let fifo = open(numbers, O_RDWR)
            defer { close(fifo) }
            let seed = UInt64.random(in: 0...9_999)
            var random = SeededChance(seed: seed)
            var killCount = 0
            for _ in 0..<TestSupport.killCount(4) {
                let result = try explore(Self.search + ["--processes", "3", "--by", by]) { _ in
                    var bytes = [UInt8](repeating: 0, count: 4_096)
                    var isOver = false
                    while !isOver {
                        // A worker writes its number when it starts, and the end of the search writes "end".
                        let count = read(fifo, &bytes, bytes.count)
                        let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
                        isOver = count <= 0 || words.contains("end")
                        // From before the greeting to behind the end.
                        passTime(&random)
                        for worker in words.compactMap({ Int32($0) }) where kill(worker, SIGKILL) == 0 {
                            killCount += 1
                        }
                    }
                } ended: {
                    _ = write(fifo, "end\n", 4)
                }
                #expect(result.output == alone.output && result.code == alone.code, "seed \(seed): \(result)")
            }
            #expect(killCount > 0, "seed \(seed)")
        }
    #endif
}
