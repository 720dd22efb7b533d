extension Signal {
    /// One run of this signal for all who listen: it starts with the first of them and is cancelled with the last.
    ///
    /// Without it every listener runs the source anew, a driver renders twice. Who comes later misses what went before.
    ///
    /// - Source: `share` of Rx.
    public func share() -> Signal {
        Signal(sharing: { turns, show, finish in
            run(Sink(turns, receive: { value in withUnsafePointer(to: value) { show($0) } }, finish: finish))
        })
    }

    /// A signal of which all listeners share one run.
    ///
    /// - Parameter start: Starts the source, which shows each of its values where it lives.
    init(sharing start: @escaping SharedRun<Value>.Start) {
        var latest: SharedRun<Value>?
        self.init(place: nil) { sink in
            let shared = latest ?? SharedRun(sink.turns, start) { latest = nil }
            latest = shared
            return shared.add(sink)
        }
    }
}

/// One run of a shared signal: a branch that shows values instead of a frame.
final class SharedRun<Value> {
    typealias Start = (
        _ turns: Turns, _ show: @escaping (UnsafeRawPointer) -> Void, _ finish: @escaping () -> Void
    ) -> Subscription

    private let branch: Box<Branch>
    private var listeners: [(number: Int, finish: () -> Void)] = []
    private var newest = 0

    /// - Parameter onEnd: Called when the source has ended or the last listener has left.
    init(_ turns: Turns, _ start: @escaping Start, onEnd: @escaping () -> Void) {
        let branch = Box(Branch(parent: nil, extent: 0..<0, turns.state))
        self.branch = branch
        branch.address.pointee.attach = { [weak self] in
            let life = Subscription(within: turns.life)
            turns.starting(life) {
                start(turns, { branch.address.deliver($0) }) {
                    life.finish()
                    // Held: it may be that only what `onEnd` lets go of holds it.
                    let ended = self
                    onEnd()
                    ended?.end()
                }
            }
            return Subscription {
                onEnd()
                life.cancel()
            }
        }
    }

    func add(_ sink: Sink<Value>) -> Subscription {
        newest += 1
        let number = newest
        listeners.append((number, sink.finish))
        let receive = sink.receive
        let listening = branch.address.observe(in: self, keeping: nil, at: branch.address) { _, value in
            receive(value.assumingMemoryBound(to: Value.self).pointee)
        }
        return Subscription { [self] in
            listeners.removeAll { $0.number == number }
            listening.cancel()
        }
    }

    private func end() {
        let finished = listeners
        listeners = []
        for listener in finished { listener.finish() }
    }
}
