extension Loop {
    /// Starts a signal so that all of it, now and later, runs inside of `subscription`.
    @usableFromInline
    func starting(_ subscription: Subscription, _ start: () -> Subscription) {
        let outer = starter
        starter = subscription
        subscription.stop(with: start())
        starter = outer
    }

    /// Passes a value on under the name of `subscription`; not at all once that has stopped or ended.
    func emitting(_ subscription: Subscription, _ emit: () -> Void) {
        guard subscription.isActive else { return }
        let (outer, outerPassed) = (emitter, passed)
        if let outer {
            // What emits inside of it has been named already, and can be cancelled alone. What came from elsewhere, through a
            // shared signal, depends on both from here on.
            if !isOnTheWay(from: outer, to: subscription) {
                emitter = Subscription(joining: subscription, with: outer)
            }
        } else {
            emitter = subscription
        }
        passed = subscription
        emit()
        (emitter, passed) = (outer, outerPassed)
    }

    /// Passes on what waited, as its emitter does.
    func continuing(as emitter: Subscription?, _ emit: () -> Void) {
        let (outer, outerPassed) = (self.emitter, passed)
        (self.emitter, passed) = (emitter, nil)
        emit()
        (self.emitter, passed) = (outer, outerPassed)
    }

    /// Whether what `emitter` emits passes `subscription` on its way out. The next one on the way needs no search.
    private func isOnTheWay(from emitter: Subscription, to subscription: Subscription) -> Bool {
        if let passed, passed.parent === subscription { return true }
        return subscription.contains(emitter)
    }
}
