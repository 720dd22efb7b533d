/// How often something may still happen in a run. Not a part of a state: one in which more may happen does all that one with
/// less does.
final class Allowance {
    let limit: Int
    private(set) var used = 0
    /// Whether it may happen all the same when nothing is left.
    var isLifted = false

    /// - Parameter limit: `nil` for no end; a negative one is none.
    init(_ limit: Int?) {
        self.limit = max(0, limit ?? .max)
    }

    var isLeft: Bool { isLifted || used < limit }

    func use() {
        if limit < .max, !isLifted { used += 1 }
    }

    func set(left: UInt8) {
        if limit <= UInt8.max, !isLifted { used = limit - Int(left) }
    }

    /// The rest of the allowance, as far as a byte can say.
    var left: UInt8 { isLifted ? .max : UInt8(clamping: limit - used) }
}

/// The allowances of a world, by name, and the faults that it may have in all.
struct Allowances {
    /// Lanes that come from bounds, and not from the author of the world.
    private static let ofBounds: Set = ["pauses", "preemptions", "power cuts"]

    private var all: [(name: String, program: Int, allowance: Allowance)] = []
    private var askedFaults = 0
    private var faultCount = 0
    private let givenFaults: Int?
    private let areLifted: Bool

    init(_ bounds: Bounds) {
        givenFaults = bounds.faults
        areLifted = bounds.liftsAllowances
    }

    /// Whether those of the world's author hold where others are lifted.
    var limitsHold = false {
        didSet { for (name, _, allowance) in all { allowance.isLifted = isLifted(name) } }
    }

    /// The one of that name, made when it is asked for first.
    ///
    /// - Parameters:
    ///   - name: By which it is known.
    ///   - limit: How often; `nil` for no end.
    ///   - program: The number of the program that alone can use it; 0 where it is none alone.
    mutating func named(_ name: String, _ limit: Int?, of program: Int = 0) -> Allowance {
        if let known = all.first(where: { $0.name == name }) { return known.allowance }
        let allowance = Allowance(limit)
        allowance.isLifted = isLifted(name)
        all.append((name, program, allowance))
        return allowance
    }

    /// - Parameter name: With the name of its program before it, in a system of several.
    private func isLifted(_ name: String) -> Bool {
        areLifted && !limitsHold && !Self.ofBounds.contains { name == $0 || name.hasSuffix(" \($0)") }
    }

    /// Faults that a part may have, beside the bound of all.
    mutating func faults(_ name: String, _ limit: Int?, of program: Int) -> Allowance {
        if !all.contains(where: { $0.name == name }) { askedFaults = Self.sum(askedFaults, limit ?? 0) }
        return named(name, limit, of: program)
    }

    /// Saturating add: limits come from the author of a world, `.max` among them.
    private static func sum(_ count: Int, _ more: Int) -> Int {
        let (sum, isTooMuch) = count.addingReportingOverflow(max(0, more))
        return isTooMuch ? .max : sum
    }

    private var faults: Int { givenFaults ?? max(1, askedFaults) }

    /// How many faults are left for the whole world.
    var faultsLeft: Int { faults - faultCount }

    mutating func useFault() { faultCount += 1 }

    /// The rest of all of them, for comparing two states.
    var budget: Budget {
        var budget = Budget()
        budget.add(UInt8(clamping: faultsLeft))
        for (_, _, allowance) in all { budget.add(allowance.left) }
        return budget
    }

    /// Whether anything is left in a budget of each allowance that a program can use, its own and those of all; 0 for the others.
    ///
    /// - Parameters:
    ///   - budget: The rest of all.
    ///   - program: Its number; 0 for the allowances of all alone.
    func isLeft(_ budget: SIMD16<UInt8>, for program: Int) -> SIMD16<UInt8> {
        SIMD16<UInt8>(repeating: 0).replacing(with: 1, where: (budget .> 0) .& places(of: program))
    }

    private func places(of program: Int) -> SIMDMask<SIMD16<Int8>> {
        var places = SIMDMask<SIMD16<Int8>>(repeating: false)
        places[0] = true
        for (index, known) in all.enumerated().prefix(places.scalarCount - 1) {
            places[index + 1] = known.program == 0 || known.program == program
        }
        return places
    }

    /// Whether a budget says how much is left of each.
    var areSmall: Bool {
        all.count < SIMD16<UInt8>.scalarCount
            && all.allSatisfy { $0.allowance.limit == .max || $0.allowance.limit <= UInt8.max } && faults <= UInt8.max
    }

    /// Sets the rest of all of them. One beyond a byte stays.
    mutating func set(_ budget: SIMD16<UInt8>) {
        if faults <= UInt8.max { faultCount = faults - Int(budget[0]) }
        for index in all.indices.prefix(budget.scalarCount - 1) { all[index].allowance.set(left: budget[index + 1]) }
    }
}

/// The rest of the happenings that may come a limited number of times.
struct Budget: Hashable {
    private var left = SIMD16<UInt8>(repeating: 0)
    private var count = 0
    /// The values that `left` has no place for.
    private(set) var rest: [UInt8] = []

    mutating func add(_ value: UInt8) {
        if count < left.scalarCount { left[count] = value } else { rest.append(value) }
        count += 1
    }

    /// Whether all that can happen with the second can happen with the first.
    static func covers(_ left: SIMD16<UInt8>, _ other: SIMD16<UInt8>) -> Bool { all(left .>= other) }

    var packed: SIMD16<UInt8> { left }

    // The places of allowances that are the same in all worlds.
    static let pauses = 1
    static let preemptions = 3

    /// Whether something may still come between turns.
    static func canPreempt(_ left: SIMD16<UInt8>) -> Bool { left[preemptions] > 0 }
}
