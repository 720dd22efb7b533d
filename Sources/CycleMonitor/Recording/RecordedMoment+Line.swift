extension Buffer<UInt8> {
    mutating func appendLineStart(_ number: Int, at time: Duration) {
        append(literal: "{\"seq\":")
        append(number: number)
        append(literal: ",\"time\":")
        append(seconds: time)
    }

    mutating func appendBeforeEvent(driver: String) {
        append(literal: ",\"cause\":{\"driver\":")
        append(quoted: driver)
        append(literal: ",\"event\":")
    }

    /// To the nanosecond, with at least one digit behind the point.
    private mutating func append(seconds time: Duration) {
        if time < .zero { return append(time.inSeconds.description) }
        let (seconds, attoseconds) = time.attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        append(number: seconds)
        append(UInt8(ascii: "."))
        var rest = UInt64(attoseconds) / 1_000_000_000
        var unit: UInt64 = 100_000_000
        repeat {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / unit))
            rest %= unit
            unit /= 10
        } while rest > 0
    }

    mutating func appendBeforeContext() { append(literal: "},\"context\":") }
    mutating func appendBeforeEffect() { append(literal: ",\"effect\":") }

    /// Without the line's end.
    mutating func appendLineRest(isApproved: Bool) {
        append(literal: isApproved ? ",\"approved\":true}" : ",\"approved\":false}")
    }
}

extension RecordedMoment {
    var line: String {
        var text = ByteBuffer()
        text.appendLineStart(number, at: time)
        text.appendBeforeEvent(driver: driver)
        text.append(event.json)
        text.appendBeforeContext()
        text.append(context.json)
        text.appendBeforeEffect()
        text.append(effect.json)
        text.appendLineRest(isApproved: isApproved)
        return String(decoding: text.elements, as: UTF8.self)
    }

    /// What every JSON program can count to; and one more than that is still a number here.
    private static let numbers = 0...(1 << 53)

    /// - Throws: What the line lacks.
    init(line: [UInt8]) throws(JSONScanner.Flaw) {
        var scanner = JSONScanner(line)
        let fields = try Fields(scanner.fields())
        var causeScanner = JSONScanner(Array(try fields["cause"].utf8))
        let cause = try Fields(causeScanner.fields())
        self.init(
            number: try fields.value("seq") { text in Int(text).flatMap { Self.numbers.contains($0) ? $0 : nil } },
            time: try fields.value("time") { Double($0).flatMap(Duration.init(inSeconds:)) },
            driver: try cause.value("driver") { $0.first == "\"" ? $0.dropFirst().dropLast().description : nil }
                .unescapedJSON,
            event: RecordedValue(json: try cause["event"]),
            context: RecordedValue(json: try fields["context"]),
            effect: RecordedValue(json: try fields["effect"]),
            isApproved: try fields.value("approved") { Bool($0) })
    }

    private struct Fields {
        let texts: [String: String]

        init(_ texts: [String: String]) {
            self.texts = texts
        }

        subscript(_ key: String) -> String {
            get throws(JSONScanner.Flaw) {
                guard let text = texts[key] else {
                    throw JSONScanner.Flaw(offset: 0, reason: "\"\(key)\" is missing")
                }
                return text
            }
        }

        func value<Value>(_ key: String, _ read: (String) -> Value?) throws(JSONScanner.Flaw) -> Value {
            guard let value = read(try self[key]) else {
                throw JSONScanner.Flaw(offset: 0, reason: "\"\(key)\" is not what it should be")
            }
            return value
        }
    }
}

extension Duration {
    var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    /// `nil` for what no loop can have run: a duration of that length would trap.
    init?(inSeconds seconds: Double) {
        guard seconds >= 0, seconds <= 1e11 else { return nil }
        self =
            .nanoseconds(Int64((seconds.truncatingRemainder(dividingBy: 1) * 1e9).rounded()))
            + .seconds(Int64(seconds))
    }
}
