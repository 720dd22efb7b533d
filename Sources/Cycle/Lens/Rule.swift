extension Signal {
    /// A rule: a change of the frame that follows whenever something in it has changed, in the same turn. So a parent hears
    /// what its features decide.
    ///
    ///     frames.rule(onChangeOf: \.search.choice) { frame in
    ///         frame.detail = frame.search.choice.map(Detail.init)
    ///     }
    ///
    /// Rules follow the event-filter, in the order in which they were declared, again and again until none of them changes
    /// anything; then the frame is delivered, and the turn is one moment. Rules that change each other's cause for ever end the
    /// program with an error that names them. At the start nothing has changed. A rule of an element, an optional or a case
    /// runs while that is there.
    ///
    /// A watched value that is not equal to itself, as a number that is NaN, counts as changed once in each turn.
    ///
    /// - Complexity: Each rule is asked after each change of the frame, wherever in it: no loop without rules pays for them.
    ///
    /// - Parameters:
    ///   - watched: The subject of the rule. Read after every change: keep it small.
    ///   - label: The name of the rule in the error; without one, where it stands in the source.
    ///   - file: Where it stands, for the error.
    ///   - line: As `file`.
    ///   - change: Changes the frame, in place. May look at nothing else, as an event-filter.
    public func rule<Watched: Equatable>(
        onChangeOf watched: @escaping (Value) -> Watched, label: String? = nil,
        file: StaticString = #fileID, line: UInt = #line, change: @escaping (_ frame: inout Value) -> Void
    ) -> MutatingLens<Signal, Void> {
        guard let (cell, stage) = shown?() else { stop("a rule is made on the frames of a loop, or on a part of them") }
        let name = label ?? "the rule at \(file):\(line)"
        let following = Signal.makeOperator { sink in
            let loop = sink.loop
            cell.stop(unlessIn: loop)
            stage.run.value.standIns?.noteLens(at: "", reaching: cell.reach)
            let (latest, turn) = (Variable(cell.read(watched)), Variable(-1))
            return loop.add(to: \.rules) {
                // Of a frame that was replaced, rules only remember what they watch.
                guard let now = cell.read(watched), latest.value != now else { return }
                _ = exchange(&latest.value, with: now)
                guard loop.phase == .changed else { return }
                // A value that is not equal to itself would be another one in each round.
                if now != now {
                    if turn.value == loop.turnNumber { return }
                    turn.value = loop.turnNumber
                }
                if cell.changes(change) { loop.attached?.ruled.append(name) } else { loop.phase = .changed }
            }
        }
        return MutatingLens<Signal, Void>(value: self, receiver: (), set: [following])
    }

    /// The same for a rule that makes something with a time, as a line of a log.
    ///
    ///     frames.rule(onChangeOf: \.job.state) { frame, turn in
    ///         frame.log.append("\(frame.job.state), at \(turn.wallTime)")
    ///     }
    ///
    /// - Parameters:
    ///   - watched: As above.
    ///   - label: As above.
    ///   - file: As above.
    ///   - line: As above.
    ///   - change: Gets the ``Turn`` beside the frame to change: that of the event which the rule follows. It has no previous frames.
    public func rule<Watched: Equatable>(
        onChangeOf watched: @escaping (Value) -> Watched, label: String? = nil, file: StaticString = #fileID,
        line: UInt = #line, inTurn change: @escaping (_ frame: inout Value, _ turn: Turn<Value>) -> Void
    ) -> MutatingLens<Signal, Void> {
        let loop = cell?.loop
        return rule(onChangeOf: watched, label: label, file: file, line: line) { frame in
            if let loop { change(&frame, Turn(loop.turnTime, [])) }
        }
    }
}

extension Loop {
    /// Calls the rules until none of them changes anything.
    @usableFromInline
    func applyRules() {
        guard let attached else { return }
        for _ in 0..<Loop.ruleLimit {
            attached.ruled = []
            attached.rules.callAll()
            if attached.ruled.isEmpty { return }
        }
        let names = attached.ruled.joined(separator: " and ")
        Cycle.stop(
            """
            \(names): after \(Loop.ruleLimit) rounds there is still something to change. Let no rule change what it is about, \
            nor what another one is about that changes that back.
            """)
    }

    /// More rounds than rules that follow from one another need.
    private static var ruleLimit: Int { 1_000 }
}
