extension MonitorSession {
    /// Changes the frame that the selected moment led to.
    ///
    /// - Parameters:
    ///   - keyPath: Where in the frame, such as `items[3].title`; without it the whole.
    ///   - value: The new value of that place.
    ///   - nextFrame: Recomputes the moments that follow, up to the next start; without it they stay as they were recorded.
    /// - Returns: The moments that could not be recomputed: they, and what they led to, stay as they were.
    /// - Throws: ``EditError`` where nothing is selected, or the frame has no such place.
    @discardableResult
    public mutating func editFrame(
        at keyPath: String = "", to value: RecordedValue, recomputing nextFrame: NextFrame? = nil
    ) throws(EditError) -> [Replay.Mismatch] {
        let index = try selectedIndex()
        var moment = moments[index]
        moment.effect = try moment.effect.replacing(keyPath, with: value)
        if moment.isStart { moment.context = moment.effect }
        return place(moment, at: index, recomputing: nextFrame)
    }

    /// Changes the event of the selected moment, and with `nextFrame` what it led to and what followed.
    @discardableResult
    public mutating func editEvent(
        at keyPath: String = "", to value: RecordedValue, recomputing nextFrame: NextFrame? = nil
    ) throws(EditError) -> [Replay.Mismatch] {
        let index = try selectedIndex()
        guard !moments[index].isStart else { throw .startHasNoEvent }
        var moment = moments[index]
        moment.event = try moment.event.replacing(keyPath, with: value)
        moment.isApproved = false
        recording.moments[index] = moment
        return nextFrame.map { recompute(from: index, $0) } ?? []
    }

    /// Has the selected moment not happen. The numbers of those behind it fall.
    ///
    /// - Parameter nextFrame: Recomputes the moments that follow; without it they stay as they were recorded.
    /// - Returns: As ``editFrame(at:to:recomputing:)``.
    @discardableResult
    public mutating func leaveOut(recomputing nextFrame: NextFrame? = nil) -> [Replay.Mismatch] {
        guard let index = selection else { return [] }
        let removed = recording.moments.remove(at: index)
        for other in index..<moments.count { recording.moments[other].number -= 1 }
        // A part of a run has no moment before its first one.
        if index == 0, !removed.isStart, let next = moments.first, !next.isStart {
            recording.moments[0].context = removed.context
        }
        select(moments.isEmpty ? nil : index)
        return nextFrame.map { recompute(from: index, $0) } ?? []
    }

    /// Has one more moment happen, before the selected one. The numbers of those behind it rise.
    ///
    /// - Parameters:
    ///   - moment: Its event and lens count; its frames are those of its new place.
    ///   - nextFrame: Recomputes the moments from there on; without it the new one changes nothing.
    /// - Returns: As ``editFrame(at:to:recomputing:)``.
    @discardableResult
    public mutating func insert(
        _ moment: RecordedMoment, recomputing nextFrame: NextFrame? = nil
    ) -> [Replay.Mismatch] {
        guard let index = selection else { return [] }
        var moment = moment
        moment.number = moments[index].number
        moment.context = moments[index].context
        moment.effect = moment.context
        moment.isApproved = false
        for other in index..<moments.count { recording.moments[other].number += 1 }
        recording.moments.insert(moment, at: index)
        return nextFrame.map { recompute(from: index, $0) } ?? []
    }

    /// Has the selected moment happen at another place of its run. Those between the two places move by one; numbers and times ascend
    /// as before: the moment gets those of its new place.
    ///
    /// - Parameters:
    ///   - target: The index that the moment has afterwards. Nothing happens for one of another run, or of a start.
    ///   - nextFrame: Recomputes the moments from the earlier place on; without it the moved one changes nothing.
    /// - Returns: As ``editFrame(at:to:recomputing:)``.
    @discardableResult
    public mutating func move(to target: Int, recomputing nextFrame: NextFrame? = nil) -> [Replay.Mismatch] {
        guard let index = selection, index != target, moments.indices.contains(target) else { return [] }
        let passed = min(index, target)...max(index, target)
        guard !moments[passed].contains(where: \.isStart) else { return [] }
        let (numbers, first) = (moments[passed].map(\.number), moments[passed.lowerBound].context)
        var moment = recording.moments.remove(at: index)
        // Of the moment whose place it takes: before the removal that is at `target`.
        let neighbour = moments[target > index ? target - 1 : target]
        (moment.time, moment.wallTime) = (neighbour.time, neighbour.wallTime)
        moment.context = target > 0 ? moments[target - 1].effect : first
        moment.effect = moment.context
        moment.isApproved = false
        recording.moments.insert(moment, at: target)
        for (place, number) in zip(passed, numbers) { recording.moments[place].number = number }
        if passed.lowerBound == 0 { recording.moments[0].context = first }
        select(target)
        return nextFrame.map { recompute(from: passed.lowerBound, $0) } ?? []
    }

    /// Computes all that follows the selected moment again, up to the next start.
    ///
    /// - Returns: As ``editFrame(at:to:recomputing:)``.
    mutating func recompute(_ nextFrame: NextFrame) -> [Replay.Mismatch] {
        guard let index = selection else { return [] }
        return recompute(from: moments[index].isStart ? index + 1 : index, nextFrame)
    }

    private func selectedIndex() throws(EditError) -> Int {
        guard let selection else { throw .nothingSelected }
        return selection
    }

    private mutating func place(
        _ moment: RecordedMoment, at index: Int, recomputing nextFrame: NextFrame?
    ) -> [Replay.Mismatch] {
        if moment.effect != moments[index].effect {
            recording.moments[index] = moment
            recording.moments[index].isApproved = false
        }
        return nextFrame.map { recompute(from: index + 1, $0) } ?? []
    }

    /// Applies the events from here on again, each to the frame that the one before it led to.
    private mutating func recompute(from first: Int, _ nextFrame: NextFrame) -> [Replay.Mismatch] {
        var mismatches: [Replay.Mismatch] = []
        for index in first..<max(first, moments.count) {
            var moment = moments[index]
            if moment.isStart { break }
            if index > 0 { moment.context = moments[index - 1].effect }
            do {
                moment.effect = try nextFrame.effect(moment)
            } catch {
                mismatches.append(Replay.Mismatch(moment, error))
                continue
            }
            if moment != moments[index] { moment.isApproved = false }
            recording.moments[index] = moment
        }
        return mismatches
    }
}

extension MonitorSession {
    /// Why a session cannot be edited so.
    public enum EditError: Error, Hashable, Sendable, CustomStringConvertible {
        /// No moment is selected.
        case nothingSelected
        /// The selected moment is a start: its frame can be edited.
        case startHasNoEvent
        /// The frame or event has no such place.
        case noSuchPlace(String)

        public var description: String {
            switch self {
            case .nothingSelected: "no moment is selected"
            case .startHasNoEvent: "a start has no event: edit its frame"
            case .noSuchPlace(let keyPath): "there is no \(keyPath)"
            }
        }
    }
}

extension RecordedValue {
    /// The value with another one at a place.
    func replacing(_ keyPath: String, with new: RecordedValue) throws(MonitorSession.EditError) -> RecordedValue {
        guard let path = JSONPath(keyPath: keyPath).flatMap(value.resolved), value[path] != nil else {
            throw .noSuchPlace(keyPath)
        }
        var value = value
        do {
            try JSONPatch(operations: [.init(path: path, kind: .replace(new.value))]).apply(to: &value)
        } catch {
            throw .noSuchPlace(keyPath)
        }
        return RecordedValue(value)
    }
}
