import CycleBase
import Foundation
import Testing

@testable import CycleDrivers

@Suite("Descriptors")
struct DescriptorsTests {
    @Test("threads that ask for their terminals at the same time do not get each other's")
    func terminalPaths() async throws {
        let terminals = try (0..<4).map { _ in try PseudoTerminal() }
        let paths = terminals.map(\.path)
        #expect(Set(paths).count == 4)
        let wrongCount = await withTaskGroup(of: Int.self) { group in
            for (slave, path) in zip(terminals.map(\.slave), paths) {
                group.addTask { (0..<2_000).count { _ in Descriptors.terminalPath(of: slave) != path } }
            }
            return await group.reduce(0, +)
        }
        #expect(wrongCount == 0)
        withExtendedLifetime(terminals) {}
    }

    @Test(
        "a program of other words than those that were asked for is not started",
        arguments: [("true\0x", "a"), ("true", "a\0x")])
    func cutWords(_ name: String, _ argument: String) {
        guard case .failure(let code) = ChildProgram.start(.init(name, argument), input: 0, output: 1) else {
            Issue.record("it was started")
            return
        }
        #expect(code.number == EINVAL)
    }

    @Test("a terminal that was opened anew keeps nobody waiting for what another has taken")
    func neverWaits() throws {
        let terminal = try PseudoTerminal()
        let own = try #require(Descriptors.openAnew(terminal.slave, for: .reading))
        defer { Descriptors.close(own) }
        terminal.type("taken\n")
        guard case .bytes = Descriptors.read(terminal.slave, upTo: 16) else {
            Issue.record("nothing came")
            return
        }
        guard case .nothingYet = Descriptors.read(own, upTo: 16) else {
            Issue.record("it was there twice")
            return
        }
        terminal.type("next\n")
        guard case .bytes(let bytes) = Descriptors.read(own, upTo: 16) else {
            Issue.record("nothing came")
            return
        }
        #expect(bytes == Array("next\n".utf8))
        #expect(fcntl(terminal.slave, F_GETFL) & O_NONBLOCK == 0)
    }
}
