import CycleDrivers

/// The sides of a view that are lines of borders, so that the line beside it can be one with them.
extension ScreenView {
    /// Whether some of a side is a border. A view that is made when its size is known has none.
    func meets(_ side: ScreenBorder.Sides, _ look: Look) -> Bool {
        switch node {
        case .border(let border, _): border.sides.contains(side)
        case .padding(let insets, let child): insets[side] == 0 && child.meets(side, look)
        case .length(let columns, let rows, let child):
            (side.isAtStart || (side.axis == .row ? columns : rows).fills) && child.meets(side, look)
        case .styled(_, let child), .overlaid(_, _, let child), .region(_, let child), .focused(_, let child),
            .cursor(_, let child), .decoration(let child), .popup(_, let child):
            child.meets(side, look)
        case .theme(let change, let child): child.meets(side, look.changed(by: change))
        case .themed(let make): make(look.theme).meets(side, look)
        case .stack(let axis, _, let children):
            if axis != side.axis {
                children.contains { $0.meets(side, look) }
            } else if side.isAtStart {
                children.first?.meets(side, look) ?? false
            } else {
                growth(along: axis, look) != nil && children.last?.meets(side, look) ?? false
            }
        case .split(let split, let first, let second):
            if split.axis == side.axis {
                (side.isAtStart ? first : second).meets(side, look)
            } else {
                first.meets(side, look) || second.meets(side, look)
            }
        case .empty, .text, .runs, .wrapped, .spacer, .divider, .layers, .aligned, .scrolled, .sized, .drawn, .canvas,
            .memo:
            false
        }
    }

    /// This beside a line at one of its sides: a border there takes the cells of the line, all else leaves them.
    func meeting(_ side: ScreenBorder.Sides, _ look: Look) -> ScreenView {
        guard meets(side, look) else { return ScreenView(.padding(Insets(besideLine: side), self)) }
        return switch node {
        case .padding(let insets, let child): ScreenView(.padding(insets, child.meeting(side, look)))
        case .length(let columns, let rows, let child):
            ScreenView(.length(columns: columns, rows: rows, child.meeting(side, look)))
        case .styled(let style, let child): ScreenView(.styled(style, child.meeting(side, look)))
        case .overlaid(let style, let except, let child):
            ScreenView(.overlaid(style, except: except, child.meeting(side, look)))
        case .region(let id, let child): ScreenView(.region(id, child.meeting(side, look)))
        case .focused(let isFocused, let child): ScreenView(.focused(isFocused, child.meeting(side, look)))
        case .cursor(let position, let child): ScreenView(.cursor(position, child.meeting(side, look)))
        case .decoration(let child): ScreenView(.decoration(child.meeting(side, look)))
        case .popup(let popup, let child): ScreenView(.popup(popup, child.meeting(side, look)))
        case .theme(let change, let child):
            ScreenView(.theme(change, child.meeting(side, look.changed(by: change))))
        case .themed(let make): make(look.theme).meeting(side, look)
        case .stack(let axis, let spacing, var children):
            {
                let met = axis != side.axis ? children.indices : side.isAtStart ? 0..<1 : children.indices.suffix(1)
                for index in met { children[index] = children[index].meeting(side, look) }
                return ScreenView(.stack(axis, spacing: spacing, children))
            }()
        case .split(var split, let first, let second):
            {
                split.met.insert(side)
                let isAlong = split.axis == side.axis
                return ScreenView(
                    .split(
                        split, isAlong && !side.isAtStart ? first : first.meeting(side, look),
                        isAlong && side.isAtStart ? second : second.meeting(side, look)))
            }()
        case .border, .empty, .text, .runs, .wrapped, .spacer, .divider, .layers, .aligned, .scrolled, .sized, .drawn,
            .canvas, .memo:
            self
        }
    }

    /// The cells of the lines at all sides.
    func edges(_ look: Look) -> Insets {
        func length(_ side: ScreenBorder.Sides) -> Int { meets(side, look) ? 1 : 0 }
        return Insets(top: length(.top), left: length(.left), bottom: length(.bottom), right: length(.right))
    }
}

extension ScreenBorder.Sides {
    /// Along which a view lies beside a line at this one side.
    fileprivate var axis: ScreenAxis { isSubset(of: [.left, .right]) ? .row : .column }
    fileprivate var isAtStart: Bool { isSubset(of: [.left, .top]) }
}

extension Insets {
    /// A cell at one side, also where there is little room.
    fileprivate init(besideLine side: ScreenBorder.Sides) {
        self.init(
            top: side == .top ? 1 : 0, left: side == .left ? 1 : 0, bottom: side == .bottom ? 1 : 0,
            right: side == .right ? 1 : 0, yields: false)
    }

    fileprivate subscript(side: ScreenBorder.Sides) -> Int {
        switch side {
        case .top: top
        case .left: left
        case .bottom: bottom
        default: right
        }
    }
}

extension ScreenLength? {
    /// Whether a view of this length takes all room that it is given.
    fileprivate var fills: Bool {
        switch self {
        case .fixed, .fit: false
        case .growing(_, _, let most): most == .max
        case nil: true
        }
    }
}
