import CycleBase
import CycleDrivers

/// Makes the file that the body of a message goes into; refuses a path that cannot become one before the message is sent.
///
/// - Parameter onRoom: Called on the disk's thread when the server may go on.
package func makeDownload(
    _ message: HTTP.Message, _ number: Int, _ port: Exchange.Port, onRoom: @escaping @Sendable () -> Void
) throws(HTTP.Failure) -> any BodyFile {
    guard case .file(let path, _) = message.delivery else { throw .unwritable(path: "") }
    return try Download(message, path, number, port, onRoom: onRoom)
}

/// Feeds the session of one download what the transport receives, and performs its actions on the thread of the disk.
///
/// Unchecked: `waitingCount` is guarded. `shell` and `disk` belong to the disk's thread from the first call that posts to it
/// on; before that, and `isHandedOver` always, they belong to the thread of the transport.
final class Download: BodyFile, @unchecked Sendable {
    /// How many pieces may wait for the disk before the server has to.
    private static let bound = 16

    private let plan: DownloadPlan
    private let number: Int
    private let port: Exchange.Port
    private let onRoom: @Sendable () -> Void
    private let start = ContinuousClock.now
    private let waitingCount = Guarded(0)
    private let shell: Shell<DownloadSession>
    private var disk: DownloadDisk
    private var isHandedOver = false

    /// Takes what an earlier try has left.
    fileprivate init(
        _ message: HTTP.Message, _ path: String, _ number: Int, _ port: Exchange.Port,
        onRoom: @escaping @Sendable () -> Void
    ) throws(HTTP.Failure) {
        guard PartFile.mayBecome(path) else { throw .unwritable(path: path) }
        let resumes = DownloadPlan.canResume(message) && PartFile.canResume(path)
        disk = try DownloadDisk(path, resumes: resumes)
        plan = DownloadPlan(
            message, resumes: resumes, found: disk.found, boot: bootIdentifier,
            reportInterval: message.reportInterval)
        shell = Shell(DownloadSession(plan))
        self.number = number
        self.port = port
        self.onRoom = onRoom
        do throws(HTTP.Failure) {
            try DiskThread.shared.begin()
        } catch {
            disk.close()
            throw error
        }
    }

    var headers: [HTTP.Headers.Field] { plan.headers }

    var hasRoom: Bool { waitingCount.withLock { $0 < Download.bound } }

    func begin(_ status: Int, _ headers: HTTP.Headers) throws(HTTP.Failure) -> Int {
        do throws(HTTP.Failure) {
            let start = try plan.start(status, headers)
            post(.head(start))
            return start.byteCount
        } catch {
            post(.mismatch)
            throw error
        }
    }

    func write(_ bytes: [UInt8]) {
        waitingCount.withLock { $0 += 1 }
        DiskThread.shared.post { [self] in
            receive(.bytes(bytes))
            let isRoom = waitingCount.withLock { count in
                count -= 1
                return count == Download.bound / 2
            }
            if isRoom { onRoom() }
        }
    }

    func finish() { post(.end) }

    func fail(_ failure: HTTP.Failure) { post(.failed(failure)) }

    func cancel() {
        // The part that was found may belong to the target of a redirect, whose request asks for it at once.
        if isHandedOver { post(.cancelled) } else { receive(.cancelled) }
    }

    func discard() { post(.discarded) }

    private func post(_ input: DownloadSession.Input) {
        isHandedOver = true
        DiskThread.shared.post { [self] in receive(input) }
    }

    // MARK: On the disk's thread, or before any input was posted to it

    private func receive(_ input: DownloadSession.Input) {
        shell.receive(input, at: start.duration(to: .now)) { action in
            switch action {
            case .perform(let operation): receive(.done(disk.perform(operation)))
            case .remove: disk.remove()
            case .close:
                disk.close()
                DiskThread.shared.end()
            case .report(let event): port.send([Exchange.Report(number: number, event: event)])
            }
        }
    }
}
