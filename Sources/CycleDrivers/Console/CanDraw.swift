#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension ConsoleDriver {
    /// Whether a screen can be drawn and keys read: both ends are a terminal, which is neither dumb nor read aloud. Otherwise
    /// lines are printed.
    public var canDraw: Bool {
        let abilities = TerminalAbilities(environment: environment ?? TerminalAbilities.processEnvironment)
        return abilities.isCapable && isatty(inputDescriptor) == 1 && isatty(outputDescriptor) == 1
    }
}
