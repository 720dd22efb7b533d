import Cycle
import CycleDrivers
import CycleTesting

/// A console that has drawn one screen after the other, each changed by one of the closures.
func drawnConsole(
    _ changes: [(inout ConsoleDriver.Model) -> Void], isTerminal: Bool = true, _ environment: [String: String]
) async -> SimulatedConsole {
    let console = SimulatedConsole(columns: 20, rows: 3, isTerminal: isTerminal, environment: environment)
    console.type(String(repeating: "x", count: changes.count - 1))
    console.end()
    let cycle = CycledLens(startingWith: 0) { frames in
        frames.lens(
            driver: console,
            frameFilter: { number in
                var model = ConsoleDriver.Model.screen("\(number)", input: .keys)
                changes[min(number, changes.count - 1)](&model)
                return model
            },
            eventFilter: { frame, event in if case .key = event { frame += 1 } })
    }
    _ = await cycle.run(on: ImpatientTime())
    return console
}
