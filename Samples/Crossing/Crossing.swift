import Cycle
import CycleDrivers
import CycleHarvest

/// The light of a pedestrian crossing, as a table of states and inputs.
enum Crossing {
    enum Light: Equatable {
        case red, waiting, green, blinking, off

        /// The time after which the light changes by itself.
        var duration: Duration? {
            switch self {
            case .waiting, .blinking: .seconds(3)
            case .green: .seconds(6)
            case .red, .off: nil
            }
        }

        var text: String {
            switch self {
            case .red: "red: press Return to cross"
            case .waiting: "red: please wait"
            case .green: "green"
            case .blinking: "green, blinking"
            case .off: "off"
            }
        }
    }

    enum Input: Equatable {
        case press, timeUp, quit
    }

    typealias Machine = Harvester<Input, Light>

    // swift-format-ignore
    static var table: [Machine.Mapping] {
        [
          /*  input   |  from       =>  to          */
            .press    | .red        => .waiting,
            .timeUp   | .waiting    => .green,
            .timeUp   | .green      => .blinking,
            .timeUp   | .blinking   => .red,
            .quit     | any         => .off,
        ]
    }

    /// The program: the table, with a clock and a console as its feedbacks.
    static func machine(console: some Driver<ConsoleDriver.Model, ConsoleDriver.Event>) -> Machine {
        Machine(state: .red, mapping: .reduce(.first, table), feedbacks: [clock, screen(on: console)])
    }

    /// Each light that lasts a time ends by itself; a button that is pressed meanwhile does not start its time anew, because
    /// the table has no row for it.
    private static var clock: Machine.Feedback {
        Machine.Feedback(
            tryGet: \.toState.duration,
            produce: { duration in Signal.just(.timeUp).delay(duration) })
    }

    private static func screen(on console: some Driver<ConsoleDriver.Model, ConsoleDriver.Event>) -> Machine.Feedback {
        Machine.Feedback { successes in
            let lights = successes.map(\.toState).prefixed(with: .red)
            let models = lights.map { ConsoleDriver.Model.screen($0.text + "\n", input: .lines) }
            return console.eventsCapturedAfterRendering(model: models).compactMap(input(of:))
        }
    }

    private static func input(of event: ConsoleDriver.Event) -> Input? {
        switch event {
        case .line("q"), .interrupted, .ended, .failed: .quit
        case .line: .press
        default: nil
        }
    }
}
