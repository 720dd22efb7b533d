/// Collects what exchanges report, so that a loop is woken once for all that has happened: a head, a body and an end that
/// came together are one letter.
///
/// Confined to the thread of its transport.
package final class Outbox {
    private var boxes: [(port: ReportPort, reports: [Report])] = []
    /// Whose pieces of a body are to be sent with the rest.
    private var gathering: [Incoming] = []
    /// Whether something in it should not wait.
    private var isUrgent = false
    /// A clock for the intervals between reports.
    package let now: () -> Duration

    package init(now: @escaping () -> Duration) {
        self.now = now
    }

    package func add(_ news: ExchangeNews, of number: Int, to port: ReportPort) {
        isUrgent = true
        addInTime(news, of: number, to: port)
    }

    /// Adds what nobody need be woken for, if something else follows soon.
    package func addInTime(_ news: ExchangeNews, of number: Int, to port: ReportPort) {
        let report = Report(number: number, news: news)
        // Most processes have one loop.
        if let index = boxes.lastIndex(where: { $0.port === port }) {
            boxes[index].reports.append(report)
        } else {
            boxes.append((port, [report]))
        }
    }

    package func gather(_ incoming: Incoming) {
        isUrgent = true
        gathering.append(incoming)
    }

    /// Sends what is urgent, and all else with it.
    ///
    /// - Returns: Whether something is left that is not.
    @discardableResult
    package func flush(all: Bool = false) -> Bool {
        guard isUrgent || all else { return !boxes.isEmpty }
        isUrgent = false
        let gathered = gathering
        gathering.removeAll(keepingCapacity: true)
        for incoming in gathered { incoming.sendPiece() }
        isUrgent = false
        let sent = boxes
        boxes.removeAll(keepingCapacity: true)
        for (port, reports) in sent { port.send(reports) }
        return false
    }
}
