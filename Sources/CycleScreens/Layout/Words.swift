/// Sizes and times as people write them, in symbols that most languages share. A program with words of its own makes them from the
/// exact number.
enum Words {
    static func size(_ count: Int) -> String {
        var (value, unit) = (Double(count.magnitude), 0)
        while value >= 999.5, unit < 6 { (value, unit) = (value / 1_000, unit + 1) }
        return (count < 0 ? "-" : "") + number(value, hasTenths: unit > 0) + " "
            + ["B", "kB", "MB", "GB", "TB", "PB", "EB"][unit]
    }

    static func clock(_ time: Duration) -> String {
        let seconds = time.components.seconds.magnitude
        func twoDigits(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        let start = hours > 0 ? "\(hours):\(twoDigits(minutes))" : "\(minutes)"
        return (time <= .seconds(-1) ? "-" : "") + start + ":" + twoDigits(seconds % 60)
    }

    static func time(_ time: Duration) -> String {
        let sign = time < .zero ? "-" : ""
        let (seconds, rest) = (time.components.seconds.magnitude, time.components.attoseconds.magnitude)
        // Nearer to the next unit than it can be written in this one.
        let value = Double(seconds) + Double(rest) / 1e18
        if value == 0 { return "0 s" }
        if value < 0.000_999_5 { return sign + number(value * 1e6, hasTenths: false) + " µs" }
        if value < 0.999_5 { return sign + number(value * 1e3, hasTenths: true) + " ms" }
        if value < 59.5 { return sign + number(value, hasTenths: true) + " s" }
        let whole = rest >= 500_000_000_000_000_000 ? seconds.addingReportingOverflow(1).partialValue : seconds
        if whole < 3_600 { return sign + pair(whole / 60, "min", whole % 60, "s") }
        if whole < 86_400 { return sign + pair(whole / 3_600, "h", whole / 60 % 60, "min") }
        return sign + pair(whole / 86_400, "d", whole / 3_600 % 24, "h")
    }

    private static func pair(_ large: UInt64, _ unit: String, _ small: UInt64, _ smallUnit: String) -> String {
        "\(large) \(unit)" + (small > 0 ? " \(small) \(smallUnit)" : "")
    }

    /// With tenths where it has one digit.
    private static func number(_ value: Double, hasTenths: Bool) -> String {
        let tenths = Int((value * 10).rounded())
        guard hasTenths, tenths < 100 else { return "\(Int(value.rounded()))" }
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension DefaultStringInterpolation {
    /// A number of bytes, for people: `620 B`, `4.2 kB`, `41 MB`.
    public mutating func appendInterpolation(bytes count: Int) { appendInterpolation(Words.size(count)) }

    /// A time, as of a clock: `0:07`, `12:30`, `1:02:03`.
    public mutating func appendInterpolation(clock time: Duration) { appendInterpolation(Words.clock(time)) }

    /// How long something took, for people: `40 µs`, `320 ms`, `4.2 s`, `2 min 5 s`, `3 h 12 min`, `4 d 2 h`.
    public mutating func appendInterpolation(time: Duration) { appendInterpolation(Words.time(time)) }
}
