import CycleBase

/// A file in which an exploration keeps how far it is, so that the next process goes on where this one was killed.
///
/// Each time the file is replaced as a whole. Fingerprints are kept, so both processes must hash alike: `SWIFT_DETERMINISTIC_HASHING`.
package struct Checkpoint: Sendable {
    /// Where it is.
    let path: String
    /// The program, the scenario and the bounds that it belongs to.
    let identity: UInt64
    /// How long an exploration goes on before it is saved again, at least. Saving takes no more than a twentieth of the time.
    package var interval: Duration = .seconds(1)

    package init(path: String, identity: UInt64) {
        (self.path, self.identity) = (path, identity)
    }

    /// A reason not to go on with what is in the file.
    package enum Refusal: Error, Equatable {
        case other
        case otherVersion
        /// Cut, or changed since it was written.
        case damaged
        case unreadable(Int32)
    }

    /// The beginning of the name of the format; the lowest byte is its version.
    private static var magic: UInt64 { 0x4379_636C_6545_7800 }
    private static var version: UInt64 { 5 }

    /// Whether there is nothing yet, or the beginning of what this one has saved.
    package func check() throws(Refusal) { _ = try reader() }

    /// - Returns: A reader behind the header of the saved exploration; `nil` where there is none.
    private func reader() throws(Refusal) -> WordReader? {
        guard let reader = WordReader(path) else {
            if errno == ENOENT { return nil }
            throw .unreadable(errno)
        }
        let first = reader.word()
        guard first & ~0xFF == Self.magic else { throw .other }
        guard first == Self.magic | Self.version else { throw .otherVersion }
        let second = reader.word()
        guard let whole = WordReader(path), whole.isWhole() else { throw .damaged }
        guard second == identity else { throw .other }
        return reader
    }

    /// - Returns: A reader behind the header of the saved exploration; `nil` where there is none, or that of another.
    func open() -> WordReader? {
        do { return try reader() } catch { return nil }
    }

    /// Saves, so that the file is the old checkpoint or the new one, whatever happens.
    ///
    /// - Throws: Why it is not on the disk; that of before is.
    func save(_ write: (WordWriter) -> Void) throws(FileReplacement.Failure) {
        try FileReplacement.write(to: path, newMode: 0o666) { file in
            let writer = WordWriter(file)
            writer.put(Self.magic | Self.version)
            writer.put(identity)
            write(writer)
            return writer.finish()
        }
    }

    /// The exploration is over: the next one begins anew.
    package func remove() { unlink(path) }
}
