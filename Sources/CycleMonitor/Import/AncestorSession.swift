extension MonitorSession {
    /// Opens what CycleMonitor, the ancestor, has saved: a timeline, a list of moments, or one moment that was exported as a
    /// test; as a property list or as JSON.
    ///
    ///     {"drivers": [{"label": "toggler", "action": "incrementing", "id": "toggler"}, …],
    ///      "cause": {"label": "toggler", "action": "incrementing", "id": "toggler"},
    ///      "context": "{\"total\": 10}", "effect": "{\"total\": 11}"}
    ///
    /// A moment's lens is the label of the driver that caused it, its event that driver's action. There were no times: all
    /// are zero.
    package init(
        ofCycleMonitorAt path: String, limits: RecordingLimits = RecordingLimits()
    ) throws(RecordingError) {
        let bytes = try AncestorTimeline.bytes(path, limits)
        guard let timeline = AncestorTimeline(bytes) else {
            throw RecordingError(path: path, problem: .notARecording)
        }
        let moments = timeline.events.enumerated().map { RecordedMoment($1, number: $0) }
        self.init(Recording(header: RecordingHeader(createdBy: "CycleMonitor"), moments: moments))
        select(timeline.selection)
    }
}

/// As the ancestor wrote it.
private struct AncestorTimeline: Decodable {
    struct SavedDriver: Decodable {
        let label: String
        let action: String
        let id: String
    }

    struct SavedMoment: Decodable {
        let cause: SavedDriver
        let context: String
        let effect: String
        let isApproved: Bool?
    }

    private enum CodingKeys: CodingKey {
        case selectedIndex, events
    }

    /// A decoder takes some twenty times the memory of its text.
    private static let byteLimit = 16 << 20

    let events: [SavedMoment]
    let selection: Int?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        events = try fields.decode([SavedMoment].self, forKey: .events)
        // An empty text where nothing was selected.
        do { selection = try fields.decode(Int.self, forKey: .selectedIndex) } catch { selection = nil }
    }

    private init(_ events: [SavedMoment]) {
        self.events = events
        selection = nil
    }

    /// `nil` for what is none.
    init?(_ bytes: [UInt8]) {
        if let timeline = Self.decode(AncestorTimeline.self, bytes) {
            self = timeline
        } else if let events = Self.decode([SavedMoment].self, bytes)
            ?? Self.decode(SavedMoment.self, bytes).map({ [$0] })
        {
            self.init(events)
        } else {
            return nil
        }
    }

    private static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        let isJSON = bytes.first { $0 > 0x20 }.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
        do {
            return try isJSON
                ? JSONDecoder().decode(type, from: Data(bytes)) : PropertyListDecoder().decode(type, from: Data(bytes))
        } catch {
            return nil
        }
    }

    static func bytes(_ path: String, _ limits: RecordingLimits) throws(RecordingError) -> [UInt8] {
        let byteLimit = min(limits.byteCount, byteLimit)
        let file = try LineFile(
            path: path,
            limits: RecordingLimits(byteCount: byteLimit, lineByteCount: byteLimit, lineCount: byteLimit))
        var bytes: [UInt8] = []
        while let line = try file.next() {
            bytes += line.bytes
            if !line.isTorn { bytes.append(UInt8(ascii: "\n")) }
        }
        return bytes
    }
}

extension RecordedMoment {
    fileprivate init(_ moment: AncestorTimeline.SavedMoment, number: Int) {
        self.init(
            number: number, time: .zero, lens: moment.cause.label, event: RecordedValue(text: moment.cause.action),
            context: RecordedValue(text: moment.context), effect: RecordedValue(text: moment.effect),
            isApproved: moment.isApproved ?? false)
    }
}

extension RecordedValue {
    /// JSON, or a text that is none.
    fileprivate init(text: String) {
        do { try self.init(json: text) } catch { self.init(.string(text)) }
    }
}
