import CycleTesting

/// The places of some frames, and how many values each has: a place with many is what makes a search large.
struct FrameValues {
    private static var depthLimit: Int { 32 }
    /// Elements of a collection that are looked at, and fields of a frame.
    private static var elementLimit: Int { 8 }
    private static var fieldLimit: Int { 200 }
    private static var valueLimit: Int { 1_000 }
    /// Places with fewer values are not shown.
    private static var leastCount: Int { 4 }
    private static var shownCount: Int { 3 }

    private struct Values {
        var texts: Set<String> = []
        /// The least and the greatest number.
        var range: (least: Number, greatest: Number)?
        /// Whether there is something that is no number.
        var hasOther = false
    }

    private struct Number {
        let value: Double
        let text: String
    }

    private var places: [String: Values] = [:]
    private var fieldCount = 0
    /// Objects may refer to each other: each is walked once.
    private var visited: Set<ObjectIdentifier> = []

    mutating func take(_ frame: Any) {
        (fieldCount, visited) = (0, [])
        walk(frame, at: "", depth: 0)
    }

    /// The places with the most values, each with its values in short: `failures["a"] (0 … 412)`, `text (57 values)`.
    var most: [String] {
        let counts = places.mapValues(\.texts.count).filter { $0.value >= Self.leastCount }
        let order = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return order.prefix(Self.shownCount).filter { $0.value * 4 >= order[0].value }.map { place, count in
            let name = place.isEmpty ? "frame" : place
            guard let values = places[place], let range = values.range, !values.hasOther else {
                return "\(name) (\(count) values)"
            }
            return "\(name) (\(range.least.text) … \(range.greatest.text))"
        }
    }

    private mutating func note(_ value: Any, at place: String) {
        fieldCount += 1
        var values = places[place] ?? Values()
        if values.texts.count < Self.valueLimit {
            values.texts.insert(readableText(value))
        }
        if let number = Self.number(value) {
            let (least, greatest) = values.range ?? (number, number)
            values.range = (
                number.value < least.value ? number : least, number.value > greatest.value ? number : greatest
            )
        } else {
            values.hasOther = true
        }
        places[place] = values
    }

    private mutating func noteMissing(at place: String) {
        fieldCount += 1
        places[place, default: Values()].texts.insert("nil")
    }

    private static func number(_ value: Any) -> Number? {
        switch value {
        case let number as any BinaryInteger: Number(value: Double(number), text: "\(number)")
        case let number as any BinaryFloatingPoint: Number(value: Double(number), text: "\(number)")
        case let time as Duration: Number(value: time / .seconds(1), text: "\(time)")
        default: nil
        }
    }

    private mutating func walk(_ value: Any, at place: String, depth: Int) {
        guard depth < Self.depthLimit, fieldCount < Self.fieldLimit else { return }
        let mirror = Mirror(reflecting: value)
        if isShownWhole(value) { return note(value, at: place) }
        switch mirror.displayStyle {
        case .optional:
            guard let wrapped = mirror.children.first else { return noteMissing(at: place) }
            walk(wrapped.value, at: place, depth: depth + 1)
        case .collection, .set:
            note(mirror.children.count, at: place.appending(field: "count"))
            for element in mirror.children.suffix(Self.elementLimit) {
                walk(element.value, at: "\(place)[…]", depth: depth + 1)
            }
        case .dictionary: walk(entries: mirror, at: place, depth: depth + 1)
        case .class where !visited.insert(ObjectIdentifier(value as AnyObject)).inserted: break
        case .enum:
            guard let payload = mirror.children.first else { return note(value, at: place) }
            note(payload.label ?? "", at: place)
            walk(payload.value, at: place.appending(field: payload.label ?? ""), depth: depth + 1)
        default:
            if mirror.children.isEmpty { note(value, at: place) }
            for field in mirror.children {
                walk(field.value, at: place.appending(field: field.label ?? ""), depth: depth + 1)
            }
        }
    }

    private mutating func walk(entries mirror: Mirror, at place: String, depth: Int) {
        note(mirror.children.count, at: place.appending(field: "count"))
        for entry in mirror.children.prefix(Self.elementLimit * Self.elementLimit) {
            let parts = Array(Mirror(reflecting: entry.value).children)
            guard parts.count == 2 else { continue }
            walk(parts[1].value, at: "\(place)[\(shownText(parts[0].value).cutInTheMiddle(to: 40))]", depth: depth)
        }
    }
}

extension FrameValues {
    /// How many turns of the search there are for one that is done again to look at its frame.
    private static var share: Int { 10 }
    private static var stepLimit: Int { 2_000 }
    private static var stateLimit: Int { 32 }

    /// The values of some states that were found, and of those on the way to them: the latest, and others spread evenly.
    ///
    /// - Complexity: No more happenings than a tenth of those of the search, and the way to the latest state.
    init<Frame>(_ scenario: Scenario<Frame>, _ bounds: Bounds, _ table: StateTable, eventCount: Int) {
        let limit = min(Self.stepLimit, eventCount / Self.share)
        var stepCount = 0
        let count = table.nodes.count
        for place in 0..<min(Self.stateLimit, count) {
            // 0, 1/2, 1/4, 3/4, 1/8 …, from the latest on.
            let share = Double(UInt8(place).bitReversed) / 256
            let path = table.path(to: count - 1 - Int(Double(count) * share))
            guard stepCount == 0 || stepCount + path.count <= limit else { continue }
            stepCount += path.count
            let run = Run(scenario, bounds)
            run.follow(path) { _ in take(scenario.part(run.frame)) }
            take(scenario.part(run.frame))
        }
    }
}

extension UInt8 {
    fileprivate var bitReversed: UInt8 {
        (0..<8).reduce(0) { $0 | ((self >> $1 & 1) << (7 - $1)) }
    }
}
