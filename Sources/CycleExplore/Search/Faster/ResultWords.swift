// A piece and its results as words, so that another process can expand it.

extension Piece {
    func save(to writer: WordWriter) {
        switch self {
        case .states(let states):
            writer.put(true)
            writer.put(all: states, writer.put)
        case .turns(let places):
            writer.put(false)
            writer.put(all: places) { $0.save(to: writer) }
        }
    }

    init(from reader: WordReader) {
        self = reader.isTrue() ? .states(reader.all(reader.number)) : .turns(reader.all { BetweenTurns(from: reader) })
    }
}

extension PieceResult {
    func save(to writer: WordWriter) {
        writer.put(all: arrivals) { $0.save(to: writer) }
        writer.put(finding) { $0.save(to: writer) }
        aheads.save(to: writer)
        tally.save(to: writer)
    }

    init(from reader: WordReader) {
        self.init(
            arrivals: reader.all { Arrival(from: reader) }, finding: reader.optional { Finding(from: reader) },
            aheads: AheadTable(from: reader), tally: Tally(from: reader))
    }
}

extension Fingerprint.Key {
    func save(to writer: WordWriter) {
        writer.put(high)
        writer.put(low)
    }

    init(from reader: WordReader) {
        self.init(high: reader.number(), low: reader.number())
    }
}

extension Place {
    func save(to writer: WordWriter) {
        key.save(to: writer)
        writer.put(budget)
    }

    init(from reader: WordReader) {
        self.init(key: Fingerprint.Key(from: reader), budget: reader.sixteenBytes())
    }
}

extension Arrival {
    func save(to writer: WordWriter) {
        place.save(to: writer)
        let flags: UInt64 = (isResting ? 1 : 0) | (hasEnded ? 2 : 0) | (more != nil ? 4 : 0) | (isDeduced ? 8 : 0)
        writer.put(UInt64(owed) | UInt64(fanout) << 16 | flags << 32)
        more?.save(to: writer)
    }

    init(from reader: WordReader) {
        let place = Place(from: reader)
        let word = reader.word()
        let flags = word >> 32
        self.init(
            place: place, owed: UInt16(truncatingIfNeeded: word), fanout: UInt16(truncatingIfNeeded: word >> 16),
            isResting: flags & 1 != 0, hasEnded: flags & 2 != 0, isDeduced: flags & 8 != 0,
            more: flags & 4 != 0 ? More(from: reader) : nil)
    }
}

extension Arrival.More {
    func save(to writer: WordWriter) {
        writer.put(thing) { writer.put($0) }
        writer.put(all: interruptions) { $0.save(to: writer) }
        writer.put(all: agreements) { $0.save(to: writer) }
        writer.put(finding) { $0.save(to: writer) }
        writer.put(resumption) { $0.save(to: writer) }
        writer.put(touch) { $0.save(to: writer) }
    }

    convenience init(from reader: WordReader) {
        self.init(
            thing: reader.optional(reader.number), interruptions: reader.all { Interruption(from: reader) },
            agreements: reader.all { Agreement(from: reader) }, finding: reader.optional { Finding(from: reader) },
            resumption: reader.optional { Finding(from: reader) }, touch: reader.optional { Touch(from: reader) })
    }
}

extension Touch {
    func save(to writer: WordWriter) {
        writer.put(extent.lowerBound)
        writer.put(extent.count)
        writer.put(all: origins) { writer.put(Int($0)) }
    }

    init(from reader: WordReader) {
        let (start, count) = (reader.number(), reader.number())
        self.init(
            extent: start..<(start &+ max(0, min(count, .max &- max(0, start)))),
            origins: reader.all { Int16(truncatingIfNeeded: reader.number()) })
    }
}

extension Agreement {
    func save(to writer: WordWriter) {
        writer.put(law)
        writer.put(happenings)
        result.save(to: writer)
        writer.put(text)
    }

    init(from reader: WordReader) {
        self.init(
            law: reader.number(), happenings: reader.counts(), result: Fingerprint.Key(from: reader),
            text: reader.text())
    }
}

extension Finding {
    func save(to writer: WordWriter) {
        assert(bounds == nil, "a piece is expanded by the bounds of its exploration")
        writer.put(all: path) { writer.put($0) }
        kind.save(to: writer)
    }

    init(from reader: WordReader) {
        let path = reader.all(reader.decision)
        self.init(Kind(from: reader), path)
    }
}

extension Finding.Kind {
    func save(to writer: WordWriter) {
        switch self {
        case .broken(let law):
            writer.put(0)
            writer.put(law)
        case .neverReached(let law):
            writer.put(1)
            writer.put(law)
        case .mistake(let text):
            writer.put(2)
            writer.put(text)
        case .restless(let turns):
            writer.put(3)
            writer.put(turns)
        case .hiddenState(let hidden):
            writer.put(4)
            hidden.save(to: writer)
        case .disagrees(let law, let here, let there, let other):
            writer.put(5)
            writer.put(law)
            writer.put(here)
            writer.put(there)
            writer.put(all: other) { writer.put($0) }
        case .circle(let law, let round):
            writer.put(6)
            writer.put(law)
            writer.put(all: round) { writer.put($0) }
        case .resumesElsewhere(let law, let difference):
            writer.put(7)
            writer.put(law)
            writer.put(difference)
        }
    }

    init(from reader: WordReader) {
        switch reader.number() {
        case 0: self = .broken(law: reader.number())
        case 1: self = .neverReached(law: reader.number())
        case 2: self = .mistake(reader.text())
        case 3: self = .restless(turns: reader.number())
        case 5:
            self = .disagrees(
                law: reader.number(), here: reader.text(), there: reader.text(), other: reader.all(reader.decision))
        case 6: self = .circle(law: reader.number(), round: reader.all(reader.decision))
        case 7: self = .resumesElsewhere(law: reader.number(), difference: reader.text())
        default: self = .hiddenState(HiddenState(from: reader))
        }
    }
}

extension HiddenState {
    func save(to writer: WordWriter) {
        writer.put(other) { path in writer.put(all: path) { writer.put($0) } }
        writer.put(happening)
        writer.put(turn)
        writer.put(difference)
        writer.put(merged)
        writer.put(isUnexplained)
        writer.put(isOfOtherTime)
    }

    init(from reader: WordReader) {
        self.init(
            other: reader.optional { reader.all(reader.decision) }, happening: reader.text(), turn: reader.text(),
            difference: reader.text(), merged: reader.text(), isUnexplained: reader.isTrue(),
            isOfOtherTime: reader.isTrue())
    }
}
