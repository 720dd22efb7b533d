public import Cycle
public import CycleDrivers
public import CycleTesting

/// A person at a console, while an application is explored: what may be typed, and what else may happen there.
///
///     world.console.keys("ab+", atMost: 3)
///     world.console.events([.interrupted, .resized(.init(columns: 20, rows: 5))], atMost: 1)
///
/// It plays every `ConsoleDriver` at the level of its models and events: nothing is drawn, and what is typed arrives whole.
/// Keys and lines come while the model asks for them. A console that only prints is played though the world does not mention it.
public final class ExploredConsole: Explorable, ExploredPart {
    private unowned let world: World
    private var consoles: [OpenConsole] = []
    private var hasEnded = false
    /// Where the lens stands that it plays although the author of the world says nothing of a console; empty where there is none.
    private var unasked = ""

    init(_ world: World) {
        self.world = world
    }

    /// The size of the terminal, told with the first model; `nil`, the default, where the terminal tells none.
    public var size: ConsoleDriver.Size?

    /// The model that was rendered last.
    public var model: ConsoleDriver.Model? { consoles.last?.model }

    /// Keys that may be typed while keys are read, each a character.
    ///
    ///     world.console.keys("+-q", atMost: 3)
    ///
    /// - Parameters:
    ///   - characters: The alphabet.
    ///   - count: How many are typed in one run; `nil` for any number.
    public func keys(_ characters: String, atMost count: Int? = nil) {
        let known = world.memo.kept { KnownKeys() }
        let (keys, labels) = known.alphabet(characters)
        add("keys", keys, labels, { $0 == .keys }, count)
    }

    /// Keys that may be typed while keys are read.
    ///
    ///     world.console.keys([.enter, .control("c")], atMost: 2)
    ///
    /// - Parameters:
    ///   - keys: The alphabet.
    ///   - count: How many are typed in one run; `nil` for any number.
    public func keys(_ keys: [ConsoleDriver.Key], atMost count: Int? = nil) {
        add("keys", keys.map { .key($0) }, keys.map { "\($0)" }, { $0 == .keys }, count)
    }

    /// Lines that may be typed while lines are read.
    ///
    ///     world.console.lines(["add milk"], atMost: 2)
    ///
    /// - Parameters:
    ///   - lines: The alphabet.
    ///   - count: How many are typed in one run; `nil` for any number.
    public func lines(_ lines: [String], atMost count: Int? = nil) {
        add("lines", lines.map { .line($0) }, lines, \.isInLines, count)
    }

    /// Adds events that may happen at a terminal; nothing comes after `ended`.
    ///
    ///     world.console.events([.interrupted, .ended], atMost: 1)
    ///
    /// - Parameters:
    ///   - events: The alphabet.
    ///   - count: How many of them happen in one run; `nil` for any number.
    public func events(_ events: [ConsoleDriver.Event], atMost count: Int? = nil) {
        add("console", events, events.map { "\($0)" }, { _ in true }, count)
    }

    private func add(
        _ lane: String, _ events: [ConsoleDriver.Event], _ labels: [String],
        _ isRead: @escaping (ConsoleDriver.Input) -> Bool, _ count: Int?
    ) {
        let isOpen = { [unowned self] in
            !hasEnded && consoles.last.map { isRead($0.model?.input ?? .none) } == true
        }
        world.addInput(lane, labels, atMost: count, isOpen: isOpen) { [unowned self] place in
            hasEnded = hasEnded || events[place] == .ended
            consoles.last?.inlet.send(events[place])
        }
    }

    // MARK: Explorable

    /// Empty: each alphabet of keys is a part of its own.
    public var possibilities: [Possibility] { [] }
    public func happen(_ possibility: Possibility) {}

    public func remember(in memory: inout Fingerprint) {
        memory.combine(hasEnded)
        memory.combine(consoles.last?.model?.input)
    }

    public func losePower() {
        consoles = []
        hasEnded = false
    }

    // MARK: StandIn

    public func playing<Played: Driver>(
        _ driver: Played, at path: String
    ) -> (any Driver<Played.Model, Played.Event>)? {
        player(of: driver) as? any Driver<Played.Model, Played.Event>
    }

    package func player(of driver: any Driver) -> (any Driver)? {
        driver is ConsoleDriver ? ExploredConsoleDriver(console: self) : nil
    }

    /// Plays a console of which nothing is said: right as long as it reads nothing.
    fileprivate func playUnasked(at path: String) -> any Driver {
        unasked = path
        return ExploredConsoleDriver(console: self)
    }

    fileprivate func note(_ model: ConsoleDriver.Model) {
        guard !unasked.isEmpty, model.input != .none else { return }
        let typed = model.input.isInLines ? "lines" : "keys"
        world.note(
            """
            \(unasked): it reads \(typed), and nobody types. Say what is typed: world.console.\(typed)(…); or that nothing \
            happens there: world.nothingHappens(in: ConsoleDriver.self).
            """)
    }

    fileprivate func open(_ opened: OpenConsole) { consoles.append(opened) }
    fileprivate func close(_ closed: OpenConsole) { consoles.removeAll { $0 === closed } }
}

/// Alphabets of keys, described once for all worlds of a scenario.
private final class KnownKeys {
    private var known: [String: (keys: [ConsoleDriver.Event], labels: [String])] = [:]

    func alphabet(_ characters: String) -> (keys: [ConsoleDriver.Event], labels: [String]) {
        if let known = known[characters] { return known }
        let keys = characters.map { ConsoleDriver.Key(.character($0)) }
        let alphabet = (keys.map { ConsoleDriver.Event.key($0) }, keys.map { "\($0)" })
        known[characters] = alphabet
        return alphabet
    }
}

/// One running driver of the console.
private final class OpenConsole {
    let inlet: Inlet<ConsoleDriver.Event>
    var model: ConsoleDriver.Model?
    var isToldSize = false

    init(_ inlet: Inlet<ConsoleDriver.Event>) {
        self.inlet = inlet
    }
}

private struct ExploredConsoleDriver: Driver {
    let console: ExploredConsole

    func eventsCapturedAfterRendering(model: Signal<ConsoleDriver.Model>) -> Signal<ConsoleDriver.Event> {
        Signal { sink in
            let opened = OpenConsole(sink.inlet())
            console.open(opened)
            let rendering = model.run(inside: sink, finish: {}) { model in
                opened.model = model
                console.note(model)
                guard !opened.isToldSize, let size = console.size else { return }
                opened.isToldSize = true
                sink.send(.resized(size))
            }
            return Subscription {
                rendering.cancel()
                console.close(opened)
            }
        }
    }
}

extension ConsoleDriver: PlayedUnasked {
    func twin(in world: World, at path: String) -> (any Driver)? { world.console.playUnasked(at: path) }
}

extension World {
    /// The person at the console, and the terminal.
    public var console: ExploredConsole { part { ExploredConsole(self) } }
}
