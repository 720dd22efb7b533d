import Cycle

extension Feedback {
    /// A feedback, and what it is fed with by hand, in the isolation of its machine.
    ///
    /// What is observed before the machine starts is kept; afterwards it is applied at once, or waits for the turn under
    /// way; while the machine is stopped it is dropped. Other threads use a ``Signal/pipe()``.
    ///
    /// - Source: `Feedback.input` of ReactiveFeedback, which may not be sent to from inside a state callback; this may.
    public static func input() -> (feedback: Feedback, observer: (Event) -> Void) {
        var early: [Event]? = []
        var entrance: Sink<Event>?
        let feedback = Feedback(run: { _ in
            Signal { sink in
                entrance = sink
                let waiting = early ?? []
                early = nil
                for event in waiting { sink.send(event) }
                let open = Signal<Never>.open.run(inside: sink, finish: {}, receive: { _ in })
                return Subscription {
                    entrance = nil
                    open.cancel()
                }
            }
        })
        let observer = { (event: Event) in
            guard let entrance else {
                early?.append(event)
                return
            }
            entrance.send(event)
            entrance.drain()
        }
        return (feedback, observer)
    }
}

extension Signal where Value == Never {
    /// Nothing, but it may still come: keeps a loop from ending by itself.
    static var open: Signal {
        Signal { sink in
            let inlet = sink.inlet()
            return Subscription(inlet.end)
        }
    }
}
