import CycleDrivers
import CycleScreens
import Testing

@Suite("A log")
struct LogTests {
    @Test("a new line ends a line, and does not begin another one, in a log and in a text")
    func newLines() {
        var log = LogBuffer()
        for piece in ["one\n", "two\r\n", "three\nfour", "", "\n", "five\n\n"] { log.append(piece) }
        #expect(log.lines == ["one", "two", "three", "four", "", "", "five", ""])
        #expect(TextLines("one\ntwo\n").lines == ["one", "two"] && TextLines("").lines == [""])
    }
}
