extension RecordedMoment {
    var line: String {
        """
        {"seq":\(number),"time":\(time.inSeconds),"cause":{"driver":\(driver.quotedJSON),"event":\(event.json)},\
        "context":\(context.json),"effect":\(effect.json),"approved":\(isApproved)}
        """
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
