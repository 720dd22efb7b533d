public import Cycle
import CycleDrivers

/// The twin of `ConsoleDriver`: the same models and events, on a terminal that a test types at and looks at.
///
///     let console = SimulatedConsole()
///     console.type("++q")
///     …
///     #expect(console.terminal.lines == ["total 2"])
///
/// Between model and terminal runs the code of the real driver; only the terminal and its faults are simulated.
/// Confined to the isolation of its test.
public final class SimulatedConsole: Driver {
    public typealias Model = ConsoleDriver.Model
    public typealias Event = ConsoleDriver.Event

    /// Faults that a terminal may have at any time, drawn from a seed: the same seed gives the same faults.
    public struct Faults: Sendable {
        public var seed: UInt64
        /// Whether what is typed arrives cut into pieces anywhere.
        public var cutsInput = true
        /// The percentage of pieces of input before which the terminal is resized, several times in a row.
        public var resizeStorms = 0
        /// The percentage of writes that the terminal takes only in part, and the rest after a few more inputs.
        public var outputStalls = 0
        /// The number of bytes after which the input ends.
        public var inputLimit: Int?
        /// The number of bytes after which the reader of the output leaves.
        public var outputLimit: Int?

        public init(
            seed: UInt64, cutsInput: Bool = true, resizeStorms: Int = 0, outputStalls: Int = 0, inputLimit: Int? = nil,
            outputLimit: Int? = nil
        ) {
            self.seed = seed
            self.cutsInput = cutsInput
            self.resizeStorms = resizeStorms
            self.outputStalls = outputStalls
            self.inputLimit = inputLimit
            self.outputLimit = outputLimit
        }
    }

    private let device: SimulatedDevice
    private let abilities: TerminalAbilities
    private let options: ConsoleOptions
    private let screenInterval: Duration

    /// - Parameters:
    ///   - columns: The width of the window.
    ///   - rows: The height of the window.
    ///   - isTerminal: Otherwise input and output are pipes.
    ///   - isInputTerminal: Otherwise the input alone is a pipe, or a file; by default what the output is.
    ///   - environment: `TERM`, `COLORTERM`, `NO_COLOR` and the like.
    ///   - screenRate: How many screens a second are drawn while many keys come at once: 120 by the driver on a terminal; `nil`,
    ///     the default, and a rate below 1, for all of them, so that a test sees what was drawn last.
    ///   - faults: `nil` for a terminal without faults.
    public init(
        columns: Int = 80, rows: Int = 24, isTerminal: Bool = true, isInputTerminal: Bool? = nil,
        environment: [String: String] = ["TERM": "xterm"], screenRate: Int? = nil, faults: Faults? = nil
    ) {
        device = SimulatedDevice(
            SimulatedTerminal(columns: columns, rows: rows), isTerminal: isTerminal,
            isInputTerminal: isInputTerminal ?? isTerminal, faults)
        abilities = TerminalAbilities(environment: environment)
        options = ConsoleOptions()
        screenInterval = screenRate.map { $0 > 0 ? .seconds(1) / $0 : .zero } ?? .zero
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        run(model, options)
    }

    func run(_ model: Signal<Model>, _ options: ConsoleOptions) -> Signal<Event> {
        var options = options
        options.screenInterval = screenInterval
        return Signal { [device, abilities] sink in ConsoleRun.start(model, on: device, abilities, options, sink) }
    }

    // MARK: Input

    /// Types, or writes into the pipe. The text waits until the driver reads it.
    public func type(_ text: String) {
        device.type(Array(text.utf8))
    }

    /// Ends the input after what was typed.
    ///
    /// - Parameter code: Why it cannot be read any more, as `errno` says it; `nil` when it simply ends.
    public func end(failing code: Int32? = nil) {
        device.end(failing: code)
    }

    /// Lets the reader of the output leave.
    public func closeOutput() {
        device.closeOutput()
    }

    /// Gives the window another size. Without columns or rows it is taken for 80 x 24, as a terminal that does not tell.
    public func resize(columns: Int, rows: Int) {
        device.resize(columns: columns, rows: rows)
    }

    /// The colour behind the terminal's text. The terminal reports it on request, and after a change where a program
    /// has switched that on; `nil`, the default, for a terminal that does not answer.
    public var background: ConsoleDriver.Background? {
        get { device.terminal.background }
        set { device.change(background: newValue) }
    }

    /// Whether the terminal takes nothing, as between Ctrl-S and Ctrl-Q.
    public var isOutputStopped: Bool {
        get { !device.output.isRunning }
        set { device.setOutputStopped(newValue) }
    }

    /// How programs end that are lent the terminal, or why they cannot be started; by default at once, with 0.
    public var programEnding: (ConsoleDriver.Program) throws(ConsoleDriver.Failure) -> ConsoleDriver.Program.Status {
        get { device.programEnding }
        set { device.programEnding = newValue }
    }

    /// The acts of the user while the process is stopped, before it goes on: to give the window another size, which the process is
    /// not told of.
    public var whileStopped: (() -> Void)? {
        get { device.whileStopped }
        set { device.whileStopped = newValue }
    }

    // MARK: Output

    public var terminal: SimulatedTerminal { device.terminal }
    /// Everything that was written, as text.
    public var output: String { String(decoding: device.output.taken, as: UTF8.self) }
    /// Whether keys are handed over as they are pressed.
    public var isRaw: Bool { device.isRaw }
    /// How many times the process was stopped, and went on at once.
    public var suspensionCount: Int { device.suspensionCount }
    /// How often the loop waited for the terminal, because too many printed lines did.
    public var loopWaitCount: Int { device.loopWaitCount }
    /// How often the output stood still by a fault.
    public var stallCount: Int { device.output.stallCount }
    /// Whether Ctrl-C has ended the process.
    public var isInterrupted: Bool { device.isInterrupted }
}

/// This terminal with the options of an application's driver.
struct SimulatedConsoleDriver: Driver {
    let console: SimulatedConsole
    let options: ConsoleOptions

    func eventsCapturedAfterRendering(model: Signal<ConsoleDriver.Model>) -> Signal<ConsoleDriver.Event> {
        console.run(model, options)
    }
}

extension SimulatedConsole: StandIn {
    /// This terminal, driven as the application says.
    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        guard let console = driver as? ConsoleDriver else { return nil }
        return SimulatedConsoleDriver(console: self, options: console.options)
            as? any Driver<Played.Model, Played.Event>
    }
}
