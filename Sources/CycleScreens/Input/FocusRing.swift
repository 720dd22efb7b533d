/// The focus, which one of several places has. Tab moves it to the next place, a press of the mouse to the one below it.
///
///     enum Place: CaseIterable { case field, results }
///     var focus = FocusRing(Place.field)
///
///     var view: View {
///         .column {
///             field.view.region(.field, in: focus)
///             list.view(of: found) { … }.region(.results, in: focus)
///         }
///     }
///     mutating func handle(_ input: Input) -> Outcome {
///         let (place, inner) = focus.target(of: input)
///         let outcome = switch place {
///             case .field: field.handle(inner)
///             case .results: list.handle(inner, rows: found)
///         }
///         return outcome.otherwise { focus.handle(input) }
///     }
///
/// At its end Tab is ignored, so that it belongs to the ring around this one; ``wraps`` makes it go round. Where a place may not be
/// on the screen, as in a small terminal, ``skipsHidden`` passes it over. A place may lie in other regions, as in a pane of a
/// ``SplitPane`` that has a name; a ring of which a press finds no place at all ends a debug build with a message.
public struct FocusRing<Place: Hashable & CaseIterable & Sendable>: Hashable, Sendable {
    /// The place that has the focus.
    public var current: Place
    /// Whether the first place follows the last: in the outermost ring.
    public var wraps: Bool
    /// Whether places that are not seen have no focus. Not where it is the focus that shows them, as with pages.
    public var skipsHidden: Bool

    /// - Parameters:
    ///   - current: Where it is.
    ///   - wraps: Whether the first place follows the last.
    ///   - skipsHidden: Whether places that are not seen have no focus.
    public init(_ current: Place, wraps: Bool = false, skipsHidden: Bool = false) {
        self.current = current
        self.wraps = wraps
        self.skipsHidden = skipsHidden
    }

    /// Where input goes, and what it is for that place. A press moves the focus, unless a popup is open, which gets the
    /// press first; a wheel turns what it points at.
    public mutating func target(of input: ScreenInput) -> (place: Place, input: ScreenInput) {
        if skipsHidden, !input.within(current).isSeen,
            let seen = Place.allCases.first(where: { input.within($0).isSeen })
        {
            current = seen
        }
        assert(
            isDrawn(below: input),
            "a place of \(Place.self) is on no screen: write region(_:in:) for each view of the ring")
        let inner = input.within(current)
        guard let mouse = input.mouse, let hit = input.hitPlace(Place.self) else { return (current, inner) }
        switch mouse.action {
        case .pressed where hit.place != current && inner.hasPopup: return (current, inner)
        case .pressed: current = hit.place
        case .released, .dragged: return (current, inner)
        case .moved, .scrolled: break
        }
        return (hit.place, hit.input)
    }

    /// Whether a press inside of the component can find a place. A ring without any on the screen is deaf to the mouse.
    private func isDrawn(below input: ScreenInput) -> Bool {
        guard input.isPressedHere, input.hasRegions, !input.isCut else { return true }
        return Place.allCases.contains { input.within($0).isDrawn }
    }

    /// Tab and Shift-Tab, and a press that no part took.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        if input.isPress, let pressed = input.hitPlace(Place.self)?.place, pressed != current {
            current = pressed
            return .changed
        }
        return switch input.key {
        case .tab: move(1, among: places(in: input))
        case .shift(.tab): move(-1, among: places(in: input))
        default: .ignored
        }
    }

    private func places(in input: ScreenInput) -> [Place] {
        let seen = Place.allCases.filter { input.within($0).isSeen }
        // Where nothing is drawn, nothing is hidden.
        guard skipsHidden, !seen.isEmpty else { return Array(Place.allCases) }
        return Place.allCases.filter { $0 == current || seen.contains($0) }
    }

    /// Goes to the next place, or the one before, whether it is seen or not.
    public mutating func move(_ step: Int) -> Outcome { move(step, among: Array(Place.allCases)) }

    private mutating func move(_ step: Int, among all: [Place]) -> Outcome {
        guard let index = all.firstIndex(of: current) else { return .ignored }
        let next = index + step
        if all.indices.contains(next) {
            current = all[next]
        } else if wraps, let first = all.first, let last = all.last {
            current = step > 0 ? first : last
        } else {
            return .ignored
        }
        return .changed
    }

    /// Comes to the ring from the one around it: by Tab at its beginning, by Shift-Tab at its end.
    public mutating func enter(by input: ScreenInput) {
        let all = places(in: input)
        if let place = input.key == .shift(.tab) ? all.last : all.first { current = place }
    }
}

extension FocusRing: Codable where Place: Codable {}

extension ScreenView {
    /// Names this place, which has the focus when the ring is there.
    public func region<Place>(_ place: Place, in ring: FocusRing<Place>) -> ScreenView {
        region(place).focused(ring.current == place)
    }

    /// A pane of a screen: this as a place of a ring, in a border that looks as ``ScreenTheme/Borders/focused`` while the ring is there.
    ///
    /// - Parameters:
    ///   - place: The name of the place inside of the border.
    ///   - ring: Says which place has the focus.
    ///   - title: In the upper side of the border.
    ///   - footer: In the lower side, at the right.
    public func pane<Place>(
        _ place: Place, in ring: FocusRing<Place>, title: StyledText = "", footer: StyledText = ""
    ) -> ScreenView {
        .themed { theme in
            region(place, in: ring)
                .border(title: title, footer: footer, style: ring.current == place ? theme.borders.focused : nil)
        }
    }
}
