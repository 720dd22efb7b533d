public import CycleTesting

extension Bounds {
    /// For a timeline that is given: nothing is cut off.
    static var unlimited: Bounds {
        var bounds = Bounds()
        bounds.faults = 1_000_000
        bounds.preemptions = 1_000_000
        bounds.pauses = 1_000_000
        bounds.powerCuts = 1_000_000
        bounds.liftsAllowances = true
        return bounds
    }
}

extension Scenario {
    /// Lets a timeline happen, as reports print it, and looks at the laws.
    ///
    /// A happening that is impossible now is passed over, with a note, so that a mend does not break the test that led to it.
    /// Afterwards all that is due happens, without faults, until nothing is. A timeline that leads elsewhere when it is done again fails, too.
    ///
    /// - Parameters:
    ///   - happenings: One after the other.
    ///   - other: Another timeline, for reports of two: of what is remembered beside the frame, and of orders that do not agree.
    ///     The ends of both have to lead to the same.
    ///   - file: Of this call.
    ///   - path: Of this call.
    ///   - line: Of this call.
    ///   - column: Of this call.
    /// - Returns: The happenings that were impossible.
    /// - Throws: ``ExplorationFailure``, with the place of this call.
    @discardableResult
    public func happens(
        _ happenings: [Happening], comparedWith other: [Happening] = [], file: StaticString = #fileID,
        path: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column
    ) throws -> [Happening] {
        var replay = ReplayedRun(self, afterTurns: happenings.first?.afterTurns)
        replay.take(happenings)
        let end = (frame: replay.run.frame, choices: replay.run.choices(), key: replay.run.stateKey)
        replay.goToRest()
        let place = UnexpectedTurn.Place(file, path, line, column)
        if !replay.passedOver.isEmpty {
            print(
                "\(place): passed over what cannot happen any more: \(replay.passedOver.map(\.description).joined(separator: ", "))"
            )
        }
        let finding =
            replay.finding ?? again(happenings, from: end) ?? comparison(of: happenings, and: other)
            ?? round(at: happenings) ?? resumption(of: happenings)
        if let finding {
            var report = Exploration()
            report.hasFailed = true
            report.depth = finding.path.count
            try failure(finding, .unlimited, report, at: place).fail()
        }
        return replay.passedOver
    }

    /// Lets a timeline happen that is written as lanes, and looks at the laws.
    ///
    ///     try scenario.replay(
    ///         """
    ///         keys     aa--
    ///         network  --AB
    ///         """, ["A": "GET host/?q=aa → 200 raa", "B": "GET host/?q=a → 200 ra"])
    ///
    /// The events of one step come at once, without a turn in between.
    ///
    /// - Parameters:
    ///   - timeline: A lane for each part of the world.
    ///   - legend: The meanings of characters; by default a character means itself.
    ///   - file: Of this call.
    ///   - path: Of this call.
    ///   - line: Of this call.
    ///   - column: Of this call.
    /// - Returns: The happenings that were impossible.
    /// - Throws: ``ExplorationFailure``, with the place of this call.
    @discardableResult
    public func replay(
        _ timeline: Timeline, _ legend: [Character: String] = [:], file: StaticString = #fileID,
        path: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) throws -> [Happening] {
        var happenings: [Happening] = []
        let lanes = timeline.lanes.map { (name: $0.name, steps: $0.steps.timelineSteps) }
        for index in 0..<timeline.stepCount {
            var isFirst = true
            for lane in lanes where index < lane.steps.count {
                for letter in lane.steps[index] {
                    let label = legend[letter] ?? String(letter)
                    happenings.append(Happening(lane.name, label, afterTurns: isFirst ? nil : 0))
                    isFirst = false
                }
            }
        }
        return try happens(happenings, file: file, path: path, line: line, column: column)
    }
}

/// One run to which things happen by their names.
struct ReplayedRun<Frame> {
    let run: Run<Frame>
    private(set) var path: [Decision] = []
    private(set) var passedOver: [Happening] = []

    /// - Parameter afterTurns: How many turns of the start are taken before the first happening; `nil` for all.
    init(
        _ scenario: Scenario<Frame>, _ bounds: Bounds = .unlimited, _ memo: WorldMemo = WorldMemo(),
        afterTurns: Int? = nil
    ) {
        run = Run(scenario, bounds, memo)
        run.settle(atMost: afterTurns)
        hasTurns = afterTurns != nil
    }

    /// Whether turns may be left to take of what happened last.
    private(set) var hasTurns: Bool

    /// Lets something happen, and takes no turns yet.
    mutating func post(_ place: Int, afterTurns: Int?) {
        path.append(Decision(choice: place, afterTurns: afterTurns))
        run.happen(place, afterTurns: afterTurns)
        hasTurns = true
    }

    mutating func settle(atMost limit: Int? = nil) {
        run.settle(atMost: limit)
        guard limit == nil else { return }
        hasTurns = false
        run.rest(run.choices())
    }

    /// Whether nothing more can happen to it.
    var isOver: Bool { run.hasEnded || finding != nil }

    var finding: Finding? {
        if let mistake = run.mistake { return Finding(.mistake(mistake), path) }
        if run.isStuck { return Finding(.restless(turns: run.bounds.turns), path) }
        return run.monitor.broken.map { Finding(.broken(law: $0), path) }
    }

    /// Takes them one after the other, as far as that goes.
    mutating func take(_ happenings: [Happening]) {
        for (index, happening) in happenings.enumerated() where finding == nil {
            take(happening, turns: index + 1 < happenings.count ? happenings[index + 1].afterTurns : nil)
        }
    }

    /// - Parameter turns: How many follow before the next happening; `nil` for all.
    mutating func take(_ happening: Happening, turns: Int?) {
        let choices = run.choices()
        guard let place = choices.place(of: happening) else {
            passedOver.append(happening)
            // The turns before the next one were to be its turns.
            settle()
            return
        }
        post(place, afterTurns: hasTurns ? happening.afterTurns : nil)
        settle(atMost: turns)
    }

    /// All that is due happens, the oldest first, without faults; of time only so much that what repeats itself does not go on for
    /// ever.
    mutating func goToRest() {
        run.rest(run.choices())
        var alarms = 0
        while !isOver, alarms < 100, path.count < 100_000 {
            let choices = run.choices()
            guard
                let place = choices.firstIndex(where: { $0.possibility.isDue && $0.part !== run.world.common.alarms })
                    ?? choices.firstIndex(where: \.possibility.isDue)
            else { return }
            if choices[place].part === run.world.common.alarms { alarms += 1 }
            post(place, afterTurns: nil)
            settle()
        }
    }
}
