/// Makes a long timeline short that breaks a law.
///
/// A step is known by its birth: the k-th thing that came of an earlier step, with this outcome. So it is found again when steps
/// before it are gone and labels have changed. When no step can be left out any more, everything that is shorter is explored.
struct Shrinking<Frame>: Sendable {
    /// A thing that may happen, by its part and number.
    private struct Thing: Hashable {
        let part: Int
        let number: Int
    }

    private struct Step: Sendable {
        let number: Int
        /// The step that the thing came of; -1 for the start.
        let parent: Int
        let age: Int
        let possibility: Possibility
        let part: Int
        let afterTurns: Int?
    }

    private let scenario: Scenario<Frame>
    private let bounds: Bounds

    init(_ scenario: Scenario<Frame>, _ bounds: Bounds) {
        self.scenario = scenario
        self.bounds = bounds
    }

    func shrink(_ finding: Finding) -> Finding {
        guard case .broken(let law) = finding.kind else { return finding }
        var steps = steps(of: finding.path)
        var path = finding.path
        /// Leaves the first of these out without which the law is broken all the same.
        func leaveOutFirst(among attempts: [[Range<Int>]]) -> Int? {
            let found = first(of: attempts, among: steps, shorterThan: path.count, breaking: law)
            if let found { (steps, path) = (found.shorter.steps, found.shorter.path) }
            return found?.place
        }
        var size = max(1, steps.count / 2)
        while true {
            var start = 0
            var hasShrunk = false
            while start < steps.count {
                let places = stride(from: start, to: steps.count, by: size).map { $0..<min(steps.count, $0 + size) }
                guard let place = leaveOutFirst(among: places.map { [$0] }) else { break }
                hasShrunk = true
                start += place * size
            }
            if size == 1, !hasShrunk { break }
            if !hasShrunk { size = max(1, size / 2) }
        }
        // Rounds of several steps, as a try that has failed; and pairs that undo each other, as a letter and its deletion.
        while steps.count <= Self.pairLimit {
            let attempts = Self.rounds(of: steps.count) + Self.pairs(of: steps.count)
            if leaveOutFirst(among: attempts) == nil { break }
        }
        return Finding(finding.kind, shorter(than: path, breaking: law))
    }

    private struct Shorter: Sendable {
        let steps: [Step]
        let path: [Decision]
    }

    /// How many attempts threads share. Those behind the first that succeeds are in vain.
    private static var attemptsAtOnce: Int { 8 }

    /// The first of the attempts to leave steps out that succeeds, and what it leads to.
    private func first(
        of attempts: [[Range<Int>]], among steps: [Step], shorterThan count: Int, breaking law: Int
    ) -> (place: Int, shorter: Shorter)? {
        for start in stride(from: 0, to: attempts.count, by: Self.attemptsAtOnce) {
            let some = Array(attempts[start..<min(start + Self.attemptsAtOnce, attempts.count)])
            let results = Workers.shared.map(some, jobs: bounds.jobs, until: { $0 != nil }) { places -> Shorter? in
                let fewer = steps.indices.filter { index in !places.contains { $0.contains(index) } }.map { steps[$0] }
                guard let shorter = replay(fewer, breaking: law), shorter.path.count < count else { return nil }
                return shorter
            }
            if let shorter = results.last ?? nil { return (start + results.count - 1, shorter) }
        }
        return nil
    }

    /// Everything that is shorter is explored, as far as that goes in a short time.
    private func shorter(than path: [Decision], breaking law: Int) -> [Decision] {
        var bounds = bounds
        bounds.steps = path.count - 1
        // A state of a system costs the start of each of its programs.
        bounds.states = 2_000 / max(1, Run(scenario, bounds).world.programs.count)
        bounds.faults = min(path.count, 2)
        bounds.preemptions = min(2, path.filter { $0.afterTurns != nil }.count)
        bounds.pauses = 1
        bounds.comparedJoins = 0
        // A break of another law would end the search.
        let alone = scenario.with(onlyLaw: law)
        var search = Search(alone, bounds)
        do throws(Finding) {
            _ = try search.run()
        } catch {
            if case .broken = error.kind {
                // The same happenings, in a world in which more is possible.
                let names = alone.happenings(of: error.path, bounds)
                var replay = ReplayedRun(scenario, self.bounds, afterTurns: names.first?.afterTurns)
                replay.take(names)
                if !replay.isOver { replay.settle() }
                if replay.run.monitor.broken == law { return replay.path }
            }
        }
        return path
    }

    /// More steps have too many pairs.
    private static var pairLimit: Int { 40 }

    private static var longestRound: Int { 12 }

    /// Steps that follow each other, the longest rounds first.
    private static func rounds(of count: Int) -> [[Range<Int>]] {
        stride(from: min(longestRound, count - 1), through: 3, by: -1).flatMap { length in
            (0...count - length).map { [$0..<$0 + length] }
        }
    }

    private static func pairs(of count: Int) -> [[Range<Int>]] {
        (0..<count).flatMap { first in
            (first + 1..<max(first + 1, count)).map { [first..<first + 1, $0..<$0 + 1] }
        }
    }

    /// The decisions as steps, by the births of their things.
    private func steps(of path: [Decision]) -> [Step] {
        var births = Births()
        let replay = ReplayedRun(scenario, bounds, afterTurns: path.first?.afterTurns)
        births.note(replay.run, of: -1)
        var steps: [Step] = []
        for (index, decision) in path.enumerated() {
            let choices = replay.run.choices()
            guard decision.choice < choices.count else { break }
            let choice = choices[decision.choice]
            let part = births.part(of: choice, in: replay.run)
            let birth = births.birth[Thing(part: part, number: choice.possibility.thing)]
            steps.append(
                Step(
                    number: index, parent: birth?.parent ?? -1, age: birth?.age ?? 0, possibility: choice.possibility,
                    part: part, afterTurns: decision.afterTurns))
            replay.run.happen(decision.choice, afterTurns: decision.afterTurns)
            replay.run.settle(atMost: index + 1 < path.count ? path[index + 1].afterTurns : nil)
            births.note(replay.run, of: index)
        }
        return steps
    }

    /// Lets these steps happen, as far as they can.
    private func replay(_ steps: [Step], breaking law: Int) -> Shorter? {
        var births = Births()
        var replay = ReplayedRun(scenario, bounds)
        births.note(replay.run, of: -1)
        var taken: [Step] = []
        for (index, step) in steps.enumerated() {
            let choices = replay.run.choices()
            guard let place = births.place(of: step, among: choices, in: replay.run) else {
                // The turns that were taken for this step are not those that the next one is to wait for.
                replay.settle()
                continue
            }
            let afterTurns = replay.hasTurns ? step.afterTurns : nil
            taken.append(step)
            let next = index + 1 < steps.count ? steps[index + 1].afterTurns : nil
            replay.post(place, afterTurns: afterTurns)
            replay.settle(atMost: next)
            births.note(replay.run, of: step.number)
            if replay.isOver { break }
        }
        if !replay.isOver { replay.settle() }
        guard replay.run.monitor.broken == law else { return nil }
        return Shorter(steps: taken, path: replay.path)
    }

    /// The step that each thing comes from.
    private struct Births {
        private(set) var birth: [Thing: (parent: Int, age: Int)] = [:]
        private var born: [Int: [Thing]] = [:]

        func part(of choice: WorldChoice, in run: Run<Frame>) -> Int {
            run.world.allParts.firstIndex { $0 === choice.part } ?? -1
        }

        mutating func note(_ run: Run<Frame>, of step: Int) {
            for choice in run.choices() {
                let thing = Thing(part: part(of: choice, in: run), number: choice.possibility.thing)
                guard birth[thing] == nil else { continue }
                birth[thing] = (step, born[step, default: []].count)
                born[step, default: []].append(thing)
            }
        }

        func place(of step: Step, among choices: [WorldChoice], in run: Run<Frame>) -> Int? {
            let alike = choices.indices.filter { place in
                let possibility = choices[place].possibility
                return possibility.lane == step.possibility.lane && possibility.outcome == step.possibility.outcome
                    && possibility.kind == step.possibility.kind
            }
            // Of time there is mostly one, and of letters each is what it is.
            if step.possibility.lane == "time" {
                return alike.first { choices[$0].possibility.label == step.possibility.label } ?? alike.first
            }
            if step.possibility.kind == .offered || step.part < 0 {
                return alike.first { choices[$0].possibility.label == step.possibility.label }
            }
            if let things = born[step.parent], step.age < things.count {
                let thing = things[step.age]
                let same = alike.first { place in
                    choices[place].possibility.thing == thing.number && part(of: choices[place], in: run) == thing.part
                }
                if let same { return same }
            }
            // Its cause is left out: another thing that looks like it, as a message that was sent before.
            return alike.first { choices[$0].possibility.label == step.possibility.label }
        }
    }
}
