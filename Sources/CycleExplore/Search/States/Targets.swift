/// The targets of the choices of states, those of the latest million: runs walk over states that are known by them.
///
/// A target is kept as its distance from its state, in 4 bytes.
struct Targets {
    private static var limit: Int { 1 << 20 }
    /// The distance of an end, and of a state that is too far away.
    private static var none: Int32 { .min }
    private static var unknown: UInt32 { .max }

    /// The first state of which they are known, and where those of each one begin.
    private var first = 0
    private var starts = Chunks<UInt32>(in: nil)
    private var distances = Chunks<Int32>(in: nil)

    /// Those of a state, `nil` for the end of a run; none where they are not known.
    subscript(index: Int, count count: Int) -> some Sequence<Int?> {
        places(of: index, count).lazy.map { [distances] place in
            distances[place] == Self.none ? nil : index + Int(distances[place])
        }
    }

    private func places(of index: Int, _ count: Int) -> Range<Int> {
        guard index >= first, index - first < starts.count, starts[index - first] != Self.unknown else { return 0..<0 }
        let start = Int(starts[index - first])
        return start..<min(start + count, distances.count)
    }

    /// States come in order; those that are left out have none.
    mutating func append(_ places: [Int?], of index: Int) {
        if distances.count > Self.limit { self = Targets() }
        if starts.count == 0 { first = index }
        while first + starts.count < index { starts.append(Self.unknown) }
        starts.append(UInt32(distances.count))
        for place in places {
            distances.append(place.flatMap { Int32(exactly: $0 - index) } ?? Self.none)
        }
    }
}

// MARK: Saved

extension Targets {
    /// The part that a copy has. All of it is sent again where the oldest were forgotten.
    struct Mark {
        fileprivate var first = 0
        fileprivate var startCount = 0
        fileprivate var distanceCount = 0
    }

    func save(since mark: inout Mark, to writer: WordWriter) {
        if first != mark.first || starts.count < mark.startCount { mark = Mark() }
        writer.put(first)
        writer.put(mark.startCount)
        writer.put(all: mark.startCount..<starts.count) { writer.put(Int(starts[$0])) }
        writer.put(all: mark.distanceCount..<distances.count) { writer.put(Int(distances[$0])) }
        mark = Mark(first: first, startCount: starts.count, distanceCount: distances.count)
    }

    mutating func add(from reader: WordReader) {
        let (first, startCount) = (reader.number(), reader.number())
        if startCount != starts.count { self = Targets() }
        self.first = first
        for start in reader.all(reader.number) { starts.append(UInt32(truncatingIfNeeded: start)) }
        for distance in reader.all(reader.number) { distances.append(Int32(truncatingIfNeeded: distance)) }
    }
}
