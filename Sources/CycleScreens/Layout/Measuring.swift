import CycleDrivers

extension ScreenView {
    /// Room without an end, as in what is scrolled.
    static let unlimited = 1 << 24

    /// How many cells the view takes of the room that it is offered; of growing views their least.
    func natural(in available: Size, _ look: Look) -> Size {
        switch node {
        case .empty: return Size(columns: 0, rows: 0)
        case .spacer(let growth):
            return Size(columns: min(growth.min, available.columns), rows: min(growth.min, available.rows))
        case .sized(let fitting?, _), .drawn(let fitting?, _, _):
            let own = fitting(available, look)
            return Size(
                columns: min(own.columns.bounded, available.columns), rows: min(own.rows.bounded, available.rows))
        case .sized, .drawn, .canvas, .memo, .split: return Size(columns: 0, rows: 0)
        case .text(let text, _):
            return Size(columns: text.width(upTo: available.columns), rows: min(1, available.rows))
        case .runs(let text, _):
            return Size(columns: text.width(upTo: available.columns), rows: min(1, available.rows))
        case .wrapped(let text, _): return LineBreaks.size(of: text.text, in: available)
        case .divider(let axis, _):
            return axis == .column
                ? Size(columns: min(1, available.columns), rows: 0) : Size(columns: 0, rows: min(1, available.rows))
        case .stack(let axis, let spacing, let children): return natural(axis, spacing, children, available, look)
        case .layers(let children):
            return children.reduce(Size(columns: 0, rows: 0)) { size, child in
                let own = child.natural(in: available, look)
                return Size(columns: max(size.columns, own.columns), rows: max(size.rows, own.rows))
            }
        case .padding(let insets, let child):
            return child.natural(in: available, inside: insets, yields: insets.yields, look)
        case .border(let border, let child): return child.natural(in: available, inside: border.insets, look)
        case .length(let columns, let rows, let child): return child.natural(columns, rows, in: available, look)
        case .aligned(_, _, let child), .styled(_, let child), .overlaid(_, _, let child), .region(_, let child),
            .focused(_, let child), .cursor(_, let child), .scrolled(_, let child), .decoration(let child),
            .popup(_, let child):
            return child.natural(in: available, look)
        case .theme(let change, let child): return child.natural(in: available, look.changed(by: change))
        case .themed(let make): return make(look.theme).natural(in: available, look)
        }
    }

    /// The same along one axis, at a lower cost.
    func natural(along axis: Axis, in available: Size, _ look: Look) -> Int {
        if axis == .column {
            switch node {
            case .text, .runs: return min(1, available.rows)
            case .length(_, .fixed(let rows), _): return max(0, min(rows, available.rows))
            case .styled(_, let child), .region(_, let child), .focused(_, let child), .cursor(_, let child):
                return child.natural(along: axis, in: available, look)
            default: break
            }
        } else if case .length(.fixed(let columns), _, _) = node {
            return max(0, min(columns, available.columns))
        }
        return natural(in: available, look)[axis]
    }

    /// - Parameter yields: Whether rows around it are given up for what is in it.
    private func natural(in available: Size, inside insets: Insets, yields: Bool = false, _ look: Look) -> Size {
        let rows = yields ? available.rows : max(0, available.rows - insets.rows)
        let own = natural(in: Size(columns: max(0, available.columns - insets.columns), rows: rows), look)
        return Size(
            columns: min(available.columns, own.columns + insets.columns),
            rows: min(available.rows, own.rows + insets.rows))
    }

    private func natural(_ columns: Length?, _ rows: Length?, in available: Size, _ look: Look) -> Size {
        var inner = available
        if case .fixed(let count) = columns { inner.columns = max(0, min(count, available.columns)) }
        if case .fixed(let count) = rows { inner.rows = max(0, min(count, available.rows)) }
        if case .growing(_, _, let most) = columns { inner.columns = max(0, min(most, available.columns)) }
        var size = inner
        let isKnown = columns.isKnown && rows.isKnown
        if !isKnown { size = natural(in: inner, look) }
        switch columns {
        case .fixed: size.columns = inner.columns
        case .growing(_, let least, _): size.columns = min(least.bounded, available.columns)
        case .fit, nil: break
        }
        switch rows {
        case .fixed: size.rows = inner.rows
        case .growing(_, let least, _): size.rows = min(least.bounded, available.rows)
        case .fit, nil: break
        }
        return size
    }

    /// Each child is measured once, or a tree would cost twice as much with each level.
    private func natural(_ axis: Axis, _ spacing: Int, _ children: [ScreenView], _ limit: Size, _ look: Look) -> Size {
        let gaps = spacing * max(0, children.count - 1)
        let yields = ScreenView.yields(spacing, along: axis)
        var growing: [GrowingChild] = []
        for (index, child) in children.enumerated() {
            if let growth = child.growth(along: axis, look) {
                growing.append(GrowingChild(index: index, growth: growth))
            }
        }
        var rest = limit[axis] - (yields ? 0 : gaps) - growing.reduce(0) { $0 + $1.growth.min }
        var (along, across) = (gaps, 0)
        var shares = Array(repeating: 0, count: children.count)
        var next = growing[...]
        for (index, child) in children.enumerated() {
            if let growth = next.first, growth.index == index {
                next.removeFirst()
                along += growth.growth.min
                shares[index] = growth.growth.min
                continue
            }
            var inner = limit
            inner[axis] = max(0, rest)
            let own = child.natural(in: inner, look)
            rest -= own[axis]
            along += own[axis]
            across = max(across, own[axis.crossed])
        }
        // A growing view has its least length along the axis, but its need across depends on the length that it will get.
        let isUnlimited = limit[axis] >= ScreenView.unlimited
        if yields { rest -= ScreenView.kept(gaps, of: rest, isGrowing: !growing.isEmpty) }
        if rest > 0, !isUnlimited { ScreenView.give(rest, to: growing, &shares) }
        for child in growing {
            var inner = limit
            if !isUnlimited { inner[axis] = shares[child.index] }
            across = max(across, children[child.index].natural(along: axis.crossed, in: inner, look))
        }
        var size = limit
        size[axis] = min(along, limit[axis])
        size[axis.crossed] = min(across, limit[axis.crossed])
        return size
    }

    /// How the view grows along an axis; `nil` when it fits what is in it.
    func growth(along axis: Axis, _ look: Look) -> Growth? {
        switch node {
        case .empty, .text, .runs, .wrapped: return nil
        case .spacer(let growth): return growth
        case .divider(let own, _): return (own ?? .row) == axis ? Growth() : nil
        case .sized, .drawn, .canvas, .memo, .scrolled, .split: return Growth()
        case .length(let columns, let rows, let child):
            switch axis == .row ? columns : rows {
            case .growing(let weight, let least, let most):
                return Growth(weight: weight, min: least, max: most)
            case .fixed, .fit: return nil
            case nil: return child.growth(along: axis, look)
            }
        case .aligned(let horizontal, let vertical, let child):
            if (axis == .row ? horizontal : vertical) != .start { return Growth() }
            return child.growth(along: axis, look)
        case .stack(let own, _, let children):
            return ScreenView.growth(of: children, along: axis, look) {
                if case .spacer = $0.node { own == axis } else { true }
            }
        case .layers(let children): return ScreenView.growth(of: children, along: axis, look) { _ in true }
        case .padding(_, let child), .border(_, let child), .styled(_, let child), .overlaid(_, _, let child),
            .region(_, let child), .focused(_, let child), .cursor(_, let child), .decoration(let child),
            .popup(_, let child):
            return child.growth(along: axis, look)
        case .theme(let change, let child): return child.growth(along: axis, look.changed(by: change))
        case .themed(let make): return make(look.theme).growth(along: axis, look)
        }
    }

    private static func growth(
        of children: [ScreenView], along axis: Axis, _ look: Look, where counts: (ScreenView) -> Bool
    ) -> Growth? {
        var result: Growth?
        for child in children {
            guard counts(child), let growth = child.growth(along: axis, look) else { continue }
            result = Growth(weight: max(result?.weight ?? 0, growth.weight), min: max(result?.min ?? 0, growth.min))
        }
        return result
    }

    /// Its size where it stands alone: along an axis in which it grows, all there is.
    func grown(_ natural: Size, in available: Size, _ look: Look) -> Size {
        var size = natural
        for axis in [Axis.row, .column] {
            if let growth = growth(along: axis, look) { size[axis] = min(max(available[axis], growth.min), growth.max) }
        }
        return size
    }
}

extension ScreenLength? {
    var isKnown: Bool {
        switch self {
        case .fixed, .growing: true
        case .fit, nil: false
        }
    }
}

extension ConsoleDriver.Size {
    subscript(axis: ScreenAxis) -> Int {
        get { axis == .row ? columns : rows }
        set { if axis == .row { columns = newValue } else { rows = newValue } }
    }
}
