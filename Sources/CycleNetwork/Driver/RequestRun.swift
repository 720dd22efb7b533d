/// Feeds the session of one request what happens, and performs its actions. Confined to its loop.
final class RequestRun {
    private let context: RequestContext
    /// Whether the model pauses it.
    private let isPaused: () -> Bool
    private let report: (RequestEvent) -> Void
    private var session: RequestSession
    /// The number of the exchange that was started last.
    private(set) var number = 0
    private var isPerforming = false

    init(
        _ request: RequestContent.Values, _ context: RequestContext, isPaused: @escaping () -> Bool,
        report: @escaping (RequestEvent) -> Void
    ) {
        var request = request
        request.isPaused = isPaused()
        session = RequestSession(request)
        self.isPaused = isPaused
        self.context = context
        self.report = report
    }

    var deadline: Duration? { session.deadline }

    /// Pauses it, or goes on, as the model says now.
    func applyPause() {
        if isPaused() != session.request.isPaused { receive(.paused(isPaused())) }
    }

    func receive(_ input: RequestSession.Input) {
        // No action leads to another input before this returns: transports answer by the mailbox, and events wait for their turn.
        assert(!isPerforming)
        isPerforming = true
        defer { isPerforming = false }
        var actions = context.takeBuffer()
        session.receive(input, at: context.now, sharing: &context.shared, into: &actions)
        if session.isOver { context.remove(self) } else { context.watch(self) }
        for action in actions { perform(action) }
        context.giveBack(actions)
    }

    private func perform(_ action: RequestSession.Action) {
        switch action {
        case .start(let message):
            number = context.makeNumber(for: self)
            context.start(message, for: self)
        case .cancelExchange: context.send(.cancel(number: number))
        case .acknowledge(let count): context.send(.acknowledge(count, number: number))
        case .hold(let isHeld): context.send(.hold(isHeld, number: number))
        case .report(let event): report(event)
        }
    }
}
