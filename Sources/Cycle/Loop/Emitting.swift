extension Loop {
    /// Whether what is being started was stopped meanwhile: it emits nothing at its start.
    var isStartStopped: Bool { starter?.isStopped ?? false }

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
        let (outer, outerNext) = (emitter, next)
        if let outer {
            // What emits inside of it has been named already, and can be cancelled alone. What came from elsewhere, through a
            // shared signal, depends on both from here on.
            if !isOnTheWay(from: outer, to: subscription) {
                emitter = Subscription(joining: subscription, with: outer)
            }
        } else {
            emitter = subscription
        }
        next = subscription.parent.map(ObjectIdentifier.init)
        emit()
        (emitter, next) = (outer, outerNext)
    }

    /// Passes on what waited, as its emitter does.
    func continuing(as emitter: Subscription?, _ emit: () -> Void) {
        let (outer, outerNext) = (self.emitter, next)
        (self.emitter, next) = (emitter, nil)
        emit()
        (self.emitter, next) = (outer, outerNext)
    }

    /// Whether what `emitter` emits passes `subscription` on its way out. The next one on the way needs no search.
    private func isOnTheWay(from emitter: Subscription, to subscription: Subscription) -> Bool {
        next == ObjectIdentifier(subscription) || subscription.contains(emitter)
    }
}
