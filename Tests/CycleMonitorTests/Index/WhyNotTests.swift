import CycleMonitor
import Testing

@Suite("WhyNot")
struct WhyNotTests {
    /// A door: `open` opens it unless it is locked.
    private func door(_ steps: [(lens: String, event: String, isOpen: Bool, isLocked: Bool)]) throws -> MomentList {
        var frames: [RecordedValue] = []
        for step in steps {
            frames.append(try RecordedValue(json: "{\"isLocked\":\(step.isLocked),\"isOpen\":\(step.isOpen)}"))
        }
        let moments = steps.indices.map { index in
            RecordedMoment(
                number: index, time: .seconds(index), lens: steps[index].lens,
                event: RecordedValue(steps[index].event), context: frames[max(0, index - 1)], effect: frames[index])
        }
        return MomentList(Recording(header: RecordingHeader(createdBy: "door"), moments: moments))
    }

    private let isOpen = RecordedPath("isOpen") ?? .whole

    @Test("names the equal event that did change the place, and what was different then")
    func twin() throws {
        let moments = try door([
            ("start", "start", false, false), ("hand", "open", true, false), ("wind", "shut", false, false),
            ("key", "lock", false, true), ("hand", "open", false, true),
        ])
        let answer = WhyNot(of: isOpen, at: 4, in: moments)
        #expect(
            answer.lines.map(\.text) == [
                "isOpen stayed as it was: hand: open", "its event-filter left the whole frame equal",
                "the same event changed isOpen at 1; from there to here these differ:",
                "  frame.isLocked: false -> true", "wind changed isOpen once, at 2", "hand changed isOpen once, at 1",
            ])
        #expect(answer.twin?.number == 1 && answer.lines[2].number == 1 && !answer.isChanged)
        #expect(answer.changers.map(\.lens) == ["wind", "hand"] && answer.changers.map(\.newest) == [2, 1])
    }

    @Test("says what the event changed elsewhere, and that no equal one has ever changed the place")
    func elsewhere() throws {
        let moments = try door([
            ("start", "start", false, false), ("key", "lock", false, true), ("hand", "open", false, true),
        ])
        let answer = WhyNot(of: isOpen, at: 1, in: moments)
        #expect(
            answer.lines.map(\.text) == [
                "isOpen stayed as it was: key: lock", "it changed only", "  frame.isLocked: false -> true",
                "no equal event of key changed isOpen", "no other event changed isOpen",
            ])
    }

    @Test("calls an event-filter impure that has led from an equal frame to another one")
    func impure() throws {
        let moments = try door([
            ("start", "start", false, false), ("hand", "open", false, false), ("hand", "open", true, false),
        ])
        let text = WhyNot(of: .whole, at: 1, in: moments).lines.map(\.text).joined(separator: ";")
        #expect(text.contains("changed the frame at 2, from an equal frame: the filter is impure"))
        #expect(
            WhyNot(of: isOpen, at: 2, in: moments).lines.map(\.text)
                == ["isOpen was changed: hand: open", "  frame.isOpen: false -> true"])
        #expect(WhyNot(of: isOpen, at: 0, in: moments).lines.map(\.text) == ["a start sets the whole frame"])
    }
}
