import CycleDrivers

/// The way that a key or the wheel wants to go through something long.
enum ReadingMotion {
    case rows(Int)
    case pages(Int)
    case halfPages(Int)
    case columns(Int)
    case start, end

    /// The keys of less.
    init?(_ key: ConsoleDriver.Key) {
        switch key {
        case .down, "j", .control("n"): self = .rows(1)
        case .up, "k", .control("p"): self = .rows(-1)
        case .pageDown, " ", "f", .control("f"): self = .pages(1)
        case .pageUp, "b", .control("b"): self = .pages(-1)
        case .control("d"), "d": self = .halfPages(1)
        case .control("u"), "u": self = .halfPages(-1)
        case .home, "g": self = .start
        case .end, "G": self = .end
        case .right, "l": self = .columns(8)
        case .left, "h": self = .columns(-8)
        default: return nil
        }
    }

    /// The wheel, over the component.
    init?(wheel input: ScreenInput) {
        guard input.position != nil, case .scrolled(let direction) = input.mouse?.action else { return nil }
        switch direction {
        case .up: self = .rows(-3)
        case .down: self = .rows(3)
        case .left: self = .columns(-8)
        case .right: self = .columns(8)
        }
    }
}
