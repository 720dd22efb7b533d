import CycleBase

/// Says when an exploration is saved.
struct CheckpointPace {
    private let checkpoint: Checkpoint?
    private let clock = ContinuousClock()
    private var next: ContinuousClock.Instant

    init(_ checkpoint: Checkpoint?) {
        self.checkpoint = checkpoint
        next = clock.now + (checkpoint?.interval ?? .zero)
    }

    mutating func save(_ write: (WordWriter) -> Void) {
        guard let checkpoint else { return }
        let start = clock.now
        guard start >= next else { return }
        do throws(FileReplacement.Failure) {
            try checkpoint.save(write)
        } catch {
            say("\(error)")
        }
        next = clock.now + max(checkpoint.interval, (clock.now - start) * 20)
    }
}

// MARK: Saved parts

extension Tally {
    func save(to writer: WordWriter) {
        writer.put(runCount)
        writer.put(turnCount)
        writer.put(comparedJoinCount)
        writer.put(seen)
        writer.put(all: taken.sorted { ($0.lane, $0.label) < ($1.lane, $1.label) }) { letter in
            writer.put(letter.lane)
            writer.put(letter.label)
        }
        writer.put(Int(notAllowed.rawValue))
        writer.put(all: cuts, writer.put)
    }

    init(from reader: WordReader) {
        (runCount, turnCount, comparedJoinCount) = (reader.number(), reader.number(), reader.number())
        seen = reader.word()
        taken = Set(reader.all { Possibility.Letter(lane: reader.text(), label: reader.text()) })
        notAllowed = NotAllowed(rawValue: UInt8(truncatingIfNeeded: reader.number()))
        for what in reader.all(reader.text) { cut(what) }
    }
}

extension KnownAgreements {
    func save(to writer: WordWriter) {
        writer.put(all: known) { happenings, agreed in
            writer.put(happenings)
            agreed.result.save(to: writer)
            writer.put(agreed.text)
            writer.put(all: agreed.path, writer.put)
        }
    }

    init(from reader: WordReader) {
        reader.repeated {
            let happenings = reader.counts()
            let result = Fingerprint.Key(from: reader)
            known[happenings] = (result, reader.text(), reader.all(reader.decision))
        }
    }
}

extension BetweenTurns {
    func save(to writer: WordWriter) {
        writer.put(parent)
        writer.put(first)
        writer.put(all: interruptions) { $0.save(to: writer) }
    }

    init(from reader: WordReader) {
        parent = reader.number()
        let first = reader.decision()
        (choice, afterTurns) = (UInt16(truncatingIfNeeded: first.choice), first.afterTurns)
        interruptions = reader.all { Interruption(from: reader) }
    }
}

extension Interruption {
    func save(to writer: WordWriter) { writer.put(Int(afterTurns) << 16 | Int(choice)) }

    init(from reader: WordReader) {
        let word = reader.word()
        self.init(
            afterTurns: UInt16(truncatingIfNeeded: word >> 16), choice: UInt16(truncatingIfNeeded: word))
    }
}

extension WordWriter {
    func put(_ counts: [String: Int]) {
        put(all: counts) { name, count in
            put(name)
            put(count)
        }
    }

    func put(_ decision: Decision) {
        put(decision.choice)
        put(decision.afterTurns ?? -1)
        put(decision.budget) { put($0) }
    }
}

extension WordReader {
    func counts() -> [String: Int] { Dictionary(all { (text(), number()) }) { $1 } }

    func decision() -> Decision {
        let (choice, turns) = (number(), number())
        return Decision(
            choice: choice, afterTurns: turns < 0 ? nil : turns, budget: optional(sixteenBytes))
    }
}
