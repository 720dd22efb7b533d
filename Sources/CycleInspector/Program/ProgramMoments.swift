import Cycle
import CycleDrivers
import CycleMonitor

/// The newest moments of a program that runs: its frames as they are, and what the terminal showed. They become text when they
/// are looked at.
final class ProgramMoments<Frame>: RenderedMoments {
    private struct Kept {
        let moment: Moment<Frame>
        let screen: ConsoleDriver.Model?
    }

    /// How many are kept; older ones can no longer be read.
    private let capacity: Int
    private var kept: [Kept] = []
    /// The index of the first one that is kept.
    private var first = 0
    private var recorded: [Int: RecordedMoment] = [:]
    private(set) var lenses: [String] = []
    private let rendered: KeptModels

    init(keeping capacity: Int) {
        self.capacity = capacity
        rendered = KeptModels(keeping: capacity)
    }

    var count: Int { first + kept.count }
    var faults: [Recording.Fault] { [] }

    /// - Parameter screen: The model that the terminal shows after the moment before.
    func append(_ moment: Moment<Frame>, after screen: ConsoleDriver.Model?) {
        rendered.beginMoment()
        if !lenses.contains(moment.cause.lens) { lenses.append(moment.cause.lens) }
        kept.append(Kept(moment: moment, screen: screen))
        // Seldom, so that it costs nothing for one moment.
        guard kept.count >= 2 * capacity else { return }
        first += capacity
        kept.removeFirst(capacity)
        recorded = recorded.filter { $0.key >= first }
    }

    /// A driver has got a model.
    func render(_ model: Any?, at path: String) { rendered.render(model, at: path) }

    func models(after index: Int) -> [String: RecordedValue]? { rendered.models(after: index) }

    /// The frame that a moment led to; `nil` for one that is no longer kept.
    func frame(at index: Int) -> Frame? { kept(index)?.moment.effect }

    /// The model that the terminal showed after a moment.
    func screen(at index: Int, latest: ConsoleDriver.Model?) -> ConsoleDriver.Model? {
        index + 1 >= count ? latest : kept(index + 1)?.screen
    }

    private func kept(_ index: Int) -> Kept? {
        kept.indices.contains(index - first) ? kept[index - first] : nil
    }

    // MARK: As text

    func summary(at index: Int) -> MomentSummary {
        do { return MomentSummary(try moment(at: index)) } catch { return MomentSummary(Self.lost(index)) }
    }

    func moment(at index: Int) throws(Recording.Fault) -> RecordedMoment {
        if let moment = recorded[index] { return moment }
        guard let moment = kept(index)?.moment else {
            throw Recording.Fault(line: index + 1, reason: "moment \(index) is no longer kept")
        }
        let effect = RecordedValue(reflecting: moment.effect)
        let isStart = moment.cause.lens == "start"
        let context = isStart ? effect : recorded[index - 1]?.effect ?? RecordedValue(reflecting: moment.context)
        let made = RecordedMoment(
            number: index, time: moment.time, wallTime: moment.wallTime, lens: moment.cause.lens,
            event: RecordedValue(reflecting: moment.cause.event), context: context, effect: effect)
        recorded[index] = made
        return made
    }

    private static func lost(_ index: Int) -> RecordedMoment {
        let nothing = RecordedValue("no longer kept")
        return RecordedMoment(
            number: index, time: .zero, lens: "start", event: nothing, context: nothing, effect: nothing)
    }

    func moments(touching place: RecordedPath, in range: Range<Int>) -> [Int] {
        range.clamped(to: first..<count).filter { index in
            do {
                let moment = try moment(at: index)
                return moment.isStart || moment.context[place] != moment.effect[place]
            } catch { return false }
        }
    }

    func index(of text: String, in range: Range<Int>, isBackward: Bool) -> Int? {
        let range = range.clamped(to: first..<count)
        for index in isBackward ? Array(range.reversed()) : Array(range) {
            do { if try moment(at: index).contains(text) { return index } } catch { continue }
        }
        return nil
    }
}
