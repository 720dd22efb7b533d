import CycleDrivers

extension ScreenView {
    /// How much of an axis each child gets.
    ///
    /// What is fixed or fits comes first, in order, as long as the least of what grows is kept back. What is left goes, one
    /// cell at a time, to the child with the highest `weight / (2 * cells + 1)`: so none shrinks while the whole grows.
    static func shares(of children: [ScreenView], along axis: Axis, spacing: Int, in size: Size) -> [Int] {
        var shares = Array(repeating: 0, count: children.count)
        var growing: [(index: Int, growth: Growth)] = []
        var rest = size[axis] - spacing * max(0, children.count - 1)
        for (index, child) in children.enumerated() {
            guard let growth = child.growth(along: axis) else { continue }
            growing.append((index, growth))
            rest -= growth.min
        }
        var next = growing[...]
        for (index, child) in children.enumerated() {
            if let growth = next.first, growth.index == index {
                next.removeFirst()
                shares[index] = growth.growth.min
                continue
            }
            var room = size
            room[axis] = max(0, rest)
            shares[index] = child.natural(along: axis, in: room)
            rest -= shares[index]
        }
        if rest > 0, size[axis] < unlimited { give(rest, to: growing, &shares) }
        return shares
    }

    static func give(_ count: Int, to growing: [(index: Int, growth: Growth)], _ shares: inout [Int]) {
        if growing.count == 1, let only = growing.first {
            shares[only.index] = min(only.growth.max, shares[only.index] + count)
            return
        }
        for _ in 0..<count {
            var best: (index: Int, weight: Int, cells: Int)?
            for (index, growth) in growing where growth.weight > 0 && shares[index] < growth.max {
                let cells = 2 * shares[index] + 1
                guard let other = best else {
                    best = (index, growth.weight, cells)
                    continue
                }
                if growth.weight * other.cells > other.weight * cells { best = (index, growth.weight, cells) }
            }
            guard let best else { return }
            shares[best.index] += 1
        }
    }
}
