import Cycle
import CycleTesting
import TestSupport
import Testing

@Suite("Rules")
struct RuleTests {
    struct Search: Equatable {
        var text = ""
        var choice: String?
    }

    struct App: Equatable {
        var search = Search()
        var detail: String?
        var openCount = 0
    }

    let time = VirtualTime()
    let keys = ScriptedDriver<String, String>()

    private func app() -> CycledLens<some Any, App> {
        CycledLens(startingWith: App()) { frames in
            frames.lens(\.search) { search in
                search.lens(
                    driver: keys, label: "keys", frameFilter: \.text,
                    eventFilter: { search, key in
                        if key == "!" { search.choice = search.text } else { search.text += key }
                    })
            }
            frames.rule(onChangeOf: \.search.choice) { $0.detail = $0.search.choice.map { "about \($0)" } }
            frames.rule(onChangeOf: \.detail) { $0.openCount += 1 }
        }
    }

    @Test("a parent answers in the same turn what a feature has decided, and one rule what another one did")
    func sameTurn() throws {
        let cycle = app()
        var effects: [App] = []
        let watching = cycle.observeMoments { effects.append($0.effect) }
        let test = TestRun(cycle, time: time, standIns: keys)
        try test.expect(App())
        keys.send("a")
        try test.expect { $0.search.text = "a" }
        keys.send("!")
        try test.expect {
            $0.search.choice = "a"
            $0.detail = "about a"
            $0.openCount = 1
        }
        #expect(effects.map(\.openCount) == [0, 0, 1])
        keys.skip()
        try test.finish()
        watching.cancel()
    }

    @Test("nothing has changed at the start, nor when a frame is resumed")
    func atTheStart() throws {
        var frame = App()
        frame.search.choice = "b"
        let test = TestRun(app(), time: time, resuming: frame, standIns: keys)
        try test.expect(frame)
        keys.skip()
        try test.finish()
    }

    @Test("a rule of an element comes and goes with it, and changes that element alone")
    func elements() {
        struct Row: Equatable, Identifiable {
            let id: Int
            var number = 0
            var isEven = true
        }
        let cycle = CycledLens(startingWith: [Row(id: 1), Row(id: 2)]) { rows in
            rows.lens(each: \.self, label: "rows") { _, row in
                row.rule(onChangeOf: \.number) { $0.isEven = $0.number.isMultiple(of: 2) }
            }
            rows.lens(driver: keys, frameFilter: { _ in "" }) { rows, key in
                if key == "-" { rows.removeFirst() } else { rows[0].number += 1 }
            }
        }
        time.drive(cycle)
        keys.send("+")
        time.advance(by: .zero)
        #expect(cycle.frame.map(\.isEven) == [false, true])
        keys.send("-")
        keys.send("+")
        time.advance(by: .zero)
        #expect(cycle.frame == [Row(id: 2, number: 1, isEven: false)])
        cycle.stop()
    }

    @Test("a rule knows the time of its turn, which is that of the event")
    func turns() throws {
        struct Log: Equatable {
            var text = ""
            var times: [Duration] = []
            var days: [Duration?] = []
        }
        let cycle = CycledLens(startingWith: Log()) { frames in
            frames.lens(driver: keys, frameFilter: { _ in "" }) { log, key in log.text += key }
            frames.rule(onChangeOf: \.text) { log, turn in
                log.times.append(turn.time)
                log.days.append(turn.wallTime)
            }
        }
        let test = TestRun(cycle, time: time, exhaustive: false, standIns: keys)
        test.advance(by: .seconds(3))
        keys.send("a")
        test.settle()
        #expect(test.frame == Log(text: "a", times: [time.now], days: [time.wallTime]))
    }

    @Test("a rule may be about what it changes, until that stays as it is")
    func settles() {
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: keys, frameFilter: { _ in "" }) { number, key in number = key.count }
            frames.rule(onChangeOf: { $0 }) { if $0 > 0 { $0 -= 1 } }
        }
        time.drive(cycle)
        keys.send("abc")
        time.advance(by: .zero)
        #expect(cycle.frame == 0)
        cycle.stop()
    }

    @Test("rules in a circle end the program with an error that names them, in a release build as well", .waiting)
    func circle() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let (events, inlet) = Signal<Int>.pipe()
            let cycle = CycledLens(startingWith: [0, 0]) { frames in
                frames.lens(events: events) { $0[0] = $1 }
                frames.rule(onChangeOf: \.[0], label: "left") { $0[1] += 1 }
                frames.rule(onChangeOf: \.[1]) { $0[0] += 1 }
            }
            cycle.start(on: VirtualTime())
            inlet.send(1)
            cycle.drain()
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(text.contains("left and the rule at CycleTests/RuleTests.swift:"))
    }
}
