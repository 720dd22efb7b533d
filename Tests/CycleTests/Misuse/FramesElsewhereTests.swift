import Cycle
import CycleTesting
import TestSupport
import Testing

@Suite("The frames of one loop in another loop")
struct FramesElsewhereTests {
    struct Frame: Equatable {
        struct Row: Equatable, Identifiable { var id = 0 }

        var number = 0
        var rows = [Row()]
        var part = Row()
    }

    /// The ways to run them there.
    enum Way: CaseIterable, Codable { case events, models, parts, withLatest, rule, elements }

    @Test("end the program with a message that names the mend, by whatever way", .waiting, arguments: Way.allCases)
    func trap(_ way: Way) async throws {
        let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) { [way] in
            let first = CycledLens(startingWith: Frame()) { frames in
                frames.lens(events: Signal<Int>.never) { $0.number += $1 }
            }
            let other = first.frames
            let second = CycledLens(startingWith: Frame()) { frames in
                let elsewhere: [Signal<Frame>] =
                    switch way {
                    case .events: frames.lens(events: other) { _, _ in }.set
                    case .models: other.lens(driver: Ticker(every: .seconds(1)), frameFilter: { $0.number > 0 }).set
                    case .parts:
                        other.lens(\.part) { $0.lens(driver: Ticker(every: .seconds(1)), frameFilter: { $0.id > 0 }) }
                            .set
                    case .withLatest: [Signal.just(1).withLatest(from: other).map(\.1)]
                    case .rule: other.rule(onChangeOf: \.number) { $0.number = 0 }.set
                    case .elements: other.lens(each: \.rows) { _, row in row.lens(get: { $0 }) }.set
                    }
                return MutatingLens(value: frames, get: { _ in }, set: { _, _ in elsewhere })
            }
            first.start(on: VirtualTime())
            second.start(on: VirtualTime())
            second.drain()
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("the frames of a loop run in that loop") && text.contains("pipe()"), "\(text)")
    }
}
