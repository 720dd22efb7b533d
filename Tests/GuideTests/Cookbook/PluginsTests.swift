import Cycle
import CycleDrivers
import CycleTesting
import Testing

@Suite("Cookbook: plug-ins")
struct PluginsTests {
    struct Plugin: Identifiable, Equatable {
        let id: String
        var isOn = true
        var text = ""
    }

    /// The code of a plug-in: what runs for its part of the frame.
    protocol PluginCode {
        var id: String { get }
        func lenses(_ part: Signal<Plugin>) -> MutatingLens<Signal<Plugin>, any Driver>
    }

    struct Host: Equatable {
        var plugins: [Plugin] = []
    }

    func host(_ codes: [any PluginCode]) -> CycledLens<some Any, Host> {
        let first = Host(plugins: codes.map { Plugin(id: $0.id) })
        return CycledLens(startingWith: first) { frames in
            frames.lens(
                driver: ConsoleDriver(),
                frameFilter: {
                    .screen($0.plugins.map { "\($0.id): \($0.text)" }.joined(separator: "\n"), input: .keys)
                },
                eventFilter: { host, event in
                    if event == .key("x"), !host.plugins.isEmpty { host.plugins.removeFirst() }
                })
            frames.lens(each: \.plugins) { id, part in
                // A plug-in that nobody has code for has no lenses.
                codes.first { $0.id == id }?.lenses(part) ?? Clock(id: id).lenses(part)
            }
        }
    }

    struct Clock: PluginCode {
        var id = "clock"

        func lenses(_ part: Signal<Plugin>) -> MutatingLens<Signal<Plugin>, any Driver> {
            part.lens(
                driver: TimerDriver<Int>(),
                frameFilter: { .timers($0.isOn ? [.every(0, .seconds(1))] : []) },
                eventFilter: { plugin, event in
                    if case .fired(_, let count, _, _, _) = event { plugin.text = "\(count)" }
                }
            ).map { _, driver in driver }
        }
    }

    @Test("a plug-in that is removed takes its timer along")
    func removed() {
        let console = SimulatedConsole(columns: 40, rows: 4)
        let test = TestRun(host([Clock(), Clock(id: "other")]), exhaustive: false, standIns: console)
        test.advance(by: .seconds(2))
        #expect(test.frame.plugins.map(\.text) == ["2", "2"])
        console.type("x")
        test.advance(by: .seconds(1))
        #expect(test.frame.plugins.map(\.text) == ["3"])
        #expect(test.time.armedCount == 1)
    }
}
