import CycleBase
import Testing

@testable import CycleDrivers

@Suite("Ctrl-C twice, while a loop hangs")
struct InterruptWatchTests {
    /// Pieces that are read, and how many the loop has taken in between.
    private func endCount(_ steps: [Step]) -> Int {
        let count = Guarded(0)
        let watch = InterruptWatch { count.withLock { $0 += 1 } }
        for step in steps {
            switch step {
            case .read(let text): watch.see(Array(text.utf8))
            case .taken: watch.taken()
            }
        }
        return count.withLock { $0 }
    }

    private enum Step {
        case read(String), taken
    }

    @Test("the second Ctrl-C of two that wait ends the program, whatever was taken before them")
    func second() {
        #expect(endCount([.read("h\u{3}\u{3}")]) == 1)
        #expect(endCount([.read("h"), .taken, .read("\u{3}"), .read("\u{3}")]) == 1)
        // The first is read before the loop takes the key that hangs it.
        #expect(endCount([.read("h"), .read("\u{3}"), .taken, .read("\u{3}")]) == 1)
    }

    @Test("a Ctrl-C that is read together with the key that hangs the loop waits in a piece of its own")
    func together() {
        let pieces = { (text: String) in
            InterruptWatch.pieces(of: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(pieces("h\u{3}") == ["h", "\u{3}"] && pieces("a\u{3}b\u{3}\u{3}") == ["a\u{3}b", "\u{3}\u{3}"])
        #expect(pieces("\u{3}") == ["\u{3}"] && pieces("\u{3}a") == ["\u{3}a"] && pieces("") == [""])
        #expect(endCount(pieces("h\u{3}").map { .read($0) } + [.taken, .read("\u{3}")]) == 1)
    }

    @Test("a Ctrl-C that the loop has taken, or that another key follows, does not count")
    func taken() {
        #expect(endCount([.read("\u{3}"), .taken, .read("\u{3}")]) == 0)
        #expect(endCount([.read("\u{3}"), .read("x"), .read("\u{3}")]) == 0)
        #expect(endCount([.read("x\u{3}"), .read("y\u{3}"), .taken, .taken]) == 0)
    }
}
