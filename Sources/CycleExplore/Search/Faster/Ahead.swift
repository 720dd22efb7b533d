/// The results of a state's choices that were seen before the search came to that state.
struct Ahead: Sendable {
    private var arrivals: [Arrival?]
    private var seenCount = 0

    init(fanout: Int) {
        arrivals = Array(repeating: nil, count: fanout)
    }

    var fanout: Int { arrivals.count }

    subscript(choice: Int) -> Arrival? { choice < arrivals.count ? arrivals[choice] : nil }

    /// Whether there is a choice that no run has taken yet.
    var isOpen: Bool { seenCount < arrivals.count }

    /// A choice that no run has taken yet, of what is due if there is any: what is only offered uses up allowances, and leads
    /// sooner to where nothing more can happen.
    ///
    /// - Parameters:
    ///   - choices: All that may happen.
    ///   - rotation: Where to begin to look: threads that come to one state begin at different places.
    func unseen(among choices: [WorldChoice], from rotation: Int) -> Int? {
        var unseen: Int?
        for offset in arrivals.indices {
            let choice = (offset + rotation) % arrivals.count
            guard arrivals[choice] == nil else { continue }
            if choices[choice].possibility.isDue { return choice }
            unseen = unseen ?? choice
        }
        return unseen
    }

    mutating func note(_ arrival: Arrival, of choice: Int) {
        guard choice < arrivals.count else { return }
        if arrivals[choice] == nil { seenCount += 1 }
        arrivals[choice] = arrival
    }

    /// Adds what another thread has seen. Its own results stay.
    mutating func add(_ other: Ahead) {
        for choice in other.arrivals.indices {
            if self[choice] == nil, let arrival = other[choice] { note(arrival, of: choice) }
        }
    }
}

/// The results that runs have seen of states that are still to be expanded.
struct AheadTable: Sendable {
    private var aheads: [Place: Ahead] = [:]
    /// In the order in which they came: that of a dictionary is another one in each process.
    private var places: [Place] = []
    private let limit: Int

    /// - Parameter limit: How many states are remembered.
    init(limit: Int) {
        self.limit = limit
    }

    var hasRoom: Bool { aheads.count < limit }

    subscript(place: Place) -> Ahead? { aheads[place] }

    /// Notes a result, unless there is no room.
    mutating func note(_ arrival: Arrival, of choice: Int, at place: Place, fanout: Int) {
        if aheads[place] == nil { keep(Ahead(fanout: fanout), at: place) }
        aheads[place]?.note(arrival, of: choice)
    }

    /// Keeps what was seen of a state, to add to it.
    mutating func keep(_ ahead: Ahead?, at place: Place) {
        guard let ahead, aheads[place] == nil, hasRoom else { return }
        aheads[place] = ahead
        places.append(place)
    }

    mutating func forget(_ isOver: (Place) -> Bool) {
        for place in places where isOver(place) { aheads[place] = nil }
        places.removeAll { aheads[$0] == nil }
    }

    /// As below, of states before `end` of the table, which are expanded.
    mutating func add(_ other: AheadTable, expandedBefore end: Int, of table: StateTable) {
        add(other) { table.index(of: $0).map { $0 < end } ?? false }
    }

    /// Adds what a thread has seen of states that are still to be expanded, and forgets the others where there is no room.
    mutating func add(_ other: AheadTable, _ isOver: (Place) -> Bool) {
        if aheads.count + other.aheads.count > limit {
            forget(isOver)
        }
        for place in other.places where !isOver(place) {
            guard let ahead = other.aheads[place] else { continue }
            if aheads[place] == nil { keep(ahead, at: place) } else { aheads[place]?.add(ahead) }
        }
    }
}

/// A choice of which it is known where it leads.
struct Way {
    let from: Place
    let choice: Int
    let to: Place
}

// MARK: For another process

extension Ahead {
    func save(to writer: WordWriter) {
        writer.put(fanout)
        writer.put(seenCount)
        for (choice, arrival) in arrivals.enumerated() {
            guard let arrival else { continue }
            writer.put(choice)
            arrival.save(to: writer)
        }
    }

    init(from reader: WordReader) {
        self.init(fanout: Int(UInt16(truncatingIfNeeded: reader.number())))
        reader.repeated {
            let choice = reader.number()
            note(Arrival(from: reader), of: max(0, choice))
        }
    }
}

extension AheadTable {
    func save(to writer: WordWriter) {
        writer.put(limit)
        writer.put(all: places) { place in
            place.save(to: writer)
            (aheads[place] ?? Ahead(fanout: 0)).save(to: writer)
        }
    }

    init(from reader: WordReader) {
        self.init(limit: reader.number())
        reader.repeated {
            let place = Place(from: reader)
            if aheads.updateValue(Ahead(from: reader), forKey: place) == nil { places.append(place) }
        }
    }
}
