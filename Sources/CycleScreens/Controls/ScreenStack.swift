import Cycle
import CycleDrivers

/// Pages one over the other: the last one is seen, and going back shows the one before.
///
///     enum Page: Hashable { case inbox, mail(Int), settings }
///     var stack = ScreenStack(Page.inbox)
///
///     stack.view { page in … }
///     stack.push(.mail(7))
///     content.handle(input).otherwise { stack.handle(input) }     // Escape goes back
///
/// Pages slide, where ``isAnimated`` says so, for as long as the program passes time:
///
///     frames.lens(ticking: \.ticks, every: .milliseconds(25), while: { $0.stack.isMoving })
///     var ticks = 0 { didSet { stack.advance(by: .milliseconds(25)) } }
public struct ScreenStack<Page: Hashable & Sendable>: Equatable, Sendable {
    /// From the first on; the last one is seen. There is one at least.
    public private(set) var pages: [Page]
    /// Whether pages slide. Not where the user wants no motion.
    public var isAnimated: Bool
    /// The page that slides away.
    private var leaving: Page?
    private var isGoingBack = false
    /// From 0 to 1.
    private var way = Motion(1.0)

    /// A stack of one page.
    ///
    /// - Parameters:
    ///   - root: The first page.
    ///   - isAnimated: Whether pages slide.
    public init(_ root: Page, isAnimated: Bool = true) {
        pages = [root]
        self.isAnimated = isAnimated
    }

    /// The page that is seen.
    public var top: Page? { pages.last }
    /// Whether a page is on its way.
    public var isMoving: Bool { leaving != nil && way.isMoving }

    /// Shows another page over the others.
    public mutating func push(_ page: Page) {
        set(out: top, isGoingBack: false)
        pages.append(page)
    }

    /// Goes back to the page before, if there is one.
    public mutating func pop() {
        guard pages.count > 1 else { return }
        set(out: pages.popLast(), isGoingBack: true)
    }

    /// Goes back to the first page.
    public mutating func popToRoot() {
        guard pages.count > 1, let root = pages.first else { return }
        set(out: top, isGoingBack: true)
        pages = [root]
    }

    private mutating func set(out page: Page?, isGoingBack: Bool) {
        guard isAnimated else { return leaving = nil }
        (leaving, self.isGoingBack) = (page, isGoingBack)
        way.jump(to: 0)
        way.move(to: 1, .tween(.easeOut, .milliseconds(250)))
    }

    /// Lets so much time pass.
    public mutating func advance(by duration: Duration) {
        way.advance(by: duration)
        if !way.isMoving { leaving = nil }
    }

    /// Escape goes back; on the first page it is ignored.
    public mutating func handle(_ input: ScreenInput) -> Outcome {
        guard input.key == .escape, pages.count > 1 else { return .ignored }
        pop()
        return .changed
    }

    /// The last page, or two of them on their way.
    ///
    /// - Parameter make: Makes the view of a page.
    public func view(_ make: @escaping (_ page: Page) -> ScreenView) -> ScreenView {
        guard let top else { return .empty }
        guard let leaving, way.isMoving else { return make(top).growing() }
        return .sized { space in
            guard !space.isPlain else { return make(top) }
            let share = ScreenView.clamped(isGoingBack ? 1 - way.value : way.value)
            let (left, right) = isGoingBack ? (make(top), make(leaving)) : (make(leaving), make(top))
            let offset = Int((share * Double(space.columns)).rounded())
            return ScreenView.row {
                left.focused(isGoingBack).width(space.columns)
                right.focused(!isGoingBack).width(space.columns)
            }.height(space.rows).width(2 * space.columns).scrolled(by: .init(row: 0, column: offset))
        }
    }
}

extension ScreenStack: Codable where Page: Codable {}
