/// How the keys that concern the process itself are taken.
package struct ConsoleOptions: Hashable, Sendable {
    package var escapeDelay: Duration = .milliseconds(50)
    /// How long a terminal's reply may pause before its end, and keys are keys again.
    var replyDelay: Duration = .seconds(1)
    package var secondInterruptEnds = true
    package var suspends = true
    /// While many keys come at once.
    package var screenInterval: Duration = .seconds(1) / 120

    package init(
        escapeDelay: Duration = .milliseconds(50), secondInterruptEnds: Bool = true, suspends: Bool = true
    ) {
        self.escapeDelay = escapeDelay
        self.secondInterruptEnds = secondInterruptEnds
        self.suspends = suspends
    }
}
