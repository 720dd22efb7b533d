extension Run {
    /// The state, without what is left of allowances.
    func key(_ choices: [WorldChoice]) -> Fingerprint.Key {
        var fingerprint = Fingerprint()
        if world.programs.isEmpty {
            // The world remembers alarms by themselves: what their limits are called is no part of a state.
            for choice in choices where choice.possibility.kind == .due && choice.part !== world.common.alarms {
                fingerprint.combine(choice.possibility.letter)
            }
            scenario.combine(frame, into: &fingerprint)
        }
        monitor.remember(in: &fingerprint)
        if bounds.countsTime { fingerprint.combine(world.time.now) }
        if world.programs.isEmpty {
            world.remember(in: &fingerprint)
        } else {
            remember(SystemState(world, hasFrames: scenario.canonical == nil), in: &fingerprint)
        }
        if let happened { fingerprint.combine(happened) }
        return fingerprint.key
    }

    private func remember(_ system: SystemState, in memory: inout Fingerprint) {
        if scenario.canonical != nil { scenario.combine(frame, into: &memory) }
        system.remember(in: &memory)
        self.system = system
    }
}
