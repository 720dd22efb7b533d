import Cycle
import CycleTesting
import Testing

@Suite("The book: performance")
struct PerformanceTests {
    struct Log {
        var lines: [String] = []
        var revision = 0

        mutating func append(_ line: String) {
            lines.append(line)
            revision += 1
        }
    }

    func log(_ lines: Signal<String>) -> CycledLens<some Any, Log> {
        CycledLens(startingWith: Log(), comparing: \.revision) { frames in
            frames.lens(events: lines, label: "lines") { log, line in log.append(line) }
        }
    }

    /// Where the elements of an array lie.
    private func place(_ array: [String]) -> UnsafeRawPointer? {
        array.withUnsafeBytes { $0.baseAddress }
    }

    @Test("a frame that compares its revision is changed where it lies; one that is compared whole is copied")
    func copies() {
        let (lines, inlet) = Signal<String>.pipe()
        var first = Log()
        first.lines.reserveCapacity(100)
        let cycle = CycledLens(startingWith: first, comparing: \.revision) { frames in
            frames.lens(events: lines, label: "lines") { log, line in log.append(line) }
        }
        first = Log()
        let time = VirtualTime()
        cycle.start(on: time)
        inlet.send("a")
        cycle.drain()
        let before = place(cycle.frame.lines)
        for _ in 1...20 { inlet.send("b") }
        cycle.drain()
        #expect(place(cycle.frame.lines) == before && cycle.frame.lines.count == 21)
        cycle.stop()

        let (words, word) = Signal<String>.pipe()
        var array: [String] = []
        array.reserveCapacity(100)
        let compared = CycledLens(startingWith: array) { frames in
            frames.lens(events: words, label: "words") { array, word in array.append(word) }
        }
        array = []
        compared.start(on: time)
        word.send("a")
        compared.drain()
        let old = place(compared.frame)
        word.send("b")
        compared.drain()
        #expect(place(compared.frame) != old)
        compared.stop()
    }

    struct Row: Equatable {
        var name = "pear"
        var total = 2
    }

    struct Table: Equatable {
        var rows = [Row(), Row()]
        var sum = 0
        var ticks = 0
    }

    struct Screen: Driver {
        func eventsCapturedAfterRendering(model: Signal<String>) -> Signal<Never> { model.ignoringValues() }
    }

    @Test("a part is narrowed when it has changed, and a rule keeps a sum")
    func narrowing() {
        let (ticks, inlet) = Signal<Int>.pipe()
        let screen = Screen()
        let cycle = CycledLens(startingWith: Table()) { frames in
            frames.lens(
                driver: screen, label: "screen", of: \.rows,
                frameFilter: { rows in rows.map { "\($0.name) \($0.total)" }.joined(separator: "\n") })
            frames.lens(events: ticks, label: "ticks") { table, tick in
                table.ticks += 1
                if tick > 1 { table.rows[0].total = tick }
            }
            frames.rule(onChangeOf: \.rows) { $0.sum = $0.rows.reduce(0) { $0 + $1.total } }
        }
        let script = ScriptedDriver<String, Never>()
        let test = TestRun(cycle, exhaustive: false, standIns: script)
        for tick in 0...3 { inlet.send(tick) }
        test.settle()
        #expect(script.unaccounted == ["pear 2\npear 2", "pear 2\npear 2", "pear 3\npear 2"].uniqued)
        #expect(test.frame.sum == 5 && test.frame.ticks == 4)
    }
}

extension [String] {
    fileprivate var uniqued: [String] { reduce(into: []) { if $0.last != $1 { $0.append($1) } } }
}
