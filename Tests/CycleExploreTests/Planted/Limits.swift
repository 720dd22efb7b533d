import Cycle
import CycleDrivers
import CycleExplore
import CycleTesting

extension Planted {
    static let limits: [Planted] = [resized, foreign, nobody, restless, unreachable]

    private struct List: Hashable {
        var rows = 3
        var selected = 0
    }

    static let resized = Planted(
        "a selection that leaves at a resize", finds: "the selected row is on the screen", in: 3
    ) {
        hasBug in
        try seek(
            Law<List>.always("the selected row is on the screen") { $0.selected < $0.rows }
        ) { world in
            world.console.keys("du", atMost: 3)
            world.console.events(
                [.resized(.init(columns: 10, rows: 2)), .resized(.init(columns: 10, rows: 3))], atMost: 2)
            return CycledLens(startingWith: List()) { frames in
                frames.lens(
                    driver: ConsoleDriver(), frameFilter: { _ in .screen("", input: .keys) },
                    eventFilter: { frame, event in
                        switch event {
                        case .key("d"): frame.selected = min(frame.selected + 1, frame.rows - 1)
                        case .key("u"): frame.selected = max(frame.selected - 1, 0)
                        case .resized(let size):
                            frame.rows = size.rows
                            frame.selected = min(frame.selected, hasBug ? frame.rows : frame.rows - 1)
                        default: break
                        }
                    })
            }
        }
    }

    /// An effect that waits for a clock which is not the world's.
    static let foreign = Planted(
        "an effect that sleeps by itself", finds: "waits for something that is not of this world"
    ) {
        hasBug in
        try seek(Law<Int>.always("small") { $0 < 5 }) { world in
            world.console.keys("+", atMost: 2)
            let calls = world.calls
            return CycledLens(startingWith: 0) { frames in
                frames.keys { frame, _ in frame += 1 }
                frames.lens(
                    driver: Planted.Asking(strategy: .latest) { text in
                        if hasBug { do { try await Task.sleep(for: .seconds(60)) } catch {} }
                        return await calls.answer("server", text, from: [text])
                    }, label: "server", frameFilter: { "\($0)" })
            }
        }
    }

    static let nobody = Planted("a driver that nobody plays", finds: "sensor: nobody plays its driver") { hasBug in
        try seek(Law<Int>.always("small") { $0 < 5 }) { world in
            let sensor = ScriptedDriver<Bool, Int>()
            if !hasBug { world.events("sensor", of: sensor, from: [1], atMost: 1) }
            return CycledLens(startingWith: 0) { frames in
                frames.lens(driver: Sensor(), label: "sensor", frameFilter: { _ in true }) { $0 += $1 }
            }
        }
    }

    private struct Sensor: Driver {
        func eventsCapturedAfterRendering(model: Signal<Bool>) -> Signal<Int> { .never }
    }

    /// A driver that answers every model, and a frame that every answer changes.
    static let restless = Planted("an answer to every answer", finds: "it comes to rest", in: 1) { hasBug in
        try seek(Law<Int>.always("a number") { $0 >= 0 }) { world in
            world.console.keys("+", atMost: 1)
            let echo = ScriptedDriver<Int, Int> { $0 > 0 ? [$0] : [] }
            world.add(standIn: echo)
            return CycledLens(startingWith: 0) { frames in
                frames.keys { frame, _ in frame = max(1, frame) }
                frames.lens(driver: echo, label: "echo", frameFilter: { $0 }) { frame, number in
                    frame = hasBug ? number + 1 : min(number + 1, 3)
                }
            }
        }
    }

    static let unreachable = Planted("a screen that no key leads to", finds: "help can be seen") { hasBug in
        try seek(Law<String>.sometimes("help can be seen") { $0 == "?" }) { world in
            world.console.keys(hasBug ? "ab" : "ab?", atMost: 2)
            return CycledLens(startingWith: "") { frames in frames.keys { $0 = String($1) } }
        }
    }
}
