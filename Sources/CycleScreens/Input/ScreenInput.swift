public import CycleDrivers

/// An event as one component sees it, with the layout that was on the screen when it happened.
public struct ScreenInput {
    /// An event of the console.
    public typealias Event = ConsoleDriver.Event
    /// A key of the keyboard.
    public typealias Key = ConsoleDriver.Key
    /// An event of the mouse.
    public typealias Mouse = ConsoleDriver.Mouse
    /// A cell, counted from 0.
    public typealias Position = ConsoleDriver.Position
    /// Cells of a screen.
    public typealias Rectangle = ConsoleDriver.Rectangle

    /// The event that the console reported.
    public let event: Event
    /// When it happened, by the loop's time: for what is measured from one input to another in the same run. See `Turn.time`.
    public let time: Duration
    /// The time of day, since the beginning of 1970 in UTC; `nil` where it is unknown.
    public let wallTime: Duration?
    /// Where the component is that handles it. Its height is how far a page goes; it is empty if it is not seen.
    public private(set) var area: Rectangle
    private var shown: Rectangle
    private let layout: ScreenLayout
    /// Shared by what ``at(_:)`` makes of it.
    private let copies = Copies()
    private var path: [AnyHashable] = []
    /// The keys that no part takes, unless a text is typed in it.
    private var left: [Key] = []

    /// - Parameters:
    ///   - event: The console's event.
    ///   - layout: The layout that was on the screen.
    ///   - time: When it happened, by the loop's time.
    ///   - wallTime: The time of day.
    public init(_ event: Event, _ layout: ScreenLayout, time: Duration = .zero, wallTime: Duration? = nil) {
        self.event = event
        self.time = time
        self.wallTime = wallTime
        self.layout = layout
        area = layout.canvas.bounds
        shown = area
    }

    /// A key, as if it was typed on a screen of that size.
    public init(_ key: Key, columns: Int = 80, rows: Int = 24) {
        self.init(.key(key), ScreenLayout(.empty, .init(columns: columns, rows: rows)))
    }

    /// The key that was pressed; `nil` for every other event, and for a key that is left to the program: see ``leaving(_:)``.
    public var key: Key? {
        guard case .key(let key) = event, !left.contains(key) else { return nil }
        return key
    }

    /// The event of the mouse; `nil` for every other event.
    public var mouse: Mouse? {
        guard case .mouse(var mouse) = event else { return nil }
        // A recording may have any number: sums with those of areas cannot overflow.
        mouse.position.row = mouse.position.row < 0 ? -1 : mouse.position.row.bounded
        mouse.position.column = mouse.position.column < 0 ? -1 : mouse.position.column.bounded
        return mouse
    }

    /// The text that was typed or pasted.
    public var text: String? {
        switch event {
        case .key(let key): key.character.map { String($0) }
        case .paste(let text): text
        case .mouse, .line, .focus, .background, .resized, .interrupted, .suspended, .resumed, .ended, .programEnded,
            .failed:
            nil
        }
    }

    /// Copies a text to the terminal's clipboard, where the frame keeps one: see ``Screen/clipboard``. Of several the last one counts.
    public func copy(_ text: String) { copies.text = text }

    /// The text that any component has copied with this input.
    public var copied: String? { copies.text }

    /// The same for a part that is to leave the keys of a table to the program: it ignores them, unless a text is typed in it.
    ///
    ///     reader.handle(input.leaving(Self.keys).at(Place.text), lines: lines).otherwise { act(Self.keys.action(for: input)) }
    ///
    /// - Parameter keys: The program's. Its actions are looked up for the input before this, which still has these keys.
    public func leaving<Action>(_ keys: KeyBindings<Action>) -> ScreenInput {
        var inner = self
        inner.left += keys.bindings.flatMap(\.keys)
        return inner
    }

    /// The same for a part in which a text is typed: no key is left to the program.
    var typed: ScreenInput {
        var whole = self
        whole.left = []
        return whole
    }

    /// The same for the region of that name, see ``ScreenView/region(_:)``.
    public func at(_ id: some Hashable) -> ScreenInput {
        var inner = self
        inner.path.append(AnyHashable(id))
        let region = layout.region(inner.path)
        inner.area = region?.area ?? Rectangle(row: 0, column: 0, rows: 0, columns: 0)
        inner.shown = region?.shown ?? inner.area
        return inner
    }

    /// The same for the region of that name which is nearest to this one, however deep it lies in others, as in the panes of a
    /// ``SplitPane``.
    public func within(_ id: some Hashable) -> ScreenInput {
        let inner = at(id)
        guard !inner.isDrawn else { return inner }
        let name = AnyHashable(id)
        let found = layout.regions.lazy.map(\.path).filter {
            $0.last == name && $0.count > path.count && $0.starts(with: path)
        }
        return found.min { $0.count < $1.count }.map { at(path: $0) } ?? inner
    }

    /// The outermost region below this one under the mouse that is named by `ID`, however deep it lies in others.
    func hitPlace<ID: Hashable>(_ type: ID.Type) -> (place: ID, input: ScreenInput)? {
        guard let mouse, let hit = layout.hit(mouse.position), hit.starts(with: path) else { return nil }
        for (index, name) in hit.enumerated().dropFirst(path.count) {
            if let place = name.base as? ID { return (place, at(path: Array(hit[...index]))) }
        }
        return nil
    }

    private func at(path: [AnyHashable]) -> ScreenInput {
        var inner = self
        inner.path = Array(path.dropLast())
        return path.last.map { inner.at($0) } ?? inner
    }

    /// Whether the screen has this region, seen or not.
    var isDrawn: Bool { layout.region(path) != nil }

    /// Whether the screen had no room for some views, and so not for their regions.
    var isCut: Bool { layout.isCut }

    /// Whether the screen has any region inside of this one.
    var hasRegions: Bool { layout.regions.contains { $0.path.count > path.count && $0.path.starts(with: path) } }

    /// The same for a region inside of this one; for this one itself where none of that name was drawn.
    func inside(_ id: some Hashable) -> ScreenInput {
        let inner = at(id)
        return layout.region(inner.path) == nil ? self : inner
    }

    /// The cell under the mouse, counted from the top left of the component; `nil` if that is elsewhere.
    public var position: Position? {
        guard let mouse, shown.contains(mouse.position) else { return nil }
        return Position(row: mouse.position.row - area.row, column: mouse.position.column - area.column)
    }

    /// The same, or the nearest cell of the component: where a drag that began in it has come to.
    public var nearestPosition: Position? {
        guard let mouse, !area.isEmpty else { return nil }
        return Position(
            row: min(max(mouse.position.row - area.row, 0), area.rows - 1),
            column: min(max(mouse.position.column - area.column, 0), area.columns - 1))
    }

    /// The region under the mouse, of those that are named by `ID` here.
    public func hit<ID: Hashable>(_ type: ID.Type = ID.self) -> ID? {
        guard let mouse, let hit = layout.hit(mouse.position), hit.count > path.count, hit.starts(with: path) else {
            return nil
        }
        return hit[path.count].base as? ID
    }

    /// The regions right inside of this one that are named by `ID`, in the order in which they were drawn.
    func regions<ID: Hashable>(of type: ID.Type) -> [(id: ID, region: ScreenLayout.Region)] {
        layout.regions.compactMap { region in
            guard region.path.count == path.count + 1, let id = region.path.last?.base as? ID,
                region.path.starts(with: path)
            else { return nil }
            return (id, region)
        }
    }

    /// The region in which the left button was pressed, of those that are named by `ID` here.
    public func pressed<ID: Hashable>(_ type: ID.Type = ID.self) -> ID? { isPress ? hit(type) : nil }

    /// Whether the left button was pressed in this component.
    public var isPressedHere: Bool { isPress && position != nil }

    /// The theme of the screen.
    var look: Look { layout.look }

    /// The long lines that were shown here, with their styles.
    func styledLines(_ key: AnyHashable) -> StyledLinesOfText {
        StyledLinesOfText(lines: layout.styledLines, path: path, key: key)
    }

    /// Whether any of it is on the screen.
    var isSeen: Bool { !shown.isEmpty }

    /// Whether something has popped up here.
    var hasPopup: Bool {
        layout.regions.contains { $0.path.starts(with: path) && $0.path.last == AnyHashable(PopupRegion()) }
    }

    var isPress: Bool { if case .pressed(.left) = mouse?.action { true } else { false } }

    private final class Copies {
        var text: String?
    }
}
