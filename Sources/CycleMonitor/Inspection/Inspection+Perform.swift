import CycleBase

extension Inspection {
    /// Obeys a command. A command that cannot be obeyed changes nothing but ``message``.
    ///
    /// - Parameters:
    ///   - command: From a key, a line that was typed, or a client.
    ///   - moments: Of what is open, or of ``branch``.
    public mutating func perform(_ command: InspectionCommand, in moments: some InspectedMoments) {
        message = nil
        looking = nil
        guard count > 0 || command.needsNoMoment else { return message = "there is no moment yet" }
        switch command {
        case .next, .previous, .first, .last, .goto, .time, .nextOfLens, .previousOfLens, .nextMark, .previousMark:
            move(command, moments)
        case .nextChange, .previousChange, .nextHit, .previousHit: lookFor(command, moments)
        case .lens(let lens): show(lens, moments)
        case .lensOfMoment: show(filter.lens == nil ? moments.summary(at: selection).lens : nil, moments)
        case .show(let aspect): self.aspect = aspect
        case .hide(let lens): hide(lens, moments)
        case .unhide: filter.hidden = []
        case .onlyChanges: toggleOnlyChanges(moments)
        case .fromHere: filter.first = filter.first == nil ? moments.summary(at: selection).number : nil
        case .place(let place): self.place = place
        case .compare: reference = reference == nil ? selection : nil
        case .find(let text): find(text, moments)
        case .range: anchor = anchor == nil ? selection : nil
        case .mark: toggleMark()
        case .approve: approve(moments)
        case .note(let text): notes[selection] = text.isEmpty ? nil : text
        case .export(let path): write(path)
        case .play: playing = playing == nil ? Playing() : nil
        case .speed(let speed): setSpeed(speed)
        case .reverse: reversePlaying()
        case .setFrame(let place, let value): add(.frame(place, value), named: "\(place) = \(value.text(upTo: 20))")
        case .setEvent(let place, let value): change(.event(place, value), "event \(value.text(upTo: 20))", moments)
        case .leaveOut: change(.leavingOut, "without \(moments.summary(at: selection).number)", moments)
        case .again: change(.repeating, "\(moments.summary(at: selection).number) twice", moments)
        case .insert(let lens, let event):
            change(.inserting(lens: lens, event: event), "\(lens) \(event.text(upTo: 20))", moments)
        case .move, .moveBy: moveEvent(command, moments)
        case .shadow: addShadow(moments)
        case .branch(let id): look(at: id)
        case .compareBranches: compareBranches()
        case .renameBranch(let name): rename(name)
        case .dropBranch: removeBranch()
        case .follow: follow(moments)
        case .pause: isPaused.toggle()
        }
    }

    /// Takes the moments that have come since, of a program that runs, or those of another branch.
    public mutating func take(count: Int) {
        self.count = count
        // A branch does not grow.
        selection = max(0, isFollowing && branch == nil ? count - 1 : min(selection, count - 1))
        anchor = anchor.map { max(0, min($0, count - 1)) }
        if let reference, reference >= count { self.reference = nil }
    }

    // MARK: Move

    private mutating func move(_ command: InspectionCommand, _ moments: some InspectedMoments) {
        isFollowing = false
        let found = target(of: command, moments)
        guard let found else { return message = command.nothingFound(in: self, moments) }
        selection = found
    }

    private mutating func target(of command: InspectionCommand, _ moments: some InspectedMoments) -> Int? {
        switch command {
        case .next(let distance): step(distance, 1, moments)
        case .previous(let distance): step(distance, -1, moments)
        case .first: step(from: -1, 1, moments)
        case .last: step(from: count, -1, moments)
        case .goto(let number): index(ofNumber: number, moments)
        case .time(let seconds): (0..<count).last { moments.summary(at: $0).time.inSeconds <= seconds } ?? 0
        case .nextOfLens: sameLens(selection + 1..<max(count, selection + 1), moments)
        case .previousOfLens: sameLens((0..<selection).reversed(), moments)
        case .nextMark: marks.first { $0 > selection && $0 < count }
        case .previousMark: marks.last { $0 < selection }
        case .nextChange, .previousChange, .nextHit, .previousHit, .lens, .lensOfMoment, .hide, .unhide, .onlyChanges,
            .fromHere, .show,
            .export,
            .place, .compare, .find, .range, .mark, .approve,
            .note, .play, .speed, .reverse,
            .setFrame, .setEvent, .leaveOut, .again, .insert, .move, .moveBy, .shadow, .branch, .compareBranches,
            .renameBranch,
            .dropBranch, .follow,
            .pause:
            nil
        }
    }

    /// The nearest listed moment, not counting the one at `index`.
    private func step(from index: Int, _ direction: Int, _ moments: some InspectedMoments) -> Int? {
        var index = index + direction
        while index >= 0, index < count {
            if filter.shows(moments.summary(at: index)) { return index }
            index += direction
        }
        return nil
    }

    private func step(_ distance: Int, _ direction: Int, _ moments: some InspectedMoments) -> Int? {
        var found: Int?
        for _ in 0..<max(1, min(distance, count)) {
            guard let next = step(from: found ?? selection, direction, moments) else { break }
            found = next
        }
        return found
    }

    private func index(ofNumber number: Int, _ moments: some InspectedMoments) -> Int? {
        // Most recordings count from 0 on without a gap.
        if number >= 0, number < count, moments.summary(at: number).number == number { return number }
        return (0..<count).first { moments.summary(at: $0).number == number }
    }

    private func sameLens(_ indices: some Sequence<Int>, _ moments: some InspectedMoments) -> Int? {
        let lens = moments.summary(at: selection).lens
        return indices.first { moments.summary(at: $0).lens == lens }
    }

    // MARK: Search

    private mutating func find(_ text: String, _ moments: some InspectedMoments) {
        search = text
        guard !text.isEmpty else { return }
        look(.init(hitKind, from: selection + 1, turnsAt: selection), in: moments)
    }

    /// - Parameter command: To a change or a hit.
    private mutating func lookFor(_ command: InspectionCommand, _ moments: some InspectedMoments) {
        let isHit = command == .nextHit || command == .previousHit
        guard !isHit || !search.isEmpty else { return message = "nothing was searched" }
        let isForward = command == .nextHit || command == .nextChange
        let kind = isHit ? hitKind : .change
        look(isForward ? Looking(kind, from: selection + 1) : Looking(kind, before: selection), in: moments)
    }

    private var hitKind: Looking.Kind { condition == nil ? .text : .condition }

    /// The search as a condition; `nil` where it is a text.
    var condition: FramePredicate? {
        guard hasComparison else { return nil }
        do { return try FramePredicate(search) } catch { return nil }
    }

    /// Why a search that looks like a condition is none.
    var conditionMistake: String? {
        guard hasComparison else { return nil }
        do throws(FramePredicate.Mistake) {
            _ = try FramePredicate(search)
            return nil
        } catch {
            return error.reason
        }
    }

    private var hasComparison: Bool {
        FramePredicate.Comparison.allCases.contains { search.hasPart($0.rawValue) } || search.begins(with: "!")
    }

    // MARK: The rest

    private mutating func follow(_ moments: some InspectedMoments) {
        isFollowing.toggle()
        if isFollowing { take(count: moments.count) }
    }

    private mutating func show(_ lens: String?, _ moments: some InspectedMoments) {
        if let lens, !moments.lenses.contains(where: { $0.isLens(of: lens) }) {
            return message = "there is no lens \(lens)"
        }
        filter.lens = lens
        selectShown(moments)
    }

    /// - Parameter lens: `nil` for that of the selected moment, and those like it.
    private mutating func hide(_ lens: String?, _ moments: some InspectedMoments) {
        let moment = moments.summary(at: selection)
        guard lens != nil || !moment.isStart else { return message = "a start is always listed" }
        let lens = lens ?? moment.lens.kindOfLens
        guard moments.lenses.contains(where: { $0.isLens(of: lens) }) else {
            return message = "there is no lens \(lens)"
        }
        if !filter.hidden.contains(lens) { filter.hidden.append(lens) }
        selectShown(moments)
    }

    private mutating func toggleOnlyChanges(_ moments: some InspectedMoments) {
        filter.onlyChanges.toggle()
        selectShown(moments)
    }

    private mutating func selectShown(_ moments: some InspectedMoments) {
        guard !filter.shows(moments.summary(at: selection)) else { return }
        selection = step(from: selection, 1, moments) ?? step(from: selection, -1, moments) ?? selection
    }

    private mutating func toggleMark() {
        if let place = marks.firstIndex(of: selection) {
            marks.remove(at: place)
        } else {
            marks.insert(selection, at: marks.firstIndex { $0 > selection } ?? marks.count)
        }
    }

    private mutating func approve(_ moments: some InspectedMoments) {
        let isApproved = !isApproved(selection, in: moments)
        for index in range {
            approvals[index] = moments.summary(at: index).isApproved == isApproved ? nil : isApproved
        }
    }

    private mutating func write(_ path: String) {
        guard ExportForm(path: path) != nil else { return message = ExportForm.problem(of: path) }
        export = Export(number: (export?.number ?? 0) + 1, path: path)
    }

    private mutating func reversePlaying() {
        if playing == nil { playing = Playing() }
        playing?.isBackward.toggle()
    }

    private mutating func setSpeed(_ speed: Double) {
        guard speed.isFinite, speed > 0 else { return message = "a speed is a number above 0" }
        if playing == nil { playing = Playing() }
        playing?.speed = min(max(speed, 0.001), 1_000)
    }

    private mutating func change(_ change: RunBranch.Change, _ name: String, _ moments: some InspectedMoments) {
        guard !moments.summary(at: selection).isStart else { return message = "a start has no event" }
        add(change, named: name)
    }

    private mutating func moveEvent(_ command: InspectionCommand, _ moments: some InspectedMoments) {
        guard !moments.summary(at: selection).isStart else { return message = "a start has no event" }
        var target: Int?
        if case .move(let number) = command { target = index(ofNumber: number, moments) }
        if case .moveBy(let distance) = command, distance != 0 {
            target = step(abs(distance), distance.signum(), moments)
        }
        guard let target else { return message = "there is none" }
        moveSelection(to: target, moments)
    }

    private mutating func addShadow(_ moments: some InspectedMoments) {
        let start = (0...selection).last { moments.summary(at: $0).isStart } ?? 0
        branchReference = branch
        add(.recomputing, named: "the code of now", at: start)
    }

    private mutating func look(at id: RunBranch.ID?) {
        guard id == nil || branches.contains(where: { $0.id == id }) else { return message = "there is no such branch" }
        branch = id
    }

    private mutating func rename(_ name: String) {
        guard let place = branches.firstIndex(where: { $0.id == branch }) else {
            return message = "this is the run itself"
        }
        branches[place].name = name
    }
}

extension InspectionCommand {
    fileprivate var needsNoMoment: Bool { self == .follow || self == .pause }

    /// Why a command that moves has led nowhere.
    fileprivate func nothingFound(in inspection: Inspection, _ moments: some InspectedMoments) -> String {
        let (first, last) = ("this is the first moment that is listed", "this is the last moment that is listed")
        if case .next = self { return last }
        if case .previous = self { return first }
        if case .goto(let number) = self {
            return "there is no moment \(number): the last one is \(moments.summary(at: moments.count - 1).number)"
        }
        let lens = moments.summary(at: inspection.selection).lens
        let reasons: [Self: String] = [
            .first: first, .last: last, .nextOfLens: "no later event of \(lens)",
            .previousOfLens: "no earlier event of \(lens)", .nextMark: "no mark behind this moment",
            .previousMark: "no mark before this moment",
        ]
        return reasons[self] ?? "there is none"
    }
}
