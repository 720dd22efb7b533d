#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import CycleDrivers

/// Makes the file that an order's body goes into; refuses what cannot become of it before anything is asked for.
///
/// - Parameter onRoom: Called on the disk's thread when the server may go on.
package func makeDownload(
    _ order: HTTP.Order, _ number: Int, _ port: Exchange.Port, onRoom: @escaping @Sendable () -> Void
) throws(HTTP.Failure) -> any BodyFile {
    try Download(order, number, port, onRoom: onRoom)
}

/// A body on its way into a file: written beside it, and renamed when it is complete.
///
/// Unchecked: `waitingCount` is guarded; what is below "On the disk's thread" belongs to that, from `begin` or `discard` on;
/// the rest is written before, by the thread of the transport.
final class Download: BodyFile, @unchecked Sendable {
    /// How many pieces may wait for the disk before the server has to.
    private static let bound = 16

    private let path: String
    private let url: String
    private let number: Int
    private let port: Exchange.Port
    private let interval: Duration
    private let onRoom: @Sendable () -> Void
    private let waitingCount = Guarded(0)
    /// How much of it is there already, and what the server called it.
    private let kept: PartInfo.Kept?
    private let resumes: Bool
    /// Whether what is below "On the disk's thread" belongs to that.
    private var isHandedOver = false

    private var part: PartFile?
    private var info: PartInfo?
    private var byteCount = 0
    private var nextReport: ContinuousClock.Instant = .now
    private var isOver = false

    /// Refuses what cannot become of it before anything is asked for, and takes what is left of an earlier try.
    ///
    /// - Parameter onRoom: Called on the disk's thread when the server may go on.
    init(
        _ order: HTTP.Order, _ number: Int, _ port: Exchange.Port, onRoom: @escaping @Sendable () -> Void
    ) throws(HTTP.Failure) {
        guard case .file(let path, let resumes) = order.delivery, PartFile.mayBecome(path) else {
            if case .file(let path, _) = order.delivery { throw .unwritable(path: path) }
            throw .unwritable(path: "")
        }
        self.path = path
        self.resumes = resumes && order.method == .get && order.headers["Range"] == nil && PartFile.canResume(path)
        self.number = number
        self.port = port
        self.onRoom = onRoom
        interval = order.reportInterval
        let url = order.address.description
        self.url = url
        if self.resumes {
            do throws(SystemFailure) {
                part = try PartFile.open(PartFile.resumable(path), creates: false)
            } catch {
                throw Download.failure(error, path)
            }
        }
        kept = part.flatMap { Download.kept($0, path, url) }
        do throws(HTTP.Failure) {
            try DiskThread.shared.begin()
        } catch {
            part?.close()
            throw error
        }
    }

    private static func kept(_ part: PartFile, _ path: String, _ url: String) -> PartInfo.Kept? {
        guard let info = SmallFile.text(PartFile.info(path)).flatMap(PartInfo.init), info.url == url else { return nil }
        let count = info.usableCount(of: part.byteCount, boot: SmallFile.boot)
        return count > 0 ? (count, info) : nil
    }

    var headers: [HTTP.Headers.Field] { resumes ? PartInfo.headers(after: kept) : [] }

    var hasRoom: Bool { waitingCount.withLock { $0 < Download.bound } }

    func begin(_ status: Int, _ headers: HTTP.Headers) throws(HTTP.Failure) -> Int {
        isHandedOver = true
        do throws(HTTP.Failure) {
            let (start, next) =
                resumes ? try PartInfo.begun(status, headers, url, after: kept, boot: SmallFile.boot) : (0, nil)
            post { $0.open(at: start, next) }
            return start
        } catch {
            post { $0.forget() }
            throw error
        }
    }

    func write(_ bytes: [UInt8]) {
        waitingCount.withLock { $0 += 1 }
        post { download in
            download.store(bytes)
            let isRoom = download.waitingCount.withLock { count in
                count -= 1
                return count == Download.bound / 2
            }
            if isRoom { download.onRoom() }
        }
    }

    func finish() {
        post { $0.complete() }
    }

    func fail(_ failure: HTTP.Failure) {
        post { $0.give(up: failure) }
    }

    func cancel() {
        // The part that was found may belong to the target of a redirect, whose request asks for it at once.
        guard isHandedOver else { return close() }
        post { $0.give(up: nil) }
    }

    func discard() {
        isHandedOver = true
        post { download in
            download.forget()
            download.close()
        }
    }

    private func post(_ job: @escaping @Sendable (Download) -> Void) {
        DiskThread.shared.post { [self] in if !isOver { job(self) } }
    }

    // MARK: On the disk's thread

    private func open(at start: Int, _ next: PartInfo?) {
        var described: PartInfo?
        do throws(SystemFailure) {
            PartFile.sweep(path)
            if part == nil, next != nil { part = try PartFile.open(PartFile.resumable(path), creates: true) }
            // Another download has it, or nothing is known that could be compared later.
            if next == nil || part == nil {
                forget()
                part?.close()
                // Else it would be closed once more where there is no other.
                part = nil
                part = try PartFile.open(PartFile.unique(path), creates: true)
            } else {
                described = next
            }
            guard let part, part.truncate(to: start) else { throw SystemFailure(code: errno) }
            if let described, described != kept?.info { try PartFile.describe(path, described) }
            info = described
            byteCount = start
            // The new file gets the permissions of the one that it replaces.
            var status = stat()
            if stat(path, &status) == 0, fchmod(part.descriptor, status.st_mode & 0o777) != 0 {
                throw SystemFailure(code: errno)
            }
        } catch {
            fail(error)
        }
    }

    private func store(_ bytes: [UInt8]) {
        do throws(SystemFailure) {
            try part?.write(bytes)
        } catch {
            return fail(error)
        }
        byteCount += bytes.count
        guard nextReport <= .now else { return }
        nextReport = .now + max(interval, .milliseconds(1))
        tell(.received(byteCount: byteCount))
    }

    private func complete() {
        guard let part else { return fail(SystemFailure(code: EIO)) }
        if let total = info?.total, total != byteCount { return give(up: .disconnected) }
        // Without this a crash of the system can leave an empty file under the name.
        guard fsync(part.descriptor) == 0 else { return fail(SystemFailure(code: errno)) }
        guard PartFile.mayBecome(path), rename(part.path, path) == 0 else { return fail(SystemFailure(code: EACCES)) }
        if info != nil {
            unlink(PartFile.info(path))
        } else {
            PartFile.remove(PartFile.resumable(path))
            unlink(PartFile.info(path))
        }
        close()
        tell(.end(body: [], byteCount: byteCount))
    }

    private func fail(_ failure: SystemFailure) {
        give(up: Download.failure(failure, path))
    }

    private static func failure(_ failure: SystemFailure, _ path: String) -> HTTP.Failure {
        HTTP.Resource(code: failure.code).map { .exhausted($0) } ?? .unwritable(path: path)
    }

    private func give(up failure: HTTP.Failure?) {
        if info != nil || kept == nil || part?.path != PartFile.resumable(path), !keep(after: failure) { forget() }
        close()
        if let failure { tell(.failed(failure)) }
    }

    /// - Returns: Whether what has come can be gone on with.
    private func keep(after failure: HTTP.Failure?) -> Bool {
        guard var info, let part, byteCount > 0, failure?.spoilsBody != true, fsync(part.descriptor) == 0 else {
            return false
        }
        info.synced = byteCount
        do throws(SystemFailure) {
            try PartFile.describe(path, info)
            return true
        } catch {
            // The information that was written earlier is true as well.
            return true
        }
    }

    private func forget() {
        guard let part else { return }
        if part.path == PartFile.resumable(path) { unlink(PartFile.info(path)) }
        unlink(part.path)
    }

    private func close() {
        guard !isOver else { return }
        isOver = true
        part?.close()
        part = nil
        DiskThread.shared.end()
    }

    private func tell(_ news: Exchange.Event) {
        port.send([Exchange.Report(number: number, event: news)])
    }
}

extension HTTP.Failure {
    /// Whether what has come of a body cannot be the beginning of what was asked for.
    package var spoilsBody: Bool {
        switch self {
        case .tooLarge, .malformed: true
        default: false
        }
    }
}
