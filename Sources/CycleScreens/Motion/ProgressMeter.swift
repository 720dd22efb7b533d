/// How far something has come, how quickly it goes on, and when it will be done.
///
///     var meter = ProgressMeter(of: .bytes)
///
///     meter.record(received, of: expected, at: turn.time)
///     View.progress(meter)                       // ━━━━━━────  42 %     0:12   4.2 MB/s
///
/// The rate is that of the last ten seconds, so that it follows what changes and does not jump. The caller passes the
/// time, so that a replay shows the same.
public struct ProgressMeter: Hashable, Codable, Sendable {
    /// The unit of the counts.
    public enum Unit: String, Hashable, Codable, Sendable {
        case bytes, items
        /// Parts of a whole, without a rate per second.
        case parts
    }

    private struct Mark: Hashable, Codable, Sendable {
        var time: Duration
        var done: Int
    }

    /// The unit of the amounts.
    public let unit: Unit
    /// How many are done.
    public private(set) var done = 0
    /// How many there will be; `nil` while it is unknown.
    public private(set) var total: Int?
    /// Some of what was recorded, the newest last.
    private var marks: [Mark] = []

    private static let window = Duration.seconds(10)
    /// Marks are this far apart, so that there are not many.
    private static let spacing = Duration.milliseconds(250)

    /// A meter that has recorded nothing.
    public init(of unit: Unit) {
        self.unit = unit
    }

    /// Takes note of how far it has come. Going back begins anew.
    ///
    /// - Parameters:
    ///   - done: How many are done.
    ///   - total: How many there will be, if that is known.
    ///   - time: By the loop's time: see ``ScreenInput/time`` and `Turn`.
    public mutating func record(_ done: Int, of total: Int?, at time: Duration) {
        if done < self.done || marks.last.map({ time < $0.time }) ?? false { marks = [] }
        (self.done, self.total) = (done, total)
        if marks.count > 1, marks[marks.count - 2].time > time - Self.spacing { marks.removeLast() }
        marks.append(Mark(time: time, done: done))
        // The oldest is the last one from before the window.
        while marks.count > 2, marks[1].time <= time - Self.window { marks.removeFirst() }
    }

    /// From 0 to 1; `nil` while the total is unknown.
    public var fraction: Double? { total.map { $0 > 0 ? ScreenView.clamped(Double(done) / Double($0)) : 1 } }

    /// How many are done in a second; `nil` in the first one.
    public var rate: Double? {
        // The loop's time begins at zero; what was written by others may begin anywhere.
        guard let first = marks.first, let last = marks.last, .zero <= first.time, first.time < last.time,
            last.time - first.time >= .seconds(1)
        else { return nil }
        return (Double(last.done) - Double(first.done)) / ((last.time - first.time) / .seconds(1))
    }

    /// How long it will take from now on; `nil` while it cannot be estimated.
    public var remaining: Duration? {
        guard let rate, rate > 0, let total else { return nil }
        let seconds = max(0, Double(total) - Double(done)) / rate
        return seconds < 360_000 ? .seconds(seconds.rounded(.up)) : nil
    }
}
