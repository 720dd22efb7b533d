import Cycle
import CycleNetwork

/// One exchange of a simulated network: the steps of its answer, each in its time.
///
/// Unchecked: as the network, it belongs to the isolation of its test.
final class SimulatedExchange: @unchecked Sendable {
    private let network: SimulatedNetwork
    private let options: HTTP.TransportOptions
    private let limits: HTTP.Limits
    private let receiver: ResponseReceiver
    private let onEnd: () -> Void
    private var steps: ArraySlice<SimulatedAnswer.Step> = []
    /// The rest of the request's body, which is sent before the answer begins.
    private var upload: Upload?
    private var alarm: (any Alarm)?
    /// Its number in the line, while it waits for others.
    private var place: Int?
    private var hasBegun = false
    private var isConnected = false
    private var isDue = false

    init(
        _ order: HTTP.Order, _ number: Int, _ port: Exchange.Port, _ network: SimulatedNetwork,
        _ options: HTTP.TransportOptions, _ limits: HTTP.Limits, onEnd: @escaping () -> Void
    ) {
        self.network = network
        self.options = options
        self.limits = limits
        self.onEnd = onEnd
        var file: SimulatedDownload?
        if case .file(let path, let resumes) = order.delivery {
            file = SimulatedDownload(path, resumes: resumes, order, number, port, network)
        }
        receiver = ResponseReceiver(order.adding(file?.headers ?? []), number, port, network.reports, file)
    }

    /// - Returns: Whether it need not wait.
    func enter() -> Bool {
        network.openCount += 1
        place = network.limiter.enter(self, receiver.order.address.origin, limits)
        if place == nil { start() }
        return place == nil
    }

    func waits() {
        if !hasBegun, !receiver.isOver { receiver.waits() }
    }

    /// It has waited long enough.
    func begin() {
        place = nil
        receiver.begins()
        start()
    }

    func taken(_ count: Int) {
        if receiver.taken(count), isDue { arm() }
    }

    func cancel() {
        guard alarm != nil || place != nil else { return }
        receiver.cancel()
        end()
    }

    private func start() {
        hasBegun = true
        alarm = network.scheduler.alarm { [unowned self] in ring() }
        steps = network.steps(for: receiver.order)[...]
        do throws(HTTP.Failure) {
            upload = try Upload(body())
        } catch {
            steps = [.init(.failed(error))]
        }
        arm()
    }

    private func body() throws(HTTP.Failure) -> HTTP.Body {
        guard case .file(let path) = receiver.order.body else { return receiver.order.body }
        guard let bytes = network.files[path] else { throw .unreadable(path: path) }
        return .bytes(bytes)
    }

    private func end() {
        alarm?.disarm()
        alarm = nil
        let origin = receiver.order.address.origin
        if let place { network.limiter.giveUp(place, origin, limits) } else { network.limiter.leave(origin) }
        place = nil
        network.openCount -= 1
        onEnd()
    }

    private func arm() {
        guard !receiver.isOver, isSending || !steps.isEmpty else { return }
        alarm?.arm(at: network.scheduler.now + (isDue || isSending ? .zero : steps.first?.after ?? .zero))
    }

    private func ring() {
        isDue = true
        guard receiver.hasRoom, !receiver.isOver else { return }
        isDue = false
        do throws(HTTP.Failure) {
            if isSending { try sendPiece() } else if let step = steps.popFirst() { try take(step.event) }
        } catch {
            receiver.fail(error)
        }
        network.reports.flush(all: true)
        guard receiver.isOver else { return arm() }
        // The next exchange in the queue may begin.
        end()
        network.admitted()
    }

    /// Whether it is the time for the body: there is a connection, and the server has not answered.
    private var isSending: Bool {
        guard upload != nil else { return false }
        switch steps.first?.event {
        case .connected, .failed: return false
        case nil: return isConnected
        default: return true
        }
    }

    /// As much as the real transport reads at a time.
    private func sendPiece() throws(HTTP.Failure) {
        guard let upload else { return }
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 1)
        defer { piece.deallocate() }
        let count = try upload.read(into: piece)
        if count > 0 || upload.byteCount == nil {
            receiver.sent(byteCount: upload.sentCount, isAll: upload.isAll || count == 0)
        }
        if count == 0 || upload.isAll { self.upload = nil }
    }

    private func take(_ event: HTTP.WireEvent) throws(HTTP.Failure) {
        switch event {
        case .connected:
            isConnected = true
            receiver.connected()
        case .sent(let byteCount): receiver.sent(byteCount: byteCount, isAll: true)
        case .head(let status, let headers):
            let size = headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
            guard size <= options.headerLimit else { throw .tooLarge }
            try receiver.head(status, headers)
        case .body(let bytes): try receiver.body(bytes)
        case .end: receiver.end()
        case .failed(let failure): throw failure
        }
    }
}

extension SimulatedNetwork {
    fileprivate func admitted() {
        while let exchange = limiter.admit() { exchange.begin() }
        reports.flush(all: true)
    }
}

/// A download of the simulation. Belongs to the isolation of its test.
private final class SimulatedDownload: BodyFile {
    private let path: String
    private let resumes: Bool
    private let url: String
    private let number: Int
    private let port: Exchange.Port
    private unowned let network: SimulatedNetwork
    private let kept: SimulatedNetwork.Part?
    private var info: PartInfo?
    private var bytes: [UInt8] = []
    private let interval: Duration
    private var nextReport: Duration

    init(
        _ path: String, resumes: Bool, _ order: HTTP.Order, _ number: Int, _ port: Exchange.Port,
        _ network: SimulatedNetwork
    ) {
        self.path = path
        self.resumes = resumes && order.method == .get && order.headers["Range"] == nil
        url = order.address.description
        self.number = number
        self.port = port
        self.network = network
        interval = order.reportInterval
        nextReport = network.reports.now() + interval
        let part = network.parts[path].flatMap { $0.info.url == order.address.description ? $0 : nil }
        let count = part.map { $0.info.usableCount(of: $0.bytes.count, boot: "") } ?? 0
        kept =
            self.resumes && count > 0 ? part.map { .init(info: $0.info, bytes: [UInt8]($0.bytes.prefix(count))) } : nil
    }

    var headers: [HTTP.Headers.Field] { resumes ? PartInfo.headers(after: known) : [] }

    private var known: PartInfo.Kept? { kept.map { ($0.bytes.count, $0.info) } }

    var hasRoom: Bool { true }

    func begin(_ status: Int, _ headers: HTTP.Headers) throws(HTTP.Failure) -> Int {
        guard resumes else { return 0 }
        do throws(HTTP.Failure) {
            let start: Int
            (start, info) = try PartInfo.begun(status, headers, url, after: known, boot: "")
            if info == nil { network.parts[path] = nil }
            bytes = start > 0 ? kept?.bytes ?? [] : []
            return start
        } catch {
            network.parts[path] = nil
            throw error
        }
    }

    func write(_ piece: [UInt8]) {
        bytes += piece
        let now = network.reports.now()
        guard now >= nextReport else { return }
        nextReport = now + interval
        network.reports.add(.received(byteCount: bytes.count), of: number, to: port)
    }

    func finish() {
        network.parts[path] = nil
        network.files[path] = bytes
        network.reports.add(.end(body: [], byteCount: bytes.count), of: number, to: port)
    }

    func fail(_ failure: HTTP.Failure) {
        keep(unless: failure.spoilsBody)
        network.reports.add(.failed(failure), of: number, to: port)
    }

    func cancel() {
        keep(unless: false)
    }

    func discard() {
        network.parts[path] = nil
    }

    private func keep(unless isWrong: Bool) {
        guard var info, !bytes.isEmpty, !isWrong else { return }
        info.synced = bytes.count
        network.parts[path] = .init(info: info, bytes: bytes)
    }
}
