/// The time that a clock on a wall shows: `TimeOfDay(hour: 9)`. In JSON: `{"hour": 9, "minute": 0, "second": 0}`.
///
///     .daily("backup", at: TimeOfDay(hour: 3, minute: 30), in: .named("Europe/Berlin"))
public struct TimeOfDay: Hashable, Sendable {
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int
    /// 0 to 59.
    public let second: Int

    /// - Parameters:
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    ///   - second: 0 to 59.
    public init(hour: Int, minute: Int = 0, second: Int = 0) {
        guard let time = TimeOfDay(checking: hour, minute, second) else {
            stop("TimeOfDay(hour: \(hour), minute: \(minute), second: \(second)): no clock shows this")
        }
        self = time
    }

    private init?(checking hour: Int, _ minute: Int, _ second: Int) {
        guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else { return nil }
        (self.hour, self.minute, self.second) = (hour, minute, second)
    }

    /// Since midnight, on a day without changes of the clock.
    var secondOfDay: Int64 { Int64(hour * 3_600 + minute * 60 + second) }
}

extension TimeOfDay: Codable {
    private enum CodingKeys: CodingKey {
        case hour, minute, second
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let (hour, minute, second) = (
            try container.decode(Int.self, forKey: .hour), try container.decode(Int.self, forKey: .minute),
            try container.decode(Int.self, forKey: .second)
        )
        guard let time = TimeOfDay(checking: hour, minute, second) else {
            throw DecodingError.dataCorruptedError(
                forKey: .hour, in: container, debugDescription: "no clock shows \(hour):\(minute):\(second)")
        }
        self = time
    }
}
