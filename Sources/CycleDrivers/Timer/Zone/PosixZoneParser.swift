import CycleBase

extension PosixZone {
    /// `nil` for what is not a zone as POSIX writes it.
    init?(_ text: String) {
        var parser = PosixZoneParser(text)
        guard let zone = parser.zone() else { return nil }
        self = zone
    }
}

/// Reads `name offset [name [offset],change[/time],change[/time]]`, without the spaces.
private struct PosixZoneParser {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    mutating func zone() -> PosixZone? {
        guard skipName(), let behind = time(hours: 24) else { return nil }
        guard !rest.isEmpty else { return PosixZone(offset: -behind, summer: nil) }
        guard skipName() else { return nil }
        var summerOffset = -behind + 3_600
        if rest.first != UInt8(ascii: ",") {
            guard let behind = time(hours: 24) else { return nil }
            summerOffset = -behind
        }
        guard let begin = change(), let end = change(), rest.isEmpty else { return nil }
        return PosixZone(offset: -behind, summer: .init(offset: summerOffset, begin: begin, end: end))
    }

    private mutating func skipName() -> Bool {
        if skip("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let name = rest.prefix(while: \.isLetter)
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    private mutating func change() -> PosixZone.Change? {
        guard skip(","), let day = day() else { return nil }
        guard skip("/") else { return PosixZone.Change(day: day) }
        guard let second = time(hours: 167) else { return nil }
        return PosixZone.Change(day: day, second: second)
    }

    private mutating func day() -> PosixZone.Change.Day? {
        if skip("M") {
            guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
                let weekday = number(0...6)
            else { return nil }
            return .weekday(weekday, week: week, month: month)
        }
        if skip("J") { return number(1...365).map { .ofCommonYear($0) } }
        return number(0...365).map { .ofYear($0) }
    }

    /// `[+-]hh[:mm[:ss]]`, in seconds.
    private mutating func time(hours most: Int64) -> Int64? {
        let sign: Int64 = skip("-") ? -1 : 1
        if sign == 1 { _ = skip("+") }
        guard var seconds = number(0...most).map({ $0 * 3_600 }) else { return nil }
        for unit: Int64 in [60, 1] where skip(":") {
            guard let number = number(0...59) else { return nil }
            seconds += number * unit
        }
        return sign * seconds
    }

    private mutating func number(_ range: ClosedRange<Int64>) -> Int64? {
        let digits = rest.prefix(while: \.isDigit)
        guard let number = Int64(digits: Substring(digits)), range.contains(number) else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }
}
