/// Finds any of many parts in a name, in one pass over it: the automaton of Aho and Corasick.
///
/// Each byte of the name is one step through a table, however many parts there are and however alike they begin.
struct NameParts: Hashable, Sendable {
    /// Letters and digits of ASCII, without regard to case.
    private static let symbolCount = 36

    private let parts: Set<[UInt8]>
    /// For each state, by symbol, the state behind it.
    private let next: [Int32]
    /// For each state, whether a part ends with it.
    private let ends: [Bool]

    /// - Parameter parts: Letters and digits; none is empty.
    /// - Complexity: O(the letters of all parts).
    init(_ parts: [[UInt8]]) {
        var tree = PartTree(Self.symbolCount)
        for part in parts { tree.add(part.compactMap(Self.symbol)) }
        tree.join()
        self.parts = Set(parts)
        (next, ends) = (tree.next, tree.ends)
    }

    /// Whether a part stands in a name, whatever punctuation and case it is written with.
    func stand(in name: ArraySlice<UInt8>) -> Bool { search(name).isFound }

    /// - Returns: With the number of steps through the table.
    func search(_ name: ArraySlice<UInt8>) -> (isFound: Bool, stepCount: Int) {
        var (state, stepCount) = (0, 0)
        for byte in name {
            guard let symbol = Self.symbol(byte) else { continue }
            state = Int(next[state * Self.symbolCount + symbol])
            stepCount += 1
            if ends[state] { return (true, stepCount) }
        }
        return (false, stepCount)
    }

    /// - Returns: `nil` for punctuation.
    private static func symbol(_ byte: UInt8) -> Int? {
        let letter = (byte | 0x20) &- UInt8(ascii: "a")
        if letter < 26 { return Int(letter) }
        let digit = byte &- UInt8(ascii: "0")
        return digit < 10 ? Int(digit) + 26 : nil
    }

    // The table follows from the parts.
    static func == (left: NameParts, right: NameParts) -> Bool { left.parts == right.parts }
    func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

/// The parts as a tree, whose root is state 0; no branch leads back to it.
private struct PartTree {
    private let symbolCount: Int
    private(set) var next: [Int32]
    private(set) var ends = [false]

    init(_ symbolCount: Int) {
        self.symbolCount = symbolCount
        next = Array(repeating: 0, count: symbolCount)
    }

    mutating func add(_ symbols: [Int]) {
        var state = 0
        for symbol in symbols {
            let place = state * symbolCount + symbol
            if next[place] == 0 {
                next[place] = Int32(ends.count)
                ends.append(false)
                next += Array(repeating: 0, count: symbolCount)
            }
            state = Int(next[place])
        }
        ends[state] = true
    }

    /// Leads each step that no part has to where the longest end of what was read begins a part.
    mutating func join() {
        var ending = [Int](repeating: 0, count: ends.count)
        var states = [0]
        var index = 0
        // The shorter ones first: the state of an end is joined before.
        while index < states.count {
            let state = states[index]
            index += 1
            for symbol in 0..<symbolCount {
                let place = state * symbolCount + symbol
                let other = state == 0 ? 0 : Int(next[ending[state] * symbolCount + symbol])
                let child = Int(next[place])
                if child == 0 {
                    next[place] = Int32(other)
                } else {
                    ending[child] = other
                    ends[child] = ends[child] || ends[other]
                    states.append(child)
                }
            }
        }
    }
}
