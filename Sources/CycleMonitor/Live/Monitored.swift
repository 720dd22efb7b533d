public import Cycle

extension CycledLens {
    /// Has the program looked at while it runs, by a socket of this user.
    ///
    ///     await todo().monitored(at: "/run/user/1000/todo.sock").run(until: \.isDone)
    ///
    /// `cycle-monitor live` opens the socket; so does whatever reads and writes lines of JSON, see <doc:LookingAtARunningProgram>. The
    /// socket is there while the loop runs. Only programs of this user can connect, and the folder has to be one that only this user
    /// can write to.
    ///
    /// A client that stands still costs nothing but what waits for it, four megabytes at most; beyond that it loses
    /// moments and gets their number. A run with stand-ins, as in a test or a replay, has no socket. A run that would
    /// end because nothing can happen any more goes on: a client may still send something.
    ///
    /// - Parameters:
    ///   - path: Of the socket, at most some hundred bytes.
    ///   - count: The number of earlier moments that a new client gets, as far as they may wait for it.
    ///   - redaction: Takes secrets out of all that clients get; `nil` leaves them in.
    ///   - onFailure: Called on the loop when there can be no socket. By default the reason is written to standard error.
    /// - Returns: The same loop.
    /// - Complexity: While no client is attached, a moment takes its place in a ring. Otherwise its event is encoded, and its frame but for
    ///   the arrays that were not written to since the moment before.
    public func monitored(
        at path: String, keeping count: Int = 1_000, redaction: Redaction? = Redaction(),
        onFailure: @escaping (LiveError) -> Void = LiveError.tellOnStandardError
    ) -> CycledLens {
        playing { [unowned self] standIns in
            let monitor = MonitorStandIns(standIns)
            // A test or a replay touches nothing of the machine.
            guard monitor.runsDrivers else { return monitor }
            let program = MonitoredProgram<Frame>(
                name: MonitoredProgram<Frame>.processName, standIns: monitor, drain: { [unowned self] in drain() },
                replace: { [unowned self] in replaceFrame(with: $0) })
            let live = LiveProgram(program, keeping: max(1, count), redaction)
            let watching = observeMoments({ live.take($0) }, whenIdle: { live.becomeIdle() })
            return LiveStandIns(monitor) { loop in
                let serving = live.serve(at: path, in: loop, onFailure)
                return Subscription([serving, watching])
            }
        }
    }
}

extension LiveError {
    /// The default of `onFailure`.
    public static func tellOnStandardError(_ error: LiveError) {
        Recorder.writeOnStandardError("cannot be looked at: \(error)\n")
    }
}

/// Begins to serve with the first lens that starts: its loop is known then.
private final class LiveStandIns: PassingStandIns {
    private let monitor: MonitorStandIns
    private var begin: ((Loop) -> Subscription)?

    init(_ monitor: MonitorStandIns, _ begin: @escaping (Loop) -> Subscription) {
        (self.monitor, self.begin) = (monitor, begin)
    }

    var runsDrivers: Bool { monitor.runsDrivers }

    func events<Model: Equatable, Event: Sendable>(
        of driver: Any, at path: String, rendering models: Signal<Model>
    ) -> Signal<Event> {
        beginning(monitor.events(of: driver, at: path, rendering: models))
    }

    func events<Event>(_ events: Signal<Event>, at path: String) -> Signal<Event> {
        beginning(monitor.events(events, at: path))
    }

    private func beginning<Event>(_ events: Signal<Event>) -> Signal<Event> {
        guard begin != nil else { return events }
        return Signal { [self] sink in
            let serving = begin.take()?(sink.loop)
            let running = events.run(inside: sink, receive: sink.send)
            return Subscription([running] + (serving.map { [$0] } ?? []))
        }
    }
}
