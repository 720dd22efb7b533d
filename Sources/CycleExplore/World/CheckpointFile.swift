import CycleBase

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

    private static var magic: UInt64 { 0x4379_636C_6545_7802 }

    /// Whether there is nothing yet, or the beginning of what this one has saved.
    func check() throws(Refusal) {
        guard let reader = WordReader(path) else {
            if errno == ENOENT { return }
            throw .unreadable(errno)
        }
        if !isMine(reader) { throw .other }
    }

    private func isMine(_ reader: WordReader) -> Bool {
        reader.word() == Self.magic && reader.word() == identity
    }

    /// - Returns: A reader behind the header of the saved exploration; `nil` where there is none, or that of another.
    func open() -> WordReader? {
        guard let reader = WordReader(path), isMine(reader) else { return nil }
        return reader
    }

    /// - Returns: Whether it is on the disk; where not, that of before is.
    func save(_ write: (WordWriter) -> Void) -> Bool {
        let fresh = "\(path).new"
        guard let writer = WordWriter(fresh) else { return false }
        writer.put(Self.magic)
        writer.put(identity)
        write(writer)
        return writer.finish() && rename(fresh, path) == 0
    }

    /// The exploration is over: the next one begins anew.
    func remove() { unlink(path) }
}
