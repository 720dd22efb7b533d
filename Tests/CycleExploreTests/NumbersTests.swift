import Cycle
import CycleDrivers
import Testing

@testable import CycleExplore

/// Numbers come from arguments and from the environment: each is taken, clamped, or named by what ends the program.
@Suite("Numbers from outside")
struct NumbersTests {
    private static let numbers = [Int.min, -1, 0, 1, .max]

    private func scenario(keys count: Int? = 1, faults: Int? = nil) -> Scenario<Int> {
        Scenario(Law<Int>.always("small") { $0 < 9 }) { world in
            world.console.keys("+", atMost: count)
            world.network.answers(faults: faults) { _ in [.text("r"), .fails(.refused)] }
            world.files.change("f", to: ["a"], atMost: count)
            return CycledLens(startingWith: 0) { frames in
                frames.keys { frame, _ in frame = min(frame + 1, 3) }
                frames.requests({ $0 == 1 ? [.init(id: "a", get: "http://h/")] : [] }) { frame, _, _ in frame = 2 }
            }
        }
    }

    private static let fields: [(String, @Sendable (inout Bounds, Int) -> Void)] = [
        ("steps", { $0.steps = $1 }), ("states", { $0.states = $1 }), ("faults", { $0.faults = $1 }),
        ("preemptions", { $0.preemptions = $1 }), ("pauses", { $0.pauses = $1 }),
        ("comparedJoins", { $0.comparedJoins = $1 }), ("jobs", { $0.jobs = $1 }),
    ]

    @Test("any number is a bound", arguments: numbers)
    func bounds(number: Int) throws {
        for (_, set) in Self.fields {
            var bounds = Bounds()
            set(&bounds, number)
            try scenario().explore(bounds)
        }
        var bounds = Bounds()
        (bounds.horizon, bounds.powerCuts, bounds.steps) = (.seconds(number), number, 4)
        try scenario().explore(bounds)
        bounds = Bounds()
        bounds.turns = number
        if number > 1 { try scenario().explore(bounds) } else { _ = scenario().result(bounds) }
    }

    @Test("any number of letters and of faults may come", arguments: numbers, numbers)
    func allowances(letters: Int, faults: Int) throws {
        let seen = try scenario(keys: letters, faults: faults).explore()
        #expect(seen.isComplete)
        #expect((seen.stateCount > 1) == (letters > 0))
    }

    @Test(
        "any number of seeds and of power cuts is simulated, and of steps that ends", arguments: [Int.min, -1, 0, 1, 3])
    func simulation(number: Int) throws {
        #expect(try scenario().simulate(seeds: number, steps: 3).seedCount == max(0, number))
        #expect(try scenario().simulate(seeds: 2, steps: number, powerCuts: number).seedCount == 2)
        #expect(try scenario().simulate(seeds: .max, from: .max - 3, steps: 1).seedCount == 3)
    }

    @Test("a happening that is the least of those that read alike is the oldest", arguments: numbers)
    func which(number: Int) throws {
        let missed = try scenario().happens([.init("keys", "+", which: number, afterTurns: number > 0 ? nil : number)])
        #expect(missed.isEmpty == (number <= 1))
    }

    @Test("any number of the answers to an effect are faults", arguments: numbers)
    func calls(number: Int) throws {
        let scenario = Scenario(Law<String>.always("short") { $0.count < 3 }) { world in
            world.console.keys("a", atMost: 1)
            let calls = world.calls
            return CycledLens(startingWith: "") { frames in
                frames.keys { $0 = String($1) }
                frames.lens(
                    driver: Planted.Asking(strategy: .latest) {
                        await calls.answer("server", $0, from: ["x", "y"], faults: number)
                    }, label: "server", frameFilter: { $0 }, eventFilter: { $0 = $1 })
            }
        }
        var bounds = Bounds()
        bounds.steps = 6
        try scenario.explore(bounds)
    }
}
