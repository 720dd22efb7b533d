import CycleBase

/// Reads what ``LineWriter`` writes, and what earlier versions wrote.
struct LineReader {
    /// The frame after the line above; `nil` where that could not be read.
    private var frame: JSON?
    private var latestNumber: Int?
    private var bounds: JSONPatch.Bounds

    init(limits: RecordingLimits) {
        // The frame of a line that fits is never refused. A copy in a line takes time, and no room in the file: an undo list copies
        // a few times what is written.
        bounds = JSONPatch.Bounds(
            byteCount: 0, byteLimit: limits.lineByteCount,
            copyByteLimit: limits.byteCount.multipliedReportingOverflow(by: 16).overflow ? .max : limits.byteCount * 16)
    }

    /// A description of the moments that are missing before the latest one.
    private(set) var gap: String?

    /// - Throws: The flaw of the line.
    mutating func moment(_ line: JSON) throws(JSONParser.Flaw) -> RecordedMoment {
        let above = frame
        frame = nil
        gap = nil
        guard case .object = line else { throw JSONParser.Flaw(reason: "it is not a moment") }
        // Version 1 named the driver in a `cause`, and wrote both frames into each line.
        let isOld = line["cause"] != nil
        let cause = isOld ? try line.field("cause") : line
        let lens = try cause.read(isOld ? "driver" : "lens", \.string)
        let event = try cause.frame("event")
        let (number, time) = (try line.number("seq"), try line.time("time"))
        let expected = latestNumber.map { $0 + 1 } ?? number
        latestNumber = number
        let isNext = number == expected
        if !isNext, isOld || line["context"] == nil { gap = "moment \(number) stands where \(expected) should be" }
        let isStart = lens == RecordedMoment.start
        let known = line["context"] == nil ? (isNext && !isStart ? above : nil) : try line.frame("context")
        let effect = try effect(line, known)
        frame = effect
        // A start has no frame before it, whatever its line says: a writer leaves that out.
        guard let context = isStart ? effect : known else { throw Self.unknownFrame }
        var moment = RecordedMoment(
            number: number, time: time, wallTime: try line["wallTime"] == nil ? nil : line.time("wallTime"), lens: lens,
            event: RecordedValue(event), context: RecordedValue(context), effect: RecordedValue(effect),
            isApproved: try line.flag("approved"))
        moment.sender = line["sender"] == nil ? nil : try line.read("sender", \.string)
        moment.isLost = try line.flag("lost")
        return moment
    }

    /// The line above could not be read.
    mutating func forgetFrame() {
        frame = nil
    }

    private mutating func effect(_ line: JSON, _ context: JSON?) throws(JSONParser.Flaw) -> JSON {
        guard let change = line["change"] else {
            let effect = try line.frame("effect")
            bounds.byteCount = effect.byteCount()
            return effect
        }
        let patch = try JSONPatch(change)
        guard var frame = context else { throw Self.unknownFrame }
        if line["context"] != nil { bounds.byteCount = frame.byteCount() }
        do {
            try patch.apply(to: &frame, within: &bounds)
        } catch {
            throw JSONParser.Flaw(reason: error.reason)
        }
        return frame
    }

    private static var unknownFrame: JSONParser.Flaw {
        JSONParser.Flaw(reason: "the frame before it is unknown, because a line above is missing or cannot be read")
    }
}

extension JSON {
    /// The integers that every JSON program can represent, and one more.
    private static let numbers = 0...(1 << 53)

    fileprivate func field(_ key: String) throws(JSONParser.Flaw) -> JSON {
        guard let value = self[key] else { throw JSONParser.Flaw(reason: "\"\(key)\" is missing") }
        return value
    }

    /// A value of the application, which a line of another recording can hold as well.
    fileprivate func frame(_ key: String) throws(JSONParser.Flaw) -> JSON {
        let value = try field(key)
        guard !value.isDeeper(than: JSONPatch.Bounds.depthLimit) else {
            throw JSONParser.Flaw(reason: "it is nested too deep")
        }
        return value
    }

    fileprivate func read<Value>(_ key: String, _ read: (JSON) -> Value?) throws(JSONParser.Flaw) -> Value {
        guard let value = read(try field(key)) else {
            throw JSONParser.Flaw(reason: "\"\(key)\" is not what it should be")
        }
        return value
    }

    fileprivate func number(_ key: String) throws(JSONParser.Flaw) -> Int {
        try read(key) { $0.integer.flatMap { Self.numbers.contains($0) ? $0 : nil } }
    }

    fileprivate func time(_ key: String) throws(JSONParser.Flaw) -> Duration {
        try read(key) {
            guard case .number(let digits) = $0 else { return nil }
            return Duration(seconds: digits)
        }
    }

    /// Left out where it is false.
    fileprivate func flag(_ key: String) throws(JSONParser.Flaw) -> Bool {
        if self[key] == nil { return false }
        return try read(key) { $0 == .bool(true) ? true : $0 == .bool(false) ? false : nil }
    }
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    /// `nil` for what no loop can have run: a duration of that length would trap.
    init?(seconds digits: String) {
        guard let seconds = Double(digits), seconds >= 0, seconds <= 1e11 else { return nil }
        // A `Double` has too few digits for a time of day: both sides of the point are read by themselves.
        let sides = digits.split(separator: ".")
        if sides.count == 2, let whole = Int64(sides[0]),
            let part = Int64((sides[1] + String(repeating: "0", count: 18)).prefix(18))
        {
            self = Duration(secondsComponent: whole, attosecondsComponent: part)
        } else {
            let part = seconds.truncatingRemainder(dividingBy: 1)
            self = .seconds(Int64(seconds)) + .nanoseconds(Int64((part * 1e9).rounded()))
        }
    }
}
