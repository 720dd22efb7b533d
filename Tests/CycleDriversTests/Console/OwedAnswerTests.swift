import CycleBase
import TestSupport
import Testing

@testable import CycleDrivers

@Suite("Answers that a terminal owes when a program ends", .serialized, .waiting)
struct OwedAnswerTests {
    private let answer = "\u{1b}]11;rgb:fafa/fafa/fafa\u{1b}\\\u{1b}[?62;1c"

    /// The bytes that the shell would read after a program that ended before the terminal had answered.
    private func leftOver() throws -> [UInt8] {
        let terminal = try PseudoTerminal()
        try terminal.start([fixturePath(), "adaptive"])
        try terminal.wait(for: "adaptive")
        terminal.type("q")
        try terminal.wait(for: "the end of the screen") { !$0.isAlternate }
        terminal.type(answer)
        #expect(try terminal.ending() == .exited(0))
        var settings = termios()
        tcgetattr(terminal.slave, &settings)
        settings.c_lflag &= ~tcflag_t(ICANON)
        tcsetattr(terminal.slave, TCSANOW, &settings)
        guard let own = Descriptors.openAnew(terminal.slave, for: .reading) else { return [] }
        defer { Descriptors.close(own) }
        if case .bytes(let bytes) = Descriptors.read(own, upTo: 100) { return bytes }
        return []
    }

    @Test("are taken by the driver, and not left to the shell")
    func taken() throws {
        // A busy machine may keep this test from answering in time: not ten times in a row.
        var left: [UInt8] = [0]
        for _ in 0..<10 where !left.isEmpty { left = try leftOver() }
        #expect(left.isEmpty)
    }

    @Test("are counted by their ends, however they are cut, and nothing else is")
    func fences() {
        let watch = FenceWatch()
        for byte in Array("x\u{1b}[c\u{1b}[?997;1n\u{1b}[?6".utf8) { watch.see([byte]) }
        #expect(watch.answerCount == 0)
        watch.see(Array("2;1;22c\u{1b}[?1;2c".utf8))
        #expect(watch.answerCount == 2)
        watch.wait(for: 2)
    }
}
