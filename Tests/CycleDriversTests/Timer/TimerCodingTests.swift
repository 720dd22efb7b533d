import Cycle
import CycleDrivers
import CycleTesting
import Foundation
import TestSupport
import Testing

@Suite("TimerDriver: models and events in JSON")
struct TimerCodingTests {
    typealias Timers = TimerDriver<String>

    @Test("have the form that is promised")
    func form() throws {
        #expect(
            try json(Timers.Model.timers(.every("tick", .seconds(1), missed: .all)))
                == #"{"timers":[{"id":"tick","schedule":{"every":{"missed":"all","period":[0,1000000000000000000],"#
                + #""tolerance":[0,0]}}}]}"#)
        #expect(
            try json(Timers.Timer.daily("day", at: TimeOfDay(hour: 9, minute: 30), in: .named("Europe/Berlin")))
                == #"{"id":"day","schedule":{"daily":{"missed":"skip","time":{"hour":9,"minute":30,"second":0},"#
                + #""zone":{"named":{"name":"Europe/Berlin"}}}}}"#)
        #expect(
            try json(Timers.Event.fired("a", count: 2, scheduled: .zero, lateBy: .zero, wallTime: .nanoseconds(1)))
                == #"{"fired":{"count":2,"id":"a","lateBy":[0,0],"scheduled":[0,0],"wallTime":[0,1000000000]}}"#)
        #expect(
            try json(Timers.Event.failed("a", .unknownZone(.posix("x"))))
                == #"{"failed":{"failure":{"unknownZone":{"zone":{"posix":{"text":"x"}}}},"id":"a"}}"#)
    }

    @Test("are the same when they are read again, whatever they are", arguments: 0..<50 as Range<UInt64>)
    func random(seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        try expectSameAgain(Timers.Model.timers((0..<5).map { _ in timer(&random) }))
        for _ in 0..<20 {
            try expectSameAgain(
                Timers.Event.fired(
                    id(&random), count: .random(in: .min ... .max, using: &random), scheduled: duration(&random),
                    lateBy: duration(&random), wallTime: duration(&random)))
            try expectSameAgain(Timers.Event.failed(id(&random), .notAPeriod(duration(&random))))
            try expectSameAgain(Timers.Event.failed(id(&random), .unknownZone(zone(&random))))
        }
    }

    @Test("a time of day that no clock shows is not read")
    func badTime() {
        for text in [#"{"hour":24,"minute":0,"second":0}"#, #"{"hour":0,"minute":-1,"second":0}"#, "{}"] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(TimeOfDay.self, from: Data(text.utf8))
            }
        }
    }

    private func id(_ random: inout SplitMix) -> String {
        ["", "tick", "e\u{301}🐘", "\0\""].randomElement(using: &random) ?? ""
    }

    private func duration(_ random: inout SplitMix) -> Duration {
        let high = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random)
        return Duration(attoseconds: Int128(high) << 64 | Int128(random.next()))
    }

    private func zone(_ random: inout SplitMix) -> TimeOfDay.Zone {
        [.system, .named(id(&random)), .posix(id(&random))].randomElement(using: &random) ?? .utc
    }

    private func timer(_ random: inout SplitMix) -> Timers.Timer {
        let missed = Bool.random(using: &random) ? MissedTicks.all : .skip
        let time = TimeOfDay(
            hour: .random(in: 0..<24, using: &random), minute: .random(in: 0..<60, using: &random),
            second: .random(in: 0..<60, using: &random))
        return switch Int.random(in: 0..<3, using: &random) {
        case 0: .once(id(&random), after: duration(&random), tolerance: duration(&random))
        case 1: .every(id(&random), duration(&random), tolerance: duration(&random), missed: missed)
        default: .daily(id(&random), at: time, in: zone(&random), missed: missed)
        }
    }
}
