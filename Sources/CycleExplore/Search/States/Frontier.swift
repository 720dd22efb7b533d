/// All that is still to be expanded: the rest of one depth, and what was found of the depth behind it.
struct Frontier {
    private(set) var depth = -1
    private var level = Level()
    private var next = Level()

    init() {}

    var isEmpty: Bool { level.isEmpty && next.isEmpty }
    var isDepthOver: Bool { level.isEmpty }
    /// The states of this depth that are left.
    var states: ArraySlice<Int> { level.states.all }

    mutating func append(_ state: Int) { next.append(state) }
    mutating func append(_ place: BetweenTurns) { next.append(place) }

    mutating func beginDepth() {
        (level, next) = (next, Level())
        depth += 1
    }

    /// Takes the pieces that are expanded next, all at once.
    mutating func popBatch() -> [Piece] { level.popBatch() }

    /// Nothing of this depth is expanded: a bound cuts it off.
    mutating func dropStates() { level.dropStates() }
}

extension Frontier {
    func save(to writer: WordWriter) {
        level.save(to: writer)
        next.save(to: writer)
        writer.put(depth)
    }

    init(from reader: WordReader) {
        (level, next) = (Level(from: reader), Level(from: reader))
        depth = reader.number()
    }
}

/// All that is to be expanded at one depth: places between turns come after the states, so that what needs no pre-emption is found
/// without one.
private struct Level {
    private(set) var states = PieceCutter<Int>()
    private(set) var places = PieceCutter<BetweenTurns>()

    var isEmpty: Bool { states.isEmpty && places.isEmpty }

    mutating func append(_ state: Int) { states.append(state) }
    mutating func append(_ place: BetweenTurns) { places.append(place) }

    mutating func popBatch() -> [Piece] {
        states.isEmpty ? places.pop().map { .turns(Array($0)) } : states.pop().map { .states(Array($0)) }
    }

    mutating func dropStates() { states = PieceCutter() }
}

extension Level {
    func save(to writer: WordWriter) {
        states.save(to: writer, writer.put)
        places.save(to: writer) { $0.save(to: writer) }
    }

    init(from reader: WordReader) {
        states = PieceCutter(from: reader, reader.number)
        places = PieceCutter(from: reader) { BetweenTurns(from: reader) }
    }
}

/// Things in order, cut into pieces for threads, and the pieces into batches that are expanded at once. How they are cut depends on
/// their number alone, and not on how many threads there are.
struct PieceCutter<Element> {
    /// More pieces in a batch keep more threads busy; and each sees nothing of what the others see.
    private static var pieceCount: Int { 24 }
    private static var pieceLength: ClosedRange<Int> { 4...48 }

    private var rest: ArraySlice<Element> = []
    /// How many there were.
    private var count = 0

    init() {}

    var isEmpty: Bool { rest.isEmpty }
    var all: ArraySlice<Element> { rest }

    mutating func append(_ element: Element) {
        rest.append(element)
        count += 1
    }

    /// Takes the pieces of the next batch.
    mutating func pop() -> [ArraySlice<Element>] {
        let even = (count + Self.pieceCount - 1) / Self.pieceCount
        let length = min(max(even, Self.pieceLength.lowerBound), Self.pieceLength.upperBound)
        var pieces: [ArraySlice<Element>] = []
        while !rest.isEmpty, pieces.count < Self.pieceCount {
            pieces.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return pieces
    }
}

extension PieceCutter {
    func save(to writer: WordWriter, _ put: (Element) -> Void) {
        writer.put(count)
        writer.put(all: rest, put)
    }

    init(from reader: WordReader, _ read: () -> Element) {
        let count = reader.number()
        rest = reader.all(read)[...]
        // No fewer than are left; a count from outside may be more than can be rounded up.
        self.count = max(rest.count, min(count, Int(UInt32.max)))
    }
}
