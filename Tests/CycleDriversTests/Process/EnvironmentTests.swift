import Cycle
import CycleBase
import CycleTesting
import Foundation
import TestSupport
import Testing

@testable import CycleDrivers

@Suite("The environment of a program", .waiting, .timeLimit(.minutes(60)))
struct EnvironmentTests {
    private func run(_ command: ProcessCommand) async -> ProcessOutcome {
        var command = command
        command.output = .pieces
        return await outcome(of: command)
    }

    @Test("variables of this process that are no UTF-8 stay as they are, byte for byte")
    func bytes() async {
        // A combining mark behind the sign of equality makes one Character of both. Set by a shell: to change the environment of this process is a race with its other tests.
        let script =
            #"CYCLE_ODD=$(printf 'a\377\200b') CYCLE_MARK=$(printf '\314\201') ADDED=$(printf '\314\201') exec "$0" environment /"#
        let fixture = Fixture(script: script)
        fixture.endInput()
        #expect(fixture.line() == "cycle_added=1 61ff8062 cc81 ")
        _ = fixture.wait()
    }

    @Test("a program in a terminal of its own finds the size of that, and no other in its variables")
    func sized() {
        let fixture = Fixture(script: #"COLUMNS=201 LINES=61 exec "$0" sized /"#)
        fixture.endInput()
        #expect(fixture.line() == "none none 7 33")
        _ = fixture.wait()
    }

    @Test("a program has no descriptor of this process beside its own three")
    func descriptors() async throws {
        // Other libraries may leave such descriptors open in children.
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let script = "for end in \(ends[0]) \(ends[1]); do [ -e /dev/fd/$end ] && echo $end; done; echo no more"
        #expect(await run(ProcessCommand("sh", arguments: ["-c", script])).output == Array("no more\n".utf8))
    }

    @Test("a variable takes the place of the one with the same bytes as its name, and of no other")
    func names() async {
        let command = ProcessCommand(
            "sh", arguments: ["-c", "printf \"$HOME\""], environment: ["HOME": "/x", "HOM": "y", "HOMÉ": "z"])
        #expect(await run(command).output == Array("/x".utf8))
    }

    @Test("a name that cannot be one is a failure", arguments: ["", "A=B", "A\0"])
    func badNames(name: String) async {
        let frame = await run(ProcessCommand("true", arguments: [], environment: [name: "x"]))
        #expect(frame.last == .failed(1, .cannotStart(code: EINVAL)))
    }

    @Test("PATH in it counts for finding the program; an empty entry is the program's folder")
    func path() async {
        let folder = TemporaryFolder()
        folder.write("#!/bin/sh\necho found\n", to: "cycle-tool")
        #expect(chmod(folder.path(of: "cycle-tool"), 0o755) == 0)
        for path in ["/nowhere:\(folder.path)", "\(folder.path):/bin", ":/bin", "."] {
            let command = ProcessCommand("cycle-tool", arguments: [], in: folder.path, environment: ["PATH": path])
            #expect(
                await run(command) == ProcessOutcome(output: Array("found\n".utf8), last: .ended(1, .exited(0))),
                "\(path)")
        }
        let elsewhere = ProcessCommand("sh", arguments: ["-c", "true"], environment: ["PATH": folder.path])
        #expect(await run(elsewhere).last == .failed(1, .cannotStart(code: ENOENT)))
        #expect(chmod(folder.path(of: "cycle-tool"), 0o644) == 0)
        let forbidden = ProcessCommand("cycle-tool", arguments: [], environment: ["PATH": "\(folder.path):/bin"])
        #expect(await run(forbidden).last == .failed(1, .cannotStart(code: EACCES)))
    }
}
