import Cycle
import CycleDrivers
import CycleNetwork

/// A counter that reads and writes a file, and adds what it fetches.
struct Counter: Hashable {
    var total = 0
    var isReady = false
    var fetchNumber = 0
    var isFetching = false
    var problem = ""
    var isDone = false
}

func counting() -> CycledLens<some Any, Counter> {
    CycledLens(startingWith: Counter()) { frames in
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .screen("\($0.total)", input: $0.isReady ? .keys : .none) },
            eventFilter: { frame, event in
                switch event {
                case .key("+"): frame.total += 1
                case .key("-"): frame.total -= 1
                case .key("f") where !frame.isFetching:
                    frame.fetchNumber += 1
                    frame.isFetching = true
                case .key("q"): frame.isDone = true
                default: break
                }
            })
        frames.lens(
            driver: PersistenceDriver(root: "."), label: "files",
            frameFilter: { .files($0.isReady ? .write("total", "\($0.total)") : .read("total")) },
            eventFilter: { frame, event in
                switch event {
                case .loaded:
                    frame.total = event.text.flatMap { Int($0) } ?? 0
                    frame.isReady = true
                case .failed(_, let failure): frame.problem = "\(failure)"
                case .saved: frame.problem = ""
                default: break
                }
            })
        frames.lens(
            driver: NetworkDriver<Int>(), label: "network",
            frameFilter: { .init($0.isFetching ? [.init(id: $0.fetchNumber, get: "http://host/n")] : []) },
            eventFilter: { frame, event in
                frame.isFetching = false
                if case .response(_, let response) = event { frame.total += Int(response.text) ?? 0 }
            })
    }
}

/// A number that moves to its target, one integer a tick.
func moving(_ policy: AnimationPolicy) -> CycledLens<some Any, Reel<Int>> {
    CycledLens(startingWith: [0]) { frames in
        frames.lens(
            driver: ConsoleDriver(), frameFilter: { .screen("\($0.shown ?? 0)", input: .keys) },
            eventFilter: { frames, event in
                let target = (frames.last ?? 0) + (event == .key("+") ? 10 : -10)
                frames.animate(policy) { shown in
                    stride(from: shown, through: target, by: shown <= target ? 1 : -1).dropFirst().map { $0 }
                }
            })
        frames.emittingTail(every: .seconds(1) / 60, missed: .all)
    }
}
