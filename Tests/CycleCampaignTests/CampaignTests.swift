import Foundation
import TestSupport
import Testing

@testable import CycleCampaign

/// The worker of the sample, as engines start it.
@Suite("Campaigns", .waiting)
struct CampaignTests {
    private struct Result {
        let code: Int32
        let output: String
    }

    private let temporary: Folder
    private var folder: URL { URL(fileURLWithPath: temporary.path) }

    init() throws {
        temporary = try Folder()
    }

    private static func process(_ words: [String], _ environment: [String: String] = [:]) -> (Process, Pipe) {
        let process = Process()
        process.executableURL = builtProgram("checks")
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        return (process, pipe)
    }

    private func process(_ words: [String], _ environment: [String: String] = [:]) -> (Process, Pipe) {
        Self.process(words, environment)
    }

    /// The exploration to its end, which several tests compare with: it takes seconds.
    private static let explored = Swift.Result { try checks("explore", "search", "--quiet") }

    @discardableResult
    private func checks(_ words: String..., in environment: [String: String] = [:]) throws -> Result {
        try Self.checks(words, in: environment)
    }

    private static func checks(_ words: String...) throws -> Result { try checks(words, in: [:]) }

    private static func checks(_ words: [String], in environment: [String: String]) throws -> Result {
        let (process, pipe) = process(words, environment)
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Result(code: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
    }

    private func write(_ text: String, _ name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try text.write(to: file, atomically: false, encoding: .utf8)
        return file.path
    }

    #if os(Linux)
        @Test("lists its scenarios, and says what is wrong with arguments by the exit code 2")
        func arguments() throws {
            #expect(try checks("list").output == "search\nlong-search\nweather\n")
            for word in ["help", "--help", "-h"] {
                let help = try checks(word)
                #expect(help.code == 0 && help.output.contains("run NAME --seeds 1000 "))
            }
            let wrong = [
                ["run", "search"], ["run", "nothing", "--seeds", "0..<1"], ["run", "search", "--seeds", "9..<1"],
                ["run", "search", "--seeds", "0..."], ["run", "search", "--seeds", "-1"],
                ["run", "search", "--seeds", "+1"], ["run", "search", "--seeds", "0..<1", "--shard", "+0/3"],
                ["fly"], [], ["replay", "search"], ["report"], ["run", "search", "--seeds", "0..<1", "--shard", "3/3"],
                ["report", "/nowhere/at/all"], ["explore", "search", "--jobs", "0"],
                ["run", "search", "--seeds", "9000000000000", "--shard", "5000000000/9000000000000000000"],
            ]
            for words in wrong {
                let (process, _) = process(words)
                try process.run()
                process.waitUntilExit()
                #expect(process.terminationStatus == 2, "\(words)")
            }
        }

        @Test("a law that no seed breaks is 0, one that is broken 1, and its seed is done again alone")
        func seeds() throws {
            let right = try checks("run", "search", "--seeds", "70", "--quiet")
            #expect(right.code == 0 && right.output.contains(#""kind":"ran","scenario":"search","from":64,"to":70"#))
            let wrong = try checks("run", "weather", "--seeds", "0..<70", "--quiet")
            #expect(wrong.code == 1)
            let report = try checks("report", try write(wrong.output, "wrong.jsonl"))
            #expect(report.code == 1)
            #expect(report.output.hasPrefix("weather: 70 seeds of 70, "), "\(report.output)")
            let least = try #require(report.output.firstMatch(of: /✗ a request ends: \d+ seeds?, the least (\d+)/))
            let again = try checks("replay", "weather", "--seed", String(least.output.1))
            #expect(again.code == 1 && report.output.contains(again.output.prefix { $0 != "\n" }), "\(again.output)")
        }

        @Test("a report writes nothing that a terminal obeys, whatever stands in the file")
        func inert() throws {
            let law = "l\u{1B}]0;a\u{07}\u{9B}31m\u{202E}"
            let line = CampaignLine.broken(.init(scenario: "a\u{1B}[2J", law: law, seed: 1))
            let report = try checks("report", try write("\(line)\n", "hostile.jsonl"))
            #expect(report.output.contains("2J"), "\(report.output)")
            let obeyed = report.output.unicodeScalars.filter {
                $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value))
            }
            #expect(
                obeyed.isEmpty && !report.output.unicodeScalars.contains("\u{202E}"),
                "\(report.output.debugDescription)")
        }

        @Test("parts of any workers, in any order and some twice, are the report of one")
        func merged() throws {
            let whole = try checks("run", "weather", "--seeds", "0..<192", "--quiet").output
            let expected = try checks("report", try write(whole, "whole.jsonl")).output
            var parts: [String] = []
            for index in 0..<3 {
                parts.append(
                    try checks("run", "weather", "--seeds", "0..<192", "--shard", "\(index)/3", "--quiet").output)
            }
            let lines = (parts + [parts[1]]).joined().split(separator: "\n").reversed()
            let merged = try write(lines.joined(separator: "\n") + "\n", "merged.jsonl")
            #expect(try checks("report", merged).output == expected)
            let missing = try checks("report", try write(parts[0] + parts[2], "missing.jsonl"))
            #expect(missing.output.contains("\nweather: missing: 64..<128\n"), "\(missing.output)")
        }

        @Test("a campaign without failures that lacks seeds ends with 3, and a line that is cut is counted")
        func incomplete() throws {
            let half = try checks("run", "search", "--seeds", "0..<128", "--shard", "0/2", "--quiet").output
            let report = try checks("report", try write(half + #"{"format":"cycle-camp"#, "half.jsonl"))
            #expect(report.code == 3)
            #expect(report.output.contains("search: missing: 64..<128\n"), "\(report.output)")
            #expect(report.output.hasSuffix("1 lines are not whole, or not of this version\n"), "\(report.output)")
        }

        @Test("a worker that is killed again and again loses nothing and doubles nothing")
        func killed() throws {
            let whole = try checks("run", "search", "--seeds", "0..<128", "--quiet").output
            let expected = try checks("report", try write(whole, "all.jsonl")).output
            var lines = Data()
            for round in 0..<TestSupport.killCount(3) {
                let (worker, pipe) = process(["run", "search", "--seeds", "0..<128", "--quiet"])
                try worker.run()
                // In the middle of something, each time a little later.
                lines += try pipe.fileHandleForReading.read(upToCount: 100 + 60 * round) ?? Data()
                kill(worker.processIdentifier, SIGKILL)
                lines += try pipe.fileHandleForReading.readToEnd() ?? Data()
                worker.waitUntilExit()
            }
            let file = try write(String(decoding: lines, as: UTF8.self), "killed.jsonl")
            try checks("run", "search", "--seeds", "0..<128", "--out", file, "--quiet")
            #expect(try checks("report", file).output == expected)
        }

        @Test(
            "an exploration that is killed again and again goes on, and says the same in the end",
            arguments: [[], ["--spill"]])
        func resumed(_ spill: [String]) throws {
            let expected = try Self.explored.get().output
            let file = try write("", "results.jsonl").replacing("results.jsonl", with: "checkpoint")
            let words =
                ["explore", "search", "--checkpoint", file, "--every", "0s", "--quiet"]
                + spill.flatMap { [$0, file + ".spill"] }
            let seed = UInt64.random(in: 0...9_999)
            var random = SeededChance(seed: seed)
            let changes = FolderChanges(temporary.path)
            var (killCount, wentOnCount) = (0, 0)
            for round in 0..<TestSupport.killCount(4) {
                let before = identity(of: file)
                if before != nil { wentOnCount += 1 }
                let (worker, _) = process(words)
                let end = temporary.path + "/end-\(round)"
                worker.terminationHandler = { _ in _ = FileManager.default.createFile(atPath: end, contents: nil) }
                try worker.run()
                // Behind a checkpoint of its own, and a little later.
                while !FileManager.default.fileExists(atPath: end), [before, nil].contains(identity(of: file)) {
                    changes.wait()
                }
                passTime(&random)
                kill(worker.processIdentifier, SIGKILL)
                worker.waitUntilExit()
                if worker.terminationReason == .uncaughtSignal { killCount += 1 }
            }
            #expect(
                killCount > 0 && wentOnCount > 0, "seed \(seed): killed \(killCount), went on \(wentOnCount) times")
            let (last, pipe) = process(words)
            try last.run()
            let end = try pipe.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
            last.waitUntilExit()
            #expect(end == expected && last.terminationStatus == 0)
            #expect(
                !FileManager.default.fileExists(atPath: file)
                    && !FileManager.default.fileExists(atPath: file + ".spill"))
            _ = try write("something else", "checkpoint")
            #expect(try checks("explore", "search", "--checkpoint", file, "--quiet").code == 2)
        }

        @Test("a checkpoint is of one program: one that was built anew, as long as before, does not go on with it")
        func builtAnew() throws {
            let file = temporary.path + "/checkpoint"
            let words = ["explore", "long-search", "--checkpoint", file, "--every", "0s", "--quiet"]
            let (first, _) = process(words)
            let changes = FolderChanges(temporary.path)
            try first.run()
            while identity(of: file) == nil { changes.wait() }
            kill(first.processIdentifier, SIGKILL)
            first.waitUntilExit()

            // Another process writes it: a child of a test beside this one would keep a file open that is written here, and it would
            // not be executed.
            let (other, _) = process([])
            let program = builtProgram("checks").path
            let build = "LC_ALL=C sed 's/run NAME --seeds/Run NAME --seeds/' \"$0\" > checks && chmod 700 checks"
            other.arguments = ["-c", "cd '\(temporary.path)' && \(build) && exec ./checks \"$@\"", program] + words
            other.executableURL = URL(fileURLWithPath: "/bin/sh")
            try other.run()
            other.waitUntilExit()
            #expect(other.terminationStatus == 2)
            let sizes = [program, temporary.path + "/checks"].map { path in
                (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
            }
            #expect(sizes[0] != nil && sizes[0] == sizes[1])
        }

        @Test("a worker is the same program also where a shell has found it by its name")
        func foundByName() throws {
            let folder = builtProgram("checks").deletingLastPathComponent().path
            let path = folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/bin:/usr/bin")
            let (process, _) = process(
                ["explore", "search", "--processes", "2", "--by", "checks", "--quiet"], ["PATH": path])
            let text = try process.complaint()
            #expect(process.terminationStatus == 0 && text.isEmpty, "\(text)")
        }

        /// The number of a file in its file system, which is another one for each checkpoint; `nil` where there is none.
        private func identity(of path: String) -> Int? {
            (try? FileManager.default.attributesOfItem(atPath: path))?[.systemFileNumber] as? Int
        }

        @Test("runs for no time at all is a mistake; checkpoints without a pause are none")
        func times() throws {
            #expect(try checks("run", "search", "--seeds", "0..<10", "--time", "0s", "--quiet").code == 2)
            let whole = try checks("run", "search", "--seeds", "0..<10", "--every", "0s", "--quiet")
            #expect(whole.code == 0 && whole.output.contains(#""from":0,"to":10"#), "\(whole.output)")
        }

        @Test("a law that was broken stays broken when the time is over")
        func brokenInTime() throws {
            let result = try checks("run", "weather", "--seeds", "0..<100000000", "--time", "1s", "--quiet")
            #expect(result.code == 1 && result.output.contains(#""kind":"broken""#))
        }

        @Test(
            "takes its part by the variables of engines",
            arguments: [
                ["SLURM_ARRAY_TASK_ID": "11", "SLURM_ARRAY_TASK_MIN": "10", "SLURM_ARRAY_TASK_COUNT": "2"],
                ["BUILDKITE_PARALLEL_JOB": "1", "BUILDKITE_PARALLEL_JOB_COUNT": "2"],
                ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"], ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "2"],
            ])
        func engines(_ environment: [String: String]) throws {
            let part = try checks("run", "search", "--seeds", "0..<128", "--quiet", in: environment).output
            #expect(
                part.contains(#""from":64,"to":128"#) && !part.contains(#""kind":"ran","scenario":"search","from":0"#))
        }

        @Test("takes its part by the index of Kubernetes, and how many there are by an argument")
        func kubernetes() throws {
            let words = ["run", "search", "--seeds", "0..<128", "--of", "2", "--quiet"]
            let (worker, pipe) = process(words, ["JOB_COMPLETION_INDEX": "0"])
            try worker.run()
            let part = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(part.contains(#""kind":"ran","scenario":"search","from":0,"to":64"#), "\(part)")
            #expect(!part.contains(#""kind":"ran","scenario":"search","from":64"#), "\(part)")
        }

        @Test("pieces that an engine cuts by itself are reported as the campaign that they are of")
        func pieces() throws {
            let pieces = try ["0..<64", "128..<192"].map {
                try checks("run", "search", "--seeds", "0..<256", "--only", $0, "--quiet").output
            }
            let report = try checks("report", try write(pieces.joined(), "pieces.jsonl"))
            #expect(report.code == 3 && report.output.contains("search: 128 seeds of 256"), "\(report.output)")
            #expect(!report.output.contains("not whole"), "\(report.output)")
            #expect(try checks("run", "search", "--seeds", "0..<64", "--only", "9..<1").code == 2)
        }

        @Test("a piece outside of the seeds runs none, and says so")
        func noSeeds() throws {
            let (worker, pipe) = process(["run", "search", "--seeds", "0..<10", "--only", "20..<30"])
            let errors = Pipe()
            worker.standardError = errors
            try worker.run()
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(said == "search: seeds 10..<10 (--only)\n")
            let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(!output.contains(#""kind":"ran""#), "\(output)")
        }

        private static var hasPython: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") }

        @Test("a piece that Ray runs is read as the worker wrote it", .enabled(if: hasPython))
        func ray() throws {
            let tool = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appendingPathComponent("Tools/ray").path
            let program = builtProgram("checks").path
            let script = """
                import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "\(tool)")
                import campaign
                print(campaign.run_piece(["\(program)"], "search", campaign.Seeds(64, 128), campaign.Seeds(0, 256)), end="")
                """
            let (python, pipe) = process(["-c", script])
            python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
            try python.run()
            let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            python.waitUntilExit()
            let report = try checks("report", try write(lines, "ray.jsonl"))
            #expect(report.output.hasPrefix("search: 64 seeds of 256, 3830 events\n"), "\(report.output)")
            #expect(!report.output.contains("not whole"), "\(report.output)")
        }

        @Test("walks through states by lines on a pipe, back and to a state of the picture, and saves the way")
        func walked() throws {
            let recording = try write("", "way.jsonl")
            let (walker, output) = process(["walk", "weather"])
            let input = Pipe()
            walker.standardInput = input
            try walker.run()
            let mistakes = ["9", "b -3", "b 0", "nonsense", "go 100000"]
            let lines = ["1"] + mistakes + ["2", "b", "go 1", "2", "1", "save \(recording)"]
            input.fileHandleForWriting.write(Data((lines.joined(separator: "\n") + "\n").utf8))
            try input.fileHandleForWriting.close()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            walker.waitUntilExit()
            #expect(text.contains("weather, 0 events\n"), "\(text)")
            #expect(text.contains("  1  keys: a\n") && text.contains("there is no 9 in the menu"), "\(text)")
            #expect(
                text.contains("a number: this happens next") && text.contains("there is no state 100000"), "\(text)")
            #expect(text.contains("b 3 goes three back, not -3\n") && text.contains("not 0\n"), "\(text)")
            let kept = try String(contentsOfFile: recording, encoding: .utf8)
            #expect(
                kept.hasPrefix(#"{"format":"cycle-recording","version":2"#) && kept.contains(#""lens":"keys""#),
                "\(kept)")
        }

        @Test(
            "an output that is full is said, and fails",
            arguments: [["list"], ["help"], ["report", "/dev/null"], ["walk", "weather"]])
        func fullOutput(_ words: [String]) throws {
            let (process, _) = process(words)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
            let text = try process.complaint()
            #expect(process.terminationStatus == 3 && text.hasPrefix("the output cannot be written"), "\(text)")
        }

        @Test("the time that is left of 2^53 seeds is a number, too")
        func timeLeft() {
            #expect(CampaignProgress.seconds(for: 1 << 53, after: 1_000, in: .seconds(1 << 12)) > 1 << 54)
            #expect(CampaignProgress.seconds(for: 1 << 53, after: 0, in: .seconds(1 << 53)) > 1 << 54)
            #expect(CampaignProgress.seconds(for: 300, after: 100, in: .seconds(10)) == 30)
        }

        @Test("draws all states and the ways between them, and the law that is broken")
        func drawn() throws {
            let (right, wrong) = (try write("", "right.dot"), try write("", "wrong.dot"))
            try checks("walk", "search", "--steps", "2", "--quiet", "--dot", right)
            try checks("walk", "weather", "--quiet", "--dot", wrong)
            let states = try String(contentsOfFile: right, encoding: .utf8)
            #expect(states.hasPrefix("digraph states {") && states.contains(#"0 -> 1 [label="keys: a"]"#), "\(states)")
            #expect(
                try String(contentsOfFile: wrong, encoding: .utf8).contains(
                    #"broken [label="a request ends", color=red]"#))
        }

        @Test("explores, and draws a page of all results")
        func page() throws {
            let right = try Self.explored.get()
            let wrong = try checks("explore", "weather", "--quiet")
            let cut = try checks("explore", "search", "--steps", "2", "--quiet")
            #expect((right.code, wrong.code, cut.code) == (0, 1, 3))
            let seeds = try checks("run", "weather", "--seeds", "0..<64", "--quiet").output
            let html = folder.appendingPathComponent("page.html").path
            try checks("report", try write(right.output + wrong.output + seeds, "page.jsonl"), "--html", html)
            let page = try String(contentsOfFile: html, encoding: .utf8)
            #expect(page.contains("<h3>✗ a request ends</h3>") && page.contains("<title>The shortest timeline</title>"))
            #expect(page.contains("aria-label=\"the seeds that were run\"") && page.contains("scenario.happens(["))
        }
    #endif
}
