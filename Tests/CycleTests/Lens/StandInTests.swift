import Cycle
import CycleDrivers
import CycleTesting
import TestSupport
import Testing

@Suite("Stand-ins")
struct StandInTests {
    /// A driver that must not run in a test.
    struct Siren: Driver {
        func eventsCapturedAfterRendering(model: Signal<Int>) -> Signal<String> {
            fatalError("the real siren")
        }
    }

    struct Row: Equatable, Identifiable {
        let id: Int
        var text = ""
    }

    struct House: Equatable {
        var heard = ""
        var cellar = ""
        var rows: [Row] = []
    }

    let time = VirtualTime()

    private func house() -> CycledLens<some Any, House> {
        CycledLens(startingWith: House()) { frames in
            frames.lens(driver: Siren(), frameFilter: \.rows.count) { house, sound in
                house.heard += sound
                if sound == "row" { house.rows.append(Row(id: house.rows.count + 3)) }
            }
            frames.lens(\.cellar) { cellar in
                cellar.lens(driver: Siren(), label: "siren", frameFilter: \.count) { $0 += $1 }
            }
            frames.lens(each: \.rows) { _, row in
                row.lens(driver: Siren(), label: "bell", frameFilter: \.text.count) { $0.text += $1 }
            }
        }
    }

    @Test("play by type and by name, in features and elements, and the application does not know")
    func play() {
        let (all, cellar) = (ScriptedDriver<Int, String>(), ScriptedDriver<Int, String>())
        let bells = ScriptedDriver<Int, String>()
        let cycle = house()
        var lenses: [String] = []
        let watching = cycle.observeMoments { lenses.append($0.cause.lens) }
        time.drive(cycle, standIns: cellar.named("cellar.siren"), bells.named("rows[*].bell"), all)
        all.send("row")
        cellar.send("x")
        time.advance(by: .zero)
        bells.send("y")
        time.advance(by: .zero)
        #expect(cycle.frame == House(heard: "row", cellar: "x", rows: [Row(id: 3, text: "y")]))
        #expect(all.unaccounted == [0, 1])
        #expect(cellar.unaccounted == [0, 1])
        #expect(lenses == ["start", "Siren", "cellar.siren", "rows[3].bell"])
        watching.cancel()
        cycle.stop()
    }

    @Test("a driver that nobody plays is not run, and is an error that names its lens")
    func missing() throws {
        let siren = ScriptedDriver<Int, String>()
        let test = TestRun(house(), time: time, standIns: siren.named("Siren"))
        let failure = try failureTold { try test.expect(House()) }
        #expect(failure.text.hasPrefix("cellar.siren: nobody plays its driver, Siren."))
    }

    @Test("the next run is played by its own stand-ins")
    func nextRun() {
        let siren = ScriptedDriver<Int, Int>()
        let cycle = CycledLens(startingWith: 0) { frames in
            frames.lens(driver: Silent<Int, Int>(), frameFilter: { $0 }) { $0 += $1 }
        }
        cycle.start(on: time, standIns: Cast([siren]) { Issue.record("\($0)") })
        #expect(siren.isRunning)
        cycle.stop()
        cycle.start(on: time)
        #expect(!siren.isRunning)
        cycle.stop()
    }

    @Test("every form of lens has a name: its label, its driver's type, its property, the identity of its element")
    func paths() {
        struct Inner: Equatable { var number = 0 }
        struct Frame: Equatable {
            var inner = Inner()
            var computed: Inner {
                get { inner }
                set { inner = newValue }
            }
            var perhaps: Inner? = Inner()
            var rows = [Row(id: 7)]
        }
        var paths: [String] = []
        let keep = KeptPaths { paths.append($0) }
        func siren(_ frames: Signal<Inner>) -> MutatingLens<Signal<Inner>, Siren> {
            frames.lens(driver: Siren(), frameFilter: \.number)
        }
        let cycle = CycledLens(startingWith: Frame()) { frames in
            frames.lens(\.inner, siren)
            frames.lens(\.inner, label: "named", siren)
            frames.lens(\.computed, siren)
            frames.lens(optional: \.perhaps, siren)
            frames.lens(\.inner, case: { $0.number == 0 ? $0 : nil }, embed: { $0 }, label: "zero", siren)
            frames.lens(each: \.rows) { _, row in
                row.lens(\.text) { $0.lens(driver: Siren(), label: "bell", frameFilter: \.count) }
            }
            frames.lens(events: Signal<Int>.never, label: "numbers") { _, _ in }
            frames.lens(label: "general", get: { $0 }, set: { _, _ in .never })
        }
        cycle.start(on: time, standIns: keep)
        #expect(
            paths == [
                "inner.Siren", "named.Siren", "Inner.Siren", "numbers", "general", "perhaps.Siren", "zero.Siren",
                "rows[7].text.bell",
            ])
        cycle.stop()
    }

    private struct KeptPaths: StandIns {
        let keep: (String) -> Void

        func events<Model: Equatable, Event: Sendable>(
            of driver: Any, at path: String, rendering models: Signal<Model>
        ) -> Signal<Event> {
            keep(path)
            return .never
        }

        func events<Event>(_ events: Signal<Event>, at path: String) -> Signal<Event> {
            keep(path)
            return events
        }
    }

    private struct Silent<Model: Equatable, Event: Sendable>: Driver {
        func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> { .never }
    }

    @Test("play, or nobody does, where a lens of an element stops the loop before the driver is started")
    func stopInAnElement() {
        var stop: () -> Void = {}
        let cycle = CycledLens(startingWith: House(rows: [Row(id: 1)])) { frames in
            frames.lens(each: \.rows) { _, row in
                row.lens(
                    events: Signal<Int> { _ in
                        stop()
                        return Subscription()
                    }, eventFilter: { _, _ in })
                row.lens(driver: Siren(), label: "bell", frameFilter: \.text.count) { $0.text += $1 }
            }
        }
        stop = { [unowned cycle] in cycle.stop() }
        time.drive(cycle, standIns: ScriptedDriver<Int, String>())
        #expect(cycle.isOver)
    }
}
