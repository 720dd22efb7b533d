// The network and the machine of a program, which may fail it.
extension ExploredProgram {
    /// It may be cut off from all other programs, until it reaches them again, which is due. Meanwhile nothing arrives between them: what is
    /// on its way along streams waits, datagrams are lost, and a stream does not open. No program is told.
    ///
    /// - Parameter count: How often in one run, beside the bound of all faults.
    public func mayBeCutOff(atMost count: Int) { mayBeCutOff(from: "the others", 0, count) }

    /// It and another program may be cut off from each other, until they reach each other again. All others still reach both.
    ///
    /// - Parameters:
    ///   - other: The other one.
    ///   - count: How often in one run, beside the bound of all faults.
    public func mayBeCutOff<Other>(from other: ExploredProgram<Other>, atMost count: Int) {
        mayBeCutOff(from: other.name, other.world.number, count)
    }

    private func mayBeCutOff(from other: String, _ number: Int, _ count: Int) {
        let words = "\(name) is cut off from \(other)"
        world.cuts.add((world.number, number), lane: name, from: other, world.faultsOfAll(words, count))
    }

    /// Its clock may go too fast or too slow by a share of each second, from any time on: its timers ring earlier or later than those of other
    /// programs, and so do the limits of its drivers. The clock on the wall is that of all.
    ///
    /// - Parameters:
    ///   - share: How far it is off; more than 0, less than 1: `0.1` is six seconds a minute.
    ///   - count: How often it changes its rate in one run, beside the bound of all faults.
    public func clockMayDrift(by share: Double, atMost count: Int = 1) {
        guard share >= 0.000001, share <= 0.999999 else {
            return world.note(
                "clockMayDrift(by: \(share)): a clock is off by a share of each second, between 0.000001 and 0.999999")
        }
        world.clocks.add(
            driftingBy: share, of: world.number, lane: name, world.faultsOfAll("\(name) clock drifts", count))
    }
}

extension World {
    /// Faults that are no happenings of one program.
    fileprivate func faultsOfAll(_ name: String, _ count: Int) -> Allowance { (whole ?? self).faults(name, count) }

    /// The cuts between the programs of a system.
    fileprivate var cuts: ExploredCuts {
        if let whole { return whole.cuts }
        return part {
            common.cuts.onCut = { [unowned self] in sockets.loseApart() }
            return common.cuts
        }
    }

    /// The clocks of the programs of a system.
    fileprivate var clocks: ExploredClocks { whole?.clocks ?? part { common.clocks } }
}
