import Cycle
import CycleTesting

/// The programs that may be cut off from each other for a while.
final class ExploredCuts: Explorable {
    private struct Cut {
        /// The numbers of two programs; 0 for all others.
        let programs: (Int, Int)
        let lane: String
        /// The other side, in words.
        let other: String
        let allowance: Allowance
        var isOn = false

        func isBetween(_ one: Int, _ other: Int) -> Bool {
            let (program, another) = programs
            if another == 0 { return (one == program) != (other == program) }
            return (one, other) == (program, another) || (other, one) == (program, another)
        }
    }

    private var cuts: [Cut] = []
    /// Called when two programs cannot reach each other any more.
    var onCut: () -> Void = {}

    /// Takes note that a program may be cut off, once.
    ///
    /// - Parameters:
    ///   - programs: The numbers of it and of the other one; 0 for all others.
    ///   - lane: Its name.
    ///   - other: The other side, in words.
    ///   - allowance: How often.
    func add(_ programs: (Int, Int), lane: String, from other: String, _ allowance: Allowance) {
        if cuts.contains(where: { $0.programs == programs }) { return }
        cuts.append(Cut(programs: programs, lane: lane, other: other, allowance: allowance))
    }

    /// For each, whether it is on.
    var state: [Bool] { cuts.map(\.isOn) }

    /// Whether nothing arrives from one program at another one. Programs that are not explored are reached always.
    ///
    /// - Parameter state: The cuts that are on; `nil` for those that are on now.
    func areApart(_ one: Int, _ other: Int, in state: [Bool]? = nil) -> Bool {
        one > 0 && other > 0
            && cuts.indices.contains { (state?[$0] ?? cuts[$0].isOn) && cuts[$0].isBetween(one, other) }
    }

    var possibilities: [Possibility] {
        cuts.enumerated().compactMap { place, cut in
            if cut.isOn {
                var end = Possibility(cut.lane, "reaches \(cut.other) again", thing: place, outcome: 1, kind: .due)
                end.takesTime = true
                return end
            }
            guard cut.allowance.isLeft else { return nil }
            return Possibility(cut.lane, "is cut off from \(cut.other)", thing: place, kind: .fault)
        }
    }

    func happen(_ possibility: Possibility) {
        cuts[possibility.thing].isOn = possibility.outcome == 0
        guard possibility.outcome == 0 else { return }
        cuts[possibility.thing].allowance.use()
        onCut()
    }

    func remember(in memory: inout Fingerprint) { memory.combine(state) }

    /// Links stay as they are.
    func losePower() {}
}
