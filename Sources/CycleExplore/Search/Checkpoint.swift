#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

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

    /// - Returns: What was saved, behind its header; `nil` where nothing was, or something else.
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

    func put(_ decision: Decision) {
        put(decision.choice)
        put(decision.afterTurns ?? -1)
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

    func decision() -> Decision {
        let (choice, turns) = (number(), number())
        return Decision(choice: choice, afterTurns: turns < 0 ? nil : turns)
    }

    func all<Element>(_ read: () -> Element) -> [Element] { (0..<max(0, number())).map { _ in read() } }
}

/// Says when an exploration is saved.
struct CheckpointPace {
    private let checkpoint: Checkpoint?
    private let clock = ContinuousClock()
    private var next: ContinuousClock.Instant

    init(_ checkpoint: Checkpoint?) {
        self.checkpoint = checkpoint
        next = clock.now + (checkpoint?.interval ?? .zero)
    }

    mutating func save(_ write: (CheckpointWriter) -> Void) {
        guard let checkpoint else { return }
        let start = clock.now
        guard start >= next else { return }
        if !checkpoint.save(write) { say("\(checkpoint.path) cannot be written: \(String(cString: strerror(errno)))") }
        next = clock.now + max(checkpoint.interval, (clock.now - start) * 20)
    }
}

// MARK: What is saved

extension StateTable {
    func save(to writer: CheckpointWriter) {
        writer.put(nodes.count)
        for index in 0..<nodes.count { nodes[index].words.forEach(writer.put) }
        writer.put(all: budgets) { budget in
            for half in 0..<2 { writer.put(word(of: budget, half)) }
        }
        writer.put(all: manyTurns.sorted { $0.key < $1.key }) { index, turns in
            writer.put(index)
            writer.put(turns)
        }
        writer.put(all: depths, writer.put)
        writer.put(stateCount)
        writer.put(expandedCount)
    }

    convenience init(from reader: CheckpointReader) {
        self.init()
        for _ in 0..<max(0, reader.number()) {
            restore(Node(reader.word(), reader.word(), reader.word(), reader.word()))
        }
        let budgets = reader.all { budget(reader.word(), reader.word()) }
        let manyTurns = reader.all { (reader.number(), reader.number()) }
        restore(
            budgets, Dictionary(manyTurns) { $1 }, depths: reader.all(reader.number), stateCount: reader.number(),
            expandedCount: reader.number())
    }

    private func word(of budget: SIMD16<UInt8>, _ half: Int) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(budget[half * 8 + $1]) << UInt64($1 * 8) }
    }

    private func budget(_ low: UInt64, _ high: UInt64) -> SIMD16<UInt8> {
        var budget = SIMD16<UInt8>.zero
        for index in 0..<8 {
            budget[index] = UInt8(truncatingIfNeeded: low >> UInt64(index * 8))
            budget[index + 8] = UInt8(truncatingIfNeeded: high >> UInt64(index * 8))
        }
        return budget
    }
}

extension Tally {
    func save(to writer: CheckpointWriter) {
        writer.put(runCount)
        writer.put(turnCount)
        writer.put(comparedJoinCount)
        writer.put(seen)
        writer.put(all: taken.sorted { ($0.lane, $0.label) < ($1.lane, $1.label) }) { letter in
            writer.put(letter.lane)
            writer.put(letter.label)
        }
        writer.put(all: cuts, writer.put)
    }

    init(from reader: CheckpointReader) {
        (runCount, turnCount, comparedJoinCount) = (reader.number(), reader.number(), reader.number())
        seen = reader.word()
        taken = Set(reader.all { Possibility.Letter(lane: reader.text(), label: reader.text()) })
        for what in reader.all(reader.text) { cut(what) }
    }
}

extension KnownAgreements {
    func save(to writer: CheckpointWriter) {
        writer.put(all: known) { happenings, agreed in
            writer.put(all: happenings) { name, count in
                writer.put(name)
                writer.put(count)
            }
            writer.put(agreed.result.high)
            writer.put(agreed.result.low)
            writer.put(agreed.text)
            writer.put(all: agreed.path, writer.put)
        }
    }

    init(from reader: CheckpointReader) {
        for _ in 0..<max(0, reader.number()) {
            let happenings = Dictionary(reader.all { (reader.text(), reader.number()) }) { $1 }
            let result = Fingerprint.Key(high: reader.number(), low: reader.number())
            known[happenings] = (result, reader.text(), reader.all(reader.decision))
        }
    }
}

extension BetweenTurns {
    func save(to writer: CheckpointWriter) {
        writer.put(parent)
        writer.put(first)
        writer.put(all: interruptions) { interruption in
            writer.put(Int(interruption.afterTurns))
            writer.put(Int(interruption.choice))
        }
    }

    init(from reader: CheckpointReader) {
        parent = reader.number()
        let first = reader.decision()
        (choice, afterTurns) = (UInt16(first.choice), first.afterTurns)
        interruptions = reader.all {
            Interruption(afterTurns: UInt16(reader.number()), choice: UInt16(reader.number()))
        }
    }
}
