extension Signal {
    /// Each value in a turn of its own, behind all that waits; the end too.
    ///
    /// What a value leads to there is not its source's any more: cancelling the source silences values that still wait,
    /// but not what values that have had their turn led to.
    public func inTurns() -> Signal {
        Signal(place: nil) { sink in
            let turns = sink.turns
            let home = turns.life
            let wait = turns.queueing(owner: "\(Value.self)") { (value: Value?) in
                turns.life = home
                if let value { sink.send(value) } else { sink.end() }
            }
            return run(Sink(turns, receive: { wait($0) }, finish: { wait(nil) }))
        }
    }
}
