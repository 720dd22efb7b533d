public import CycleDrivers

/// Two views beside each other, or one above the other, with a line between them that is dragged with the mouse, or moved
/// with the arrows.
///
///     var split = SplitPane(.row, share: 0.3)
///
///     var view: View { split.view(list.view(of: mails) { … }, body.view).region(Line.split) }
///     mutating func handle(_ input: Input) -> Outcome {
///         list.handle(input.at(Place.list)).otherwise { split.handle(input.at(Line.split)) }
///     }
///
/// The borders of the two are that line, wherever they stand beside it, in all panes inside of panes: there is one line between two
/// panes, and it joins the others. A view that is made when its size is known, as by ``ScreenView/sized(fitting:_:)``, has no border
/// that the line could be; write the border around it. A footer that shares its line with the border below ends its own border there,
/// `╯ 3 files ╰`, and is left out where the title of the lower one needs the room.
///
/// Hand it what the panes have ignored. The arrows are those along its axis; with Alt they move the line also where a pane takes the
/// arrows itself. Of splits in splits ask the one first that the pane with the focus is in.
public struct SplitPane: Hashable, Codable, Sendable {
    /// Whether the views stand beside each other.
    public var axis: ScreenAxis
    /// The part of the first view, from 0 to 1.
    public var share: Double
    /// The least cells of each, as long as there is room for both.
    public var least: Int
    private var isDragged = false

    /// Two views, of which the first has a share of the room.
    public init(_ axis: ScreenAxis = .row, share: Double = 0.5, least: Int = 3) {
        (self.axis, self.share, self.least) = (axis, share, least)
    }

    /// - Parameters:
    ///   - first: On the left, or above.
    ///   - second: On the right, or below.
    ///   - style: Of a line that is no border; by default that of the theme's dividers. It joins a border around.
    public func view(_ first: ScreenView, _ second: ScreenView, style: ScreenView.Style? = nil) -> ScreenView {
        let split = PaneSplit(
            axis: axis, share: share, least: least, style: style, isMoving: isDragged)
        return ScreenView(.split(split, first, second))
    }

    /// - Parameter input: For the region of the view.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let available = max(1, input.area.size[axis] - 1)
        switch (input.mouse?.action, input.key) {
        case (.pressed(.left), _) where input.hit(PaneLine.self) != nil: isDragged = true
        case (.dragged, _) where isDragged:
            guard let position = input.nearestPosition else { return .ignored }
            share = Double(axis == .row ? position.column : position.row) / Double(available)
        case (.released, _) where isDragged: isDragged = false
        case (_, let key?) where key.isArrow(axis, -1): move(-1, available)
        case (_, let key?) where key.isArrow(axis, 1): move(1, available)
        default: return .ignored
        }
        return .changed
    }

    private mutating func move(_ step: Int, _ available: Int) {
        let cells = PaneSplit.cells(available, share: share, least: least)
        share = ScreenView.clamped(Double(cells + step) / Double(available))
    }
}

extension ScreenInput.Key {
    fileprivate func isArrow(_ axis: ScreenAxis, _ step: Int) -> Bool {
        let arrow: Self = axis == .row ? (step < 0 ? .left : .right) : step < 0 ? .up : .down
        return self == arrow || self == .alt(arrow)
    }
}
