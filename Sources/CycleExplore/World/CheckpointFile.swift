import CycleSystem

/// A file in which an exploration keeps how far it is, so that the next process goes on where this one was killed.
///
/// Each time the file is replaced as a whole. Fingerprints are kept, so both processes must hash alike: `SWIFT_DETERMINISTIC_HASHING`.
struct Checkpoint: Sendable {
    /// Where it is.
    let path: String
    /// The program, the scenario and the bounds that it belongs to.
    let identity: UInt64
    /// How long an exploration goes on before it is saved again, at least. Saving takes no more than a twentieth of the time.
    var interval: Duration = .seconds(1)

    /// A reason not to go on with what is in the file.
    enum Refusal: Error {
        case other
        case unreadable(Int32)
    }

    private static var magic: UInt64 { 0x4379_636C_6545_7801 }

    /// Whether there is nothing yet, or the beginning of what this one has saved.
    func check() throws(Refusal) {
        guard let reader = CheckpointReader(path) else {
            if errno == ENOENT { return }
            throw .unreadable(errno)
        }
        if !isMine(reader) { throw .other }
    }

    private func isMine(_ reader: CheckpointReader) -> Bool {
        reader.word() == Self.magic && reader.word() == identity
    }

    /// - Returns: A reader behind the header of the saved exploration; `nil` where there is none, or that of another.
    func open() -> CheckpointReader? {
        guard let reader = CheckpointReader(path), isMine(reader) else { return nil }
        return reader
    }

    /// - Returns: Whether it is on the disk; where not, that of before is.
    func save(_ write: (CheckpointWriter) -> Void) -> Bool {
        let fresh = "\(path).new"
        guard let writer = CheckpointWriter(fresh) else { return false }
        writer.put(Self.magic)
        writer.put(identity)
        write(writer)
        return writer.finish() && rename(fresh, path) == 0
    }

    /// The exploration is over: the next one begins anew.
    func remove() { unlink(path) }
}

/// Writes words to a file.
final class CheckpointWriter {
    private let file: UnsafeMutablePointer<FILE>
    private var hasFailed = false

    init?(_ path: String) {
        guard let file = fopen(path, "w") else { return nil }
        self.file = file
    }

    func put(_ word: UInt64) {
        var word = word.littleEndian
        if fwrite(&word, 8, 1, file) != 1 { hasFailed = true }
    }

    func put(_ number: Int) { put(UInt64(bitPattern: Int64(number))) }

    func put(_ text: String) {
        let bytes = Array(text.utf8)
        put(bytes.count)
        if fwrite(bytes, 1, bytes.count, file) != bytes.count { hasFailed = true }
    }

    func put<Element>(all elements: some Collection<Element>, _ put: (Element) -> Void) {
        self.put(elements.count)
        for element in elements { put(element) }
    }

    /// - Returns: Whether all is on the disk.
    func finish() -> Bool {
        let isWritten = !hasFailed && fflush(file) == 0 && fsync(fileno(file)) == 0
        return fclose(file) == 0 && isWritten
    }
}

/// Reads what a ``CheckpointWriter`` has written: a file that was replaced as a whole.
final class CheckpointReader {
    private let file: UnsafeMutablePointer<FILE>

    init?(_ path: String) {
        guard let file = fopen(path, "r") else { return nil }
        self.file = file
    }

    deinit { fclose(file) }

    /// Behind the end, 0.
    func word() -> UInt64 {
        var word: UInt64 = 0
        return fread(&word, 8, 1, file) == 1 ? UInt64(littleEndian: word) : 0
    }

    func number() -> Int { Int(Int64(bitPattern: word())) }

    func text() -> String {
        var bytes = [UInt8](repeating: 0, count: max(0, number()))
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    func all<Element>(_ read: () -> Element) -> [Element] { (0..<max(0, number())).map { _ in read() } }
}
