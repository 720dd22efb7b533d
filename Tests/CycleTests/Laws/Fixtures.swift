import Cycle
import CycleTesting

struct Totals: Equatable, Sendable {
    var left = 0
    var right = 0
    var isDone = false
}

/// Drivers that take any integer for a model and report integers.
typealias Dial = ScriptedDriver<Int, Int>

/// A loop of two dials: the left one shows and changes `left`, the right one `right`.
func dials(_ left: Dial, _ right: Dial, from first: Totals = Totals()) -> CycledLens<(Dial, Dial), Totals> {
    CycledLens(startingWith: first) { frames in
        MutatingLens.zip(
            frames.lens(driver: left, frameFilter: \.left, eventFilter: { $0.left += $1 }),
            frames.lens(driver: right, frameFilter: \.right, eventFilter: { $0.right += $1 }))
    }
}

/// Keeps what happened, in order, for closures that only see a part of it.
final class Logbook<Entry> {
    private(set) var entries: [Entry] = []

    func append(_ entry: Entry) {
        entries.append(entry)
    }
}
