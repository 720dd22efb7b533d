extension Compatibility {
    /// The type that the events of a lens are decoded into.
    public struct EventType {
        let lens: String
        let check: (RecordedValue) throws -> RecordedValue

        /// - Parameters:
        ///   - lens: Its label or path, as the recording names it.
        ///   - type: The driver's `Event`.
        public static func lens<Event: Codable>(_ lens: String, _ type: Event.Type) -> EventType {
            EventType(lens: lens) { RecordedValue(try $0.decoded(as: type)) }
        }
    }
}

extension Recording {
    /// Decodes every frame and event, writes it again, and compares that with what was recorded.
    ///
    /// - Parameters:
    ///   - frame: The type of the frames as it is now.
    ///   - events: The types of the events, by lens.
    /// - Complexity: Decodes and encodes every frame that differs from the one before.
    public func compatibility<Frame: Codable>(frame: Frame.Type, events: [Compatibility.EventType]) -> Compatibility {
        var check = CompatibilityCheck(events: events) { RecordedValue(try $0.decoded(as: frame)) }
        for moment in moments { check.look(at: moment) }
        return check.result
    }
}

private struct CompatibilityCheck {
    private(set) var result = Compatibility()
    private let events: [String: Compatibility.EventType]
    private let frame: (RecordedValue) throws -> RecordedValue
    /// The result for the latest frame: most moments begin with that one.
    private var latest: (frame: RecordedValue, isDecodable: Bool)?
    /// Where in `findings` it stands.
    private var known: [String: Int] = [:]

    init(events: [Compatibility.EventType], frame: @escaping (RecordedValue) throws -> RecordedValue) {
        self.events = Dictionary(events.map { ($0.lens, $0) }) { first, _ in first }
        self.frame = frame
    }

    mutating func look(at moment: RecordedMoment) {
        result.momentCount += 1
        var isDecodable = decodes(moment.context, moment.number)
        isDecodable = decodes(moment.effect, moment.number) && isDecodable
        if !moment.isStart {
            if let type = events[moment.lens] {
                isDecodable = look(at: moment.event, "\(moment.lens) event", moment.number, type.check) && isDecodable
            } else {
                note(moment.lens, .noType, moment.number)
            }
        }
        if isDecodable { result.decodedCount += 1 }
    }

    private mutating func decodes(_ value: RecordedValue, _ number: Int) -> Bool {
        if let latest, latest.frame == value { return latest.isDecodable }
        let isDecodable = look(at: value, "frame", number, frame)
        latest = (value, isDecodable)
        return isDecodable
    }

    /// - Returns: Whether it decodes.
    private mutating func look(
        at value: RecordedValue, _ name: String, _ number: Int, _ read: (RecordedValue) throws -> RecordedValue
    ) -> Bool {
        do {
            for difference in value.differences(to: try read(value), named: name).flatMap(\.byField) {
                note(difference.path.withoutIndices, difference.problem, number)
            }
            return true
        } catch {
            let (path, reason) = JSONEncoding.explanation(of: error)
            note(path.keyPath(root: name).withoutIndices, .undecodable(reason), number)
            return false
        }
    }

    private mutating func note(_ place: String, _ problem: Compatibility.Finding.Problem, _ number: Int) {
        let key = "\(problem.kind) \(place)"
        if let index = known[key] {
            result.findings[index].count += 1
        } else {
            known[key] = result.findings.count
            result.findings.append(
                Compatibility.Finding(place: place, problem: problem, count: 1, firstMoment: number))
        }
    }
}

extension RecordedDifference {
    /// The fields that are gone, and those that have come, where two objects have none in common.
    fileprivate var byField: [RecordedDifference] {
        guard case .object(let old) = before?.value, case .object(let new) = after?.value else { return [self] }
        return new.map { RecordedDifference(path: "\(path).\($0.key)", before: nil, after: RecordedValue($0.value)) }
            + old.map { RecordedDifference(path: "\(path).\($0.key)", before: RecordedValue($0.value), after: nil) }
    }

    fileprivate var problem: Compatibility.Finding.Problem {
        switch (before, after) {
        case (let before?, let after?): .changed(from: before, to: after)
        case (nil, let after?): .filled(after)
        case (_, nil): .lost
        }
    }
}

extension Compatibility.Finding.Problem {
    /// Findings of one kind at one place are one.
    fileprivate var kind: String {
        switch self {
        case .lost: "lost"
        case .filled: "filled"
        case .changed: "changed"
        case .undecodable(let reason): reason
        case .noType: "no type"
        }
    }
}

extension String {
    /// `items[3].title` as `items[].title`.
    fileprivate var withoutIndices: String { replacing(/\[\d+\]/, with: "[]") }
}
