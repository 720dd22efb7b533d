/// Collects what exchanges report, so that a loop is woken once for several events: a head, a body and an end that came
/// together are one letter in its mailbox.
///
/// Confined to the thread of its transport.
package final class ReportBuffer {
    private var batches: [(port: Exchange.Port, reports: [Exchange.Report])] = []
    /// Receivers that hold a piece of a streamed body, to be sent with the rest.
    private var gathering: [ResponseReceiver] = []
    /// Whether the buffer holds an event that should not wait.
    private var isUrgent = false
    /// A clock for the intervals between reports.
    package let now: () -> Duration

    package init(now: @escaping () -> Duration) {
        self.now = now
    }

    package func add(_ event: Exchange.Event, of number: Int, to port: Exchange.Port) {
        isUrgent = true
        addInTime(event, of: number, to: port)
    }

    /// Adds an event for which the loop need not be woken if another one follows soon.
    func addInTime(_ event: Exchange.Event, of number: Int, to port: Exchange.Port) {
        let report = Exchange.Report(number: number, event: event)
        // Most processes have one loop.
        if let index = batches.lastIndex(where: { $0.port === port }) {
            batches[index].reports.append(report)
        } else {
            batches.append((port, [report]))
        }
    }

    package func gather(_ receiver: ResponseReceiver) {
        isUrgent = true
        gathering.append(receiver)
    }

    /// Sends all events, if one of them is urgent.
    ///
    /// - Returns: Whether events that are not urgent are left.
    @discardableResult
    package func flush(all: Bool = false) -> Bool {
        guard isUrgent || all else { return !batches.isEmpty }
        isUrgent = false
        let gathered = gathering
        gathering.removeAll(keepingCapacity: true)
        for receiver in gathered { receiver.receive(.sending) }
        isUrgent = false
        let sent = batches
        batches.removeAll(keepingCapacity: true)
        for (port, reports) in sent { port.send(reports) }
        return false
    }
}
