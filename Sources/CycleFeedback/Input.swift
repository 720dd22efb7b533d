import Cycle
import CycleMachine

extension Feedback {
    /// A feedback and the observer that sends events into it by hand, in the isolation of its machine.
    ///
    ///     let (taps, tap) = Feedback<State, Event>.input()
    ///     tap(.submit)
    ///
    /// An event is applied at once, or after the turn under way. Before the machine starts, after a stop and whenever the
    /// machine does not run, the event is kept (see ``SendResult``) until this feedback starts, in its place among the
    /// others. Other threads use a `Signal.pipe()`.
    ///
    /// - Source: `Feedback.input` of ReactiveFeedback, which may not be sent to from inside a state callback; this may.
    public static func input() -> (feedback: Feedback, observer: FeedbackInput<Event>) {
        let observer = FeedbackInput<Event>()
        return (Feedback(run: { observer.signal(draining: $0.scope) }), observer)
    }
}

/// The way into a ``Feedback/input()``. It is called like a function.
public final class FeedbackInput<Event> {
    private var kept: [Event] = []
    private var entrance: Sink<Event>?
    private var scope: TurnScope?

    @discardableResult
    public func callAsFunction(_ event: Event) -> SendResult.Outcome {
        if let entrance {
            entrance.send(event)
            // Not by the sink: the machine may be one whose turns its caller takes, one by one.
            scope?.drain()
            return .accepted
        }
        guard kept.count < SendResult.keptCount else { return .full }
        kept.append(event)
        return .kept
    }

    fileprivate func signal(draining scope: TurnScope) -> Signal<Event> {
        Signal { [self] sink in
            self.scope = scope
            entrance = sink
            let waiting = kept
            kept = []
            for event in waiting { sink.send(event) }
            // Nothing may come for now, but something still can: the machine is not over.
            let open = Signal<Never> { Subscription($0.inlet().end) }.run(inside: sink, finish: {}, receive: { _ in })
            return Subscription { [self] in
                entrance = nil
                open.cancel()
            }
        }
    }
}
