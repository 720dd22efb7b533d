import Cycle

/// The alarm of a session: armed for its deadline, and anew only when that is another one. Confined to the loop.
final class DeadlineAlarm {
    private let makeAlarm: (@escaping () -> Void) -> any Alarm
    private let onRing: () -> Void
    private var alarm: (any Alarm)?
    private var armedFor: Duration?

    /// - Parameter onRing: Called when the deadline may have come.
    init<Value>(in sink: Sink<Value>, _ onRing: @escaping () -> Void) {
        makeAlarm = sink.alarm
        self.onRing = onRing
    }

    /// - Parameter deadline: `nil` where the session waits for no time.
    func arm(for deadline: Duration?) {
        guard deadline != armedFor else { return }
        armedFor = deadline
        guard let deadline else {
            alarm?.disarm()
            return
        }
        if alarm == nil { alarm = makeAlarm { [weak self] in self?.ring() } }
        alarm?.arm(at: deadline)
    }

    private func ring() {
        armedFor = nil
        onRing()
    }
}
