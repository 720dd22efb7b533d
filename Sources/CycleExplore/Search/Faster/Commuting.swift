/// Knows of choices where they lead, without a run, because the other order was taken.
///
///     state ── b ──> here
///       │ c            ┊ c: leads where b leads beside
///     beside ── b ──> there
///
/// Where `b` and `c` were seen to touch different features and nothing else, both orders lead to one state. An event-filter sees and changes
/// the part that its feature is embedded at, and nothing beyond; and all that the world remembers is in the fingerprint of a state, which
/// tells whether a lens of the whole has changed anything there. So this is certain, and not likely.
struct Commuting {
    /// Two orders of two choices.
    struct Diamond {
        /// The choice that led here.
        let arriving: Arrival
        /// The arrival of the other choice, in the state before.
        let other: Arrival
        /// The state that leads to.
        let before: Place
        let beside: Position
    }

    /// The choices of a batch that are taken, and those for which there is another order.
    struct Plan {
        var taken: [Int: [Int]] = [:]
        var others: [Position: [Diamond]] = [:]
        /// The choices for which there is another order, and that are taken all the same, to compare.
        var compared: [Position] = []
    }

    private var arrivals: [Int: [Arrival?]] = [:]
    private var incoming: [Int: [Position]] = [:]
    private var known: ArraySlice<Int> = []
    private var leftOutCount = 0
    /// How many of the orders that could be left out are taken: parts that share something beside the frame show it there.
    private static var comparedCount: Int { 64 }
    private let comparesAll: Bool
    /// How many states are remembered. Beyond, all orders are tried.
    private static var limit: Int { 200_000 }

    /// - Parameter comparesAll: Whether all orders are taken, and compared.
    init(comparesAll: Bool) { self.comparesAll = comparesAll }

    /// Takes note of where a choice leads.
    ///
    /// - Parameter to: The state, if all that may happen there may happen after the arrival, and if it is yet to be expanded.
    mutating func note(_ arrival: Arrival, of choice: Int, in state: Int, fanout: Int, to: Int?) {
        if arrivals[state] == nil {
            arrivals[state] = Array(repeating: nil, count: fanout)
            known.append(state)
            while known.count > Self.limit, let oldest = known.popFirst() { arrivals[oldest] = nil }
        }
        arrivals[state]?[choice] = arrival
        if arrival.touch != nil, let to { incoming[to, default: []].append(Position(state: state, choice: choice)) }
    }

    /// - Parameter states: The states that are expanded next.
    mutating func plan(_ states: [Int], _ table: StateTable) -> Plan {
        var plan = Plan()
        for state in states {
            let ways = incoming.removeValue(forKey: state) ?? []
            plan.taken[state] = []
            for choice in 0..<Int(table.nodes[state].fanout) {
                let position = Position(state: state, choice: choice)
                let others = ways.compactMap { diamond(at: position, by: $0, table) }
                if !others.isEmpty {
                    plan.others[position] = others
                    leftOutCount += 1
                    if !comparesAll, leftOutCount > Self.comparedCount { continue }
                    plan.compared.append(position)
                }
                plan.taken[state]?.append(choice)
            }
        }
        return plan
    }

    private func diamond(at here: Position, by way: Position, _ table: StateTable) -> Diamond? {
        guard let arriving = arrivals[way.state]?[way.choice], let came = arriving.touch,
            here.choice < came.origins.count
        else { return nil }
        let origin = Int(came.origins[here.choice])
        guard origin >= 0, let other = arrivals[way.state]?[origin], let touch = other.touch, touch.isApart(from: came),
            !came.mayInterrupt(touch) || !Budget.canPreempt(table.place(of: here.state).budget),
            let beside = table.index(of: other.place), table.nodes[beside].fanout == other.fanout, beside < here.state,
            let choice = touch.origins.firstIndex(of: Int16(way.choice))
        else { return nil }
        return Diamond(
            arriving: arriving, other: other, before: table.place(of: way.state),
            beside: Position(state: beside, choice: choice))
    }

    /// Where a choice leads as another order shows; `nil` where none does.
    ///
    /// - Parameters:
    ///   - here: The state in which it is.
    ///   - taken: The arrivals of this batch so far.
    func arrival(_ diamonds: [Diamond], here: Place, _ taken: [Position: Arrival]) -> Arrival? {
        for diamond in diamonds {
            let there = taken[diamond.beside] ?? arrivals[diamond.beside.state]?[diamond.beside.choice]
            if let there, let arrival = diamond.close(there, here: here) { return arrival }
        }
        return nil
    }
}

extension Commuting.Diamond {
    /// - Parameters:
    ///   - there: The arrival of the choice that led here, taken beside.
    ///   - here: The state in which the other choice is left.
    fileprivate func close(_ there: Arrival, here: Place) -> Arrival? {
        guard let came = arriving.touch, let touch = other.touch, let again = there.touch, again.isApart(from: touch),
            !there.hasEnded, let budget = budget(here.budget, there.place.budget)
        else { return nil }
        guard let origins = origins(came, touch, again) else { return nil }
        var arrival = there
        arrival.isDeduced = true
        arrival.place.budget = budget
        arrival.more = Arrival.More(
            touch: Touch(extent: touch.extent, origins: origins, program: touch.program, heirs: touch.heirs))
        return arrival
    }

    /// The allowances that the other choice leaves; `nil` where what may happen there is not known with so many.
    private func budget(_ here: SIMD16<UInt8>, _ there: SIMD16<UInt8>) -> SIMD16<UInt8>? {
        let used = before.budget &- other.place.budget
        // How many are left of more than a byte can say is not known.
        let isClear = (used .== 0) .| ((before.budget .!= .max) .& (here .!= .max))
        let left = here &- used
        // Runs look for what may come between turns only where something may.
        guard all(isClear), all(used .<= here), Budget.canPreempt(before.budget) == Budget.canPreempt(here),
            all((left .== 0) .== (there .== 0))
        else { return nil }
        return left
    }

    /// The places here of what may happen there.
    private func origins(_ came: Touch, _ touch: Touch, _ again: Touch) -> [Int16]? {
        let newHere = came.origins.indices.filter { came.origins[$0] < 0 }
        var origins: [Int16] = []
        var newCount = 0
        for beside in again.origins {
            if beside < 0 {
                // It comes of the same choice, in both orders.
                guard newCount < newHere.count else { return nil }
                origins.append(Int16(newHere[newCount]))
                newCount += 1
            } else {
                guard Int(beside) < touch.origins.count else { return nil }
                let before = touch.origins[Int(beside)]
                // A thing that comes of the other choice is new.
                let place = before < 0 ? -1 : came.origins.firstIndex(of: before).map { Int16($0) }
                guard let place else { return nil }
                origins.append(place)
            }
        }
        return newCount == newHere.count ? origins : nil
    }
}
