import CycleBase
import CycleNetwork

/// Feeds the session of one download what the twin's servers send, and performs its actions on a disk that is a dictionary.
/// Belongs to the isolation of its test.
final class SimulatedDownload: BodyFile {
    private let path: String
    private let number: Int
    private let port: Exchange.Port
    private unowned let network: SimulatedNetwork
    private let plan: DownloadPlan
    private let foundBytes: [UInt8]
    private let shell: Shell<DownloadSession>
    private var bytes: [UInt8] = []
    /// Whether a later try can find the part.
    private var isDescribed = true

    init(_ path: String, _ message: HTTP.Message, _ number: Int, _ port: Exchange.Port, _ network: SimulatedNetwork) {
        self.path = path
        self.number = number
        self.port = port
        self.network = network
        let found = network.parts[path]
        foundBytes = found?.bytes ?? []
        plan = DownloadPlan(
            message, resumes: DownloadPlan.canResume(message), found: found.map { ($0.bytes.count, $0.info) }, boot: "",
            reportInterval: message.reportInterval)
        shell = Shell(DownloadSession(plan))
    }

    var headers: [HTTP.Headers.Field] { plan.headers }

    var hasRoom: Bool { true }

    func begin(_ status: Int, _ headers: HTTP.Headers) throws(HTTP.Failure) -> Int {
        do throws(HTTP.Failure) {
            let start = try plan.start(status, headers)
            receive(.head(start))
            return start.byteCount
        } catch {
            receive(.mismatch)
            throw error
        }
    }

    func write(_ piece: [UInt8]) { receive(.bytes(piece)) }
    func finish() { receive(.end) }
    func fail(_ failure: HTTP.Failure) { receive(.failed(failure)) }
    func cancel() { receive(.cancelled) }
    func discard() { receive(.discarded) }

    private func receive(_ input: DownloadSession.Input) {
        shell.receive(input, at: network.reports.now()) { action in
            switch action {
            case .perform(let operation): receive(.done(perform(operation)))
            case .remove: if isDescribed { network.parts[path] = nil }
            case .close: bytes = []
            case .report(let event): network.reports.add(event, of: number, to: port)
            }
        }
    }

    private func perform(_ operation: DownloadSession.Operation) -> DownloadSession.Outcome {
        switch operation {
        case .open(let byteCount, let info):
            if plan.resumes, info == nil { network.parts[path] = nil }
            isDescribed = info != nil
            bytes = [UInt8](foundBytes.prefix(byteCount))
            return .opened(isDescribed: isDescribed)
        case .write(let piece): bytes += piece
        case .complete:
            network.parts[path] = nil
            network.files[path] = bytes
        case .keep(let info): network.parts[path] = .init(info: info, bytes: bytes)
        }
        return .succeeded
    }
}
