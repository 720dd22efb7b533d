public import CycleDrivers

/// Two views beside each other, or one above the other, with a line between them that is dragged with the mouse, or moved
/// with the arrows while it has the focus.
///
///     var split = SplitPane(.row, share: 0.3)
///
///     var view: View { split.view(list.view(of: mails) { … }, body.view).region(Place.split) }
///     mutating func handle(_ input: Input) -> Outcome {
///         split.handle(input.at(Place.split)).otherwise { … }
///     }
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

    private struct Line: Hashable {}

    /// How many cells the first view has.
    private func cells(_ available: Int) -> Int {
        let least = min(max(0, least), available / 2)
        return min(max(Int((ScreenView.clamped(share) * Double(available)).rounded()), least), available - least)
    }

    /// - Parameters:
    ///   - first: On the left, or above.
    ///   - second: On the right, or below.
    ///   - style: Of the line between them; by default that of the theme's dividers. It joins a border around.
    public func view(_ first: ScreenView, _ second: ScreenView, style: ScreenView.Style? = nil) -> ScreenView {
        .sized { space in
            guard !space.isPlain else { return .stack(.column, [first, second]) }
            let available = max(0, (axis == .row ? space.columns : space.rows) - 1)
            let length = ScreenLength.fixed(cells(available))
            let line = ScreenView.stack(axis, [.divider(isDragged ? .accent : style)]).region(Line())
            return .stack(
                axis,
                [
                    axis == .row ? first.width(length) : first.height(length),
                    line, second.growing(),
                ])
        }
    }

    /// - Parameter input: For the region of the view.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        let available = max(1, input.area.size[axis] - 1)
        switch (input.mouse?.action, input.key) {
        case (.pressed(.left), _) where input.hit(Line.self) != nil: isDragged = true
        case (.dragged, _) where isDragged:
            guard let position = input.nearestPosition else { return .ignored }
            share = Double(axis == .row ? position.column : position.row) / Double(available)
        case (.released, _) where isDragged: isDragged = false
        case (_, axis == .row ? .left : .up): move(-1, available)
        case (_, axis == .row ? .right : .down): move(1, available)
        default: return .ignored
        }
        return .changed
    }

    private mutating func move(_ step: Int, _ available: Int) {
        share = ScreenView.clamped(Double(cells(available) + step) / Double(available))
    }
}
