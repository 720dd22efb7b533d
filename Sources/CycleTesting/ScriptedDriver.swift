public import Cycle

/// A driver whose hardware is the test: it keeps the models that it was to render, and emits the events that the test
/// sends.
///
///     let console = ScriptedDriver<ConsoleDriver.Model, ConsoleDriver.Event>()
///     console.send(.key("+"))
///     try console.expect(.screen("total 1", input: .keys))
public final class ScriptedDriver<Model: Equatable, Event: Sendable>: Driver {
    /// The models rendered and not yet accounted for, oldest first.
    public private(set) var unaccounted: [Model] = []
    public private(set) var isRunning = false
    private let answer: (Model) -> [Event]
    private var emit: ((Event) -> Void)?
    private var finish: (() -> Void)?
    private var drain: (() -> Void)?
    private var early: [Event] = []

    /// - Parameter answer: The events that rendering a model leads to, at once.
    public init(answering answer: @escaping (Model) -> [Event] = { _ in [] }) {
        self.answer = answer
    }

    public func eventsCapturedAfterRendering(model: Signal<Model>) -> Signal<Event> {
        Signal<Event> { [self] sink in
            let inlet = sink.inlet()
            isRunning = true
            emit = { inlet.send($0) }
            finish = { inlet.end() }
            drain = sink.drain
            for event in early { inlet.send(event) }
            early = []
            let rendering = model.run(inside: sink, finish: {}) { [self] model in
                unaccounted.append(model)
                for event in answer(model) { sink.send(event) }
            }
            return Subscription { [self] in
                rendering.cancel()
                emit = nil
                finish = nil
                drain = nil
                isRunning = false
            }
        }
    }

    /// Emits an event; before the loop starts, as its first.
    public func send(_ event: Event) {
        if let emit { emit(event) } else { early.append(event) }
    }

    /// Ends the events.
    public func end() {
        finish?()
    }

    /// Accounts for the oldest model, after the events that were sent have had their turns.
    ///
    /// - Throws: ``UnexpectedTurn``, with the place of this call and where the models differ.
    public func expect(
        _ model: Model, file: StaticString = #fileID, path: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) throws {
        drain?()
        let place = UnexpectedTurn.Place(file, path, line, column)
        guard !unaccounted.isEmpty else {
            try UnexpectedTurn("expected the model \(model), but nothing was rendered", at: place).fail()
        }
        let rendered = unaccounted.removeFirst()
        guard rendered == model else {
            let difference = Difference(of: model, and: rendered, named: "model")
            try UnexpectedTurn("not the model that was expected; expected -> rendered:\n\(difference)", at: place)
                .fail()
        }
    }

    /// Accounts for all models so far.
    public func skip() {
        unaccounted = []
    }
}

extension ScriptedDriver: StandIn {}

extension ScriptedDriver: Accountable {
    public var unaccountedLines: [String] {
        unaccounted.map { "the model \($0) was rendered" }
    }
}
