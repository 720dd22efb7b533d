/// Promises that are owed for ever: what is due goes round in a circle in which nothing that is always due is left out.
struct Circles {
    let edges: [Edge]
    let table: StateTable

    /// Whether the search looks for circles before it expands this depth: of 4 to 8 at each, of 8 to 16 at every second, and so on, so
    /// that all of it costs no more than a few times the last. A search that never ends is told of a circle, too. All edges of the states
    /// before are there, so what is fair then stays so.
    static func areLookedFor(at depth: Int) -> Bool {
        depth > 0 && depth.isMultiple(of: max(1, (1 << (Int.bitWidth - 1 - depth.leadingZeroBitCount)) / 4))
    }

    /// - Parameter laws: The numbers of the laws that are promises.
    func find(_ laws: [Int]) throws(Finding) {
        for law in laws {
            let bit: UInt16 = 1 << UInt16(law)
            let owing = edges.filter { $0.to != Edge.end && owes($0.from, bit) && owes($0.to, bit) }
            let circles = circles(of: owing)
            let states = Set(circles.joined())
            let due = Dictionary(grouping: edges.filter { states.contains($0.from) }, by: \.from)
                .mapValues { Set($0.map(\.thing)) }
            for circle in circles where isFair(circle, owing, due) {
                throw Finding(
                    .circle(law: law, round: round(circle, owing)), table.path(to: circle.min() ?? 0))
            }
        }
    }

    private func owes(_ index: Int, _ bit: UInt16) -> Bool { table.nodes[index].owed & bit != 0 }

    /// Whether everything that is due in all states of the circle happens in it.
    private func isFair(_ circle: Set<Int>, _ owing: [Edge], _ due: [Int: Set<Int>]) -> Bool {
        var always: Set<Int>?
        for state in circle {
            let due = due[state] ?? []
            always = always?.intersection(due) ?? due
        }
        let happening = Set(owing.filter { circle.contains($0.from) && circle.contains($0.to) }.map(\.thing))
        return (always ?? []).isSubset(of: happening)
    }

    /// The decisions once round, from its first state.
    private func round(_ circle: Set<Int>, _ owing: [Edge]) -> [Decision] {
        guard let start = circle.min() else { return [] }
        var came: [Int: (from: Int, choice: Int)] = [:]
        var queue = [start]
        while !queue.isEmpty {
            let state = queue.removeFirst()
            for edge in owing where edge.from == state && circle.contains(edge.to) && came[edge.to] == nil {
                came[edge.to] = (state, edge.choice)
                if edge.to == start { queue = [] } else { queue.append(edge.to) }
            }
        }
        var round: [Decision] = []
        var state = start
        repeat {
            guard let step = came[state] else { return [] }
            round.append(Decision(choice: step.choice))
            state = step.from
        } while state != start
        return round.reversed()
    }

    /// The strongly connected parts that have an edge inside, by Tarjan's algorithm without recursion.
    private func circles(of edges: [Edge]) -> [Set<Int>] {
        var next: [Int: [Int]] = [:]
        for edge in edges { next[edge.from, default: []].append(edge.to) }
        var (number, low): ([Int: Int], [Int: Int]) = ([:], [:])
        var (stack, onStack): ([Int], Set<Int>) = ([], [])
        var found: [Set<Int>] = []
        for root in next.keys.sorted() where number[root] == nil {
            var work: [(state: Int, place: Int)] = [(root, 0)]
            while let (state, place) = work.popLast() {
                if place == 0 {
                    number[state] = number.count
                    low[state] = number[state]
                    stack.append(state)
                    onStack.insert(state)
                }
                let targets = next[state] ?? []
                if place > 0 { low[state] = min(low[state] ?? 0, low[targets[place - 1]] ?? 0) }
                var index = place
                while index < targets.count, let known = number[targets[index]] {
                    if onStack.contains(targets[index]) { low[state] = min(low[state] ?? 0, known) }
                    index += 1
                }
                if index < targets.count {
                    work.append((state, index + 1))
                    work.append((targets[index], 0))
                    continue
                }
                guard low[state] == number[state] else { continue }
                var part: Set<Int> = []
                while let last = stack.popLast() {
                    onStack.remove(last)
                    part.insert(last)
                    if last == state { break }
                }
                if part.count > 1 || targets.contains(state) { found.append(part) }
            }
        }
        return found
    }
}

/// Something due that happened at rest.
struct Edge: Sendable {
    /// In place of a state: the run is over. A due happening that ends the run keeps it from going round for ever.
    static let end = -1

    let from: Int
    let to: Int
    /// The place of what happened among all that was possible.
    let choice: Int
    let thing: Int
}
