extension ConsoleSession {
    /// Holds before and after each input.
    var isConsistent: Bool {
        guard display.isConsistent, terminal == .ours || !display.isShowing && !isRaw else { return false }
        return switch terminal {
        case .ours: !isRaw || reading != .over
        case .lending: reading != .active
        case .lent: (reading == .idle || reading == .over) && display.output != .busy
        case .left: keyDeadline == nil
        }
    }
}
