import CycleDrivers

extension ScreenView {
    /// The length of each child along an axis.
    ///
    /// Fixed and fitting children come first, in order, while the least lengths of growing children are kept back, and then the
    /// rows between them. The rest goes, one cell at a time, to the child with the highest `weight / (2 * cells + 1)`, so that no
    /// child shrinks while the whole grows.
    static func shares(of children: [ScreenView], along axis: Axis, spacing: Int, in size: Size, _ look: Look) -> [Int]
    {
        var shares = Array(repeating: 0, count: children.count)
        var growing: [GrowingChild] = []
        let gaps = spacing * max(0, children.count - 1)
        var rest = size[axis] - (yields(spacing, along: axis) ? 0 : gaps)
        for (index, child) in children.enumerated() {
            guard let growth = child.growth(along: axis, look) else { continue }
            growing.append(GrowingChild(index: index, growth: growth))
            rest -= growth.min
        }
        var next = growing[...]
        for (index, child) in children.enumerated() {
            if let growth = next.first, growth.index == index {
                next.removeFirst()
                shares[index] = growth.growth.min
                continue
            }
            var available = size
            available[axis] = max(0, rest)
            shares[index] = child.natural(along: axis, in: available, look)
            rest -= shares[index]
        }
        if yields(spacing, along: axis) { rest -= kept(gaps, of: rest, isGrowing: !growing.isEmpty) }
        if rest > 0, size[axis] < unlimited { give(rest, to: growing, &shares) }
        return shares
    }

    /// Whether what keeps views apart is given up for what is in them: rows are, while columns keep words apart.
    static func yields(_ spacing: Int, along axis: Axis) -> Bool { axis == .column && spacing > 0 }

    /// How many of the rows around views are kept, of those that are left: no more than there are for what grows.
    static func kept(_ rows: Int, of rest: Int, isGrowing: Bool) -> Int {
        min(rows, max(0, isGrowing ? rest / 2 : rest))
    }

    static func give(_ count: Int, to growing: [GrowingChild], _ shares: inout [Int]) {
        if growing.count == 1, let only = growing.first {
            shares[only.index] = min(only.growth.max, shares[only.index] + count)
            return
        }
        for _ in 0..<count {
            var best: Int?
            var (bestWeight, bestCells) = (0, 1)
            for child in growing {
                let (share, growth) = (shares[child.index], child.growth)
                guard growth.weight > 0, share < growth.max else { continue }
                let cells = 2 * share + 1
                guard best == nil || growth.weight * bestCells > bestWeight * cells else { continue }
                (best, bestWeight, bestCells) = (child.index, growth.weight, cells)
            }
            guard let best else { return }
            shares[best] += 1
        }
    }
}
