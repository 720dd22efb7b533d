extension Loop {
    /// Whether what is being started was stopped meanwhile: it emits nothing at its start.
    var isStartStopped: Bool { starter?.isStopped ?? false }

    /// Starts a signal so that all of it, now and later, runs inside of `subscription`.
    @usableFromInline
    func starting(_ subscription: Subscription, _ start: () -> Subscription) {
        let outer = starter
        starter = subscription
        subscription.start(by: start)
        starter = outer
    }

    /// Passes a value on under the name of `subscription`; not at all once that has stopped or ended.
    func emitting(_ subscription: Subscription, _ emit: () -> Void) {
        guard subscription.isActive else { return }
        guard let emitter else { return continuing(as: subscription, emit) }
        // An emitter inside of it has been named already, and can be cancelled alone.
        if subscription.contains(emitter) { return emit() }
        // A value from elsewhere, through a shared signal, depends on both from here on.
        continuing(as: subscription.joined(with: emitter), emit)
    }

    /// Passes on what waited, as its emitter does.
    @usableFromInline func continuing(as emitter: Subscription?, _ emit: () -> Void) {
        let outer = self.emitter
        self.emitter = emitter
        emit()
        self.emitter = outer
    }
}
