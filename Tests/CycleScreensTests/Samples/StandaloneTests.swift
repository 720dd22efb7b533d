import Foundation
import TestSupport
import Testing

@Suite("Programs that stand alone", .waiting)
struct StandaloneTests {
    /// Runs a program that was built beside the tests; returns the text on one of its outputs, and how it ended.
    private func run(
        _ command: String, isError: Bool
    ) throws -> (output: String, reason: Process.TerminationReason, status: Int32) {
        let process = Process()
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = tests.deletingLastPathComponent()
        let output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = isError ? FileHandle.nullDevice : output
        process.standardError = isError ? output : FileHandle.nullDevice
        try process.run()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: said, as: UTF8.self), process.terminationReason, process.terminationStatus)
    }

    /// Programs leave files where they run.
    private let elsewhere = "PATH=$PWD:$PATH; d=`mktemp -d`; cd $d; trap 'rm -r $d' EXIT;"

    @Test("questions without an answer fails and says why, and does not crash")
    func noAnswer() throws {
        let (said, reason, status) = try run("exec ./questions", isError: true)
        #expect(reason == .exit && status == 1)
        #expect(said.hasSuffix("questions: nothing is ordered\n"), "\(said)")
    }

    @Test("without an address there is nothing to do, and that is a mistake", arguments: ["fetch", "uptime"])
    func nothingToDo(_ program: String) throws {
        let (said, reason, status) = try run("exec ./\(program)", isError: true)
        #expect(reason == .exit && status == 2)
        #expect(said.hasPrefix("\(program): something is missing\n\(program) http://"), "\(said)")
    }

    #if os(Linux)
        @Test(
            "a program whose output is full says so, and fails",
            arguments: [
                "echo - one > todo.txt; todo", "gallery", "fetch http://127.0.0.1:1/", "uptime http://127.0.0.1:1/",
                "todo --help",
                "printf 'Me\\n1\\n1\\n.\\ny\\n' | questions",
            ])
        func fullOutput(_ command: String) throws {
            // A closed one is held open, empty, by what talks on standard error.
            for output in [">/dev/full", ">&-"] where output != ">&-" || !command.hasSuffix("questions") {
                let (said, reason, status) = try run("\(elsewhere) \(command) \(output)", isError: true)
                #expect(reason == .exit && status == 1, "\(output): \(status)")
                #expect(said.contains(": the output cannot be written"), "\(output): \(said)")
                #expect(said.hasSuffix("write elsewhere\n"), "\(output): \(said)")
            }
        }

        @Test("a program whose reader has gone ends, and says nothing", arguments: ["todo", "gallery"])
        func closedOutput(_ command: String) throws {
            let (said, _, status) = try run(
                "\(elsewhere) echo - one > todo.txt; (\(command); echo $? >&2) | true", isError: true)
            #expect(said == "0\n" && status == 0, "\(said)")
        }

        @Test("with few descriptors fetch fails, and does not crash", arguments: [16, 19, 22])
        func fewDescriptors(limit: Int) throws {
            let addresses = (1...6).map { "http://127.0.0.\($0):1/" }.joined(separator: " ")
            let (_, reason, status) = try run("ulimit -n \(limit); exec ./fetch \(addresses)", isError: false)
            #expect(reason == .exit && status == 1, "\(limit): \(status)")
        }
    #endif
}
