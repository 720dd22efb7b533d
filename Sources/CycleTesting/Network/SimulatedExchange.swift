import Cycle
import CycleNetwork

/// One exchange of a simulated network: the steps of its answer, each in its time.
///
/// Unchecked: as the network, it belongs to the isolation of its test.
final class SimulatedExchange: QueuedExchange, @unchecked Sendable {
    private let network: SimulatedNetwork
    private let options: HTTP.TransportOptions
    private let limits: HTTP.Limits
    let receiver: ResponseReceiver
    private let onEnd: () -> Void
    private var steps: ArraySlice<SimulatedAnswer.Step> = []
    /// The rest of the request's body, which is sent before the answer begins.
    private var upload: Upload?
    private var alarm: (any Alarm)?
    private var isConnected = false
    private var isDue = false

    init(
        _ message: HTTP.Message, _ number: Int, _ port: Exchange.Port, _ network: SimulatedNetwork,
        _ options: HTTP.TransportOptions, _ limits: HTTP.Limits, onEnd: @escaping () -> Void
    ) {
        self.network = network
        self.options = options
        self.limits = limits
        self.onEnd = onEnd
        var file: SimulatedDownload?
        if case .file(let path, _) = message.delivery {
            file = SimulatedDownload(path, message, number, port, network)
        }
        receiver = ResponseReceiver(message.adding(file?.headers ?? []), number, port, network.reports, file)
        network.openCount += 1
    }

    func acknowledge(_ count: Int) {
        if receiver.acknowledge(count), isDue { arm() }
    }

    func hold(_ isHeld: Bool) {
        if receiver.hold(isHeld), isDue { arm() }
    }

    func cancel() {
        if let place = receiver.cancel() { leave(place) }
    }

    func start() {
        alarm = network.scheduler.alarm { [unowned self] in ring() }
        steps = network.steps(for: receiver.message)[...]
        // A server that answers has been connected to, however long it thinks.
        switch steps.first?.event {
        case .sent, .head, .body, .end: steps = [.init(.connected)] + steps
        case .connected, .failed, nil: break
        }
        do throws(HTTP.Failure) {
            upload = try Upload(body())
        } catch {
            steps = [.init(.failed(error))]
        }
        arm()
    }

    private func body() throws(HTTP.Failure) -> HTTP.Body {
        guard case .file(let path) = receiver.message.body else { return receiver.message.body }
        guard let bytes = network.files[path] else { throw .unreadable(path: path) }
        return .bytes(bytes)
    }

    private func leave(_ place: QueuePlace) {
        alarm?.disarm()
        alarm = nil
        network.limiter.leave(place, receiver.message.address.origin, limits)
        network.openCount -= 1
        onEnd()
    }

    private func arm() {
        guard isSending || !steps.isEmpty else { return }
        alarm?.arm(at: network.scheduler.now + (isDue || isSending ? .zero : steps.first?.after ?? .zero))
    }

    private func ring() {
        isDue = true
        guard receiver.hasRoom else { return }
        isDue = false
        var place: QueuePlace?
        do throws(HTTP.Failure) {
            if isSending { try sendPiece() } else if let step = steps.popFirst() { place = try take(step.event) }
        } catch {
            place = receiver.end(error)
        }
        network.reports.flush(all: true)
        guard let place else { return arm() }
        // The next exchange in the queue may begin.
        leave(place)
        network.admit()
    }

    /// Whether it is the time for the body: there is a connection, and the server has not answered.
    private var isSending: Bool {
        guard upload != nil else { return false }
        switch steps.first?.event {
        case .connected, .failed: return false
        case nil: return isConnected
        case .sent, .head, .body, .end: return true
        }
    }

    /// As much as the real transport reads at a time.
    private func sendPiece() throws(HTTP.Failure) {
        guard let upload else { return }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 1)
        defer { piece.deallocate() }
        let count = try upload.read(into: piece)
        if count > 0 || upload.byteCount == nil {
            receiver.receive(.sent(byteCount: upload.sentCount, isAll: upload.isAll || count == 0))
        }
        if count == 0 || upload.isAll { self.upload = nil }
    }

    /// - Returns: The place to give back at the end.
    private func take(_ event: HTTP.WireEvent) throws(HTTP.Failure) -> QueuePlace? {
        switch event {
        case .connected:
            isConnected = true
            receiver.receive(.connected)
        case .sent(let byteCount): receiver.receive(.sent(byteCount: byteCount, isAll: true))
        case .head(let status, let headers):
            let size = headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
            guard size <= options.headerLimit else { throw .tooLarge }
            try receiver.head(status, headers)
        case .body(let bytes): try receiver.body(bytes)
        case .end: return receiver.end(nil)
        case .failed(let failure): throw failure
        }
        return nil
    }
}
