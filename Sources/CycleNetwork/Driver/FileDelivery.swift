import Dispatch
import Foundation

/// Writes a body into a file beside the one it is to become, and renames it when it is complete.
///
/// Unchecked: `hasFile`, `isCancelled`, `waitingCount` and `exchange` are guarded by `lock`; the file belongs to `queue`.
final class FileDelivery: @unchecked Sendable {
    /// How many pieces may wait for the disk before the server has to.
    private static let bound = 16

    private let path: String
    private let partPath: String
    private let queue: DispatchQueue
    private let send: @Sendable (Arrival) -> Bool
    private let lock = NSLock()
    private var hasFile = false
    private var isCancelled = false
    private var waitingCount = 0
    private var exchange: (any Exchange)?
    private var descriptor: Int32 = -1
    private var isOver = false

    init(_ path: String, _ queue: DispatchQueue, _ send: @escaping @Sendable (Arrival) -> Bool) {
        self.path = path
        self.queue = queue
        self.send = send
        partPath = path + "." + String(UInt64.random(in: .min ... .max), radix: 36) + ".part"
    }

    func connect(to exchange: any Exchange) {
        lock.lock()
        self.exchange = exchange
        lock.unlock()
    }

    /// The transport's thread. The body of a success goes to the file, that of any other answer with the response.
    func take(_ event: ExchangeEvent) -> Bool {
        switch event {
        case .head(let status, _) where (200...299).contains(status):
            lock.lock()
            hasFile = true
            lock.unlock()
            queue.async { [self] in open() }
            return send(.event(event))
        case .body(let bytes) where isToFile:
            let hasRoom = count(1) < FileDelivery.bound
            queue.async { [self] in
                write(bytes)
                if count(-1) == FileDelivery.bound / 2 { resume() }
            }
            return hasRoom
        case .end where isToFile:
            _ = send(.storing)
            queue.async { [self] in finish() }
        case .failed where isToFile:
            queue.async { [self] in
                discard()
                _ = send(.event(event))
            }
        default: return send(.event(event))
        }
        return true
    }

    /// Any thread. What is not complete by now never appears.
    func cancel() {
        lock.lock()
        isCancelled = true
        lock.unlock()
        queue.async { [self] in discard() }
    }

    private var isToFile: Bool {
        lock.lock()
        defer { lock.unlock() }
        return hasFile
    }

    private var isWanted: Bool {
        lock.lock()
        defer { lock.unlock() }
        return !isCancelled
    }

    private func count(_ difference: Int) -> Int {
        lock.lock()
        defer { lock.unlock() }
        waitingCount += difference
        return waitingCount
    }

    private func resume() {
        lock.lock()
        let exchange = exchange
        lock.unlock()
        exchange?.resume()
    }

    // MARK: On the queue

    private func open() {
        guard !isOver else { return }
        descriptor = Foundation.open(partPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return fail() }
        // What only some may read is replaced by what only they may read.
        var status = stat()
        if stat(path, &status) == 0, fchmod(descriptor, status.st_mode & 0o777) != 0 { fail() }
    }

    private func write(_ bytes: [UInt8]) {
        guard !isOver else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return fail() }
            rest = rest.dropFirst(count)
        }
        _ = send(.written(byteCount: bytes.count))
    }

    private func finish() {
        guard !isOver else { return }
        // Without this a crash of the system can leave an empty file under the name.
        guard fsync(descriptor) == 0 else { return fail() }
        guard isWanted else { return discard() }
        guard rename(partPath, path) == 0 else { return fail() }
        isOver = true
        close()
        _ = send(.event(.end))
    }

    private func fail() {
        discard()
        _ = send(.event(.failed(.unwritable(path: path))))
    }

    private func discard() {
        guard !isOver else { return }
        isOver = true
        if descriptor >= 0 { unlink(partPath) }
        close()
    }

    private func close() {
        if descriptor >= 0 { _ = Foundation.close(descriptor) }
        descriptor = -1
    }
}
