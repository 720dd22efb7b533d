import Cycle
import CycleDrivers
import CycleNetwork

/// A total that keys, a server and time change, and a file keeps.
func counter(_ options: Options) -> CycledLens<some Any, Counter> {
    CycledLens(startingWith: Counter(isReady: options.file == nil)) { frames in
        frames.lens(
            driver: ConsoleDriver(), label: "console", frameFilter: { screen($0, options) },
            eventFilter: { changed(&$0, by: $1, options) })
        frames.lens(
            driver: PersistenceDriver(root: options.location?.folder ?? "."), label: "files",
            frameFilter: { wantedFiles($0, options) },
            eventFilter: { stored(&$0, $1, options) })
        frames.lens(
            driver: NetworkDriver<Int>(), label: "network", frameFilter: { wantedRequests($0, options) },
            eventFilter: { fetched(&$0, $1, options) })
        frames.lens(
            driver: TimerDriver<String>(), label: "timer", frameFilter: { wantedTimers($0, options) },
            eventFilter: { frame, _ in frame.total += 1 })
    }
}

// MARK: Console

private func screen(_ frame: Counter, _ options: Options) -> ConsoleDriver.Model {
    guard frame.isReady else { return ConsoleDriver.Model() }
    let keys = ["+ add", "- subtract"] + (options.url == nil ? [] : ["f fetch"]) + ["q quit"]
    var rows = ["total \(frame.total)", keys.joined(separator: "   ")]
    switch frame.fetch {
    case .idle: break
    case .running(let byteCount): rows.append("fetching, \(byteCount) bytes so far")
    case .failed(let reason): rows.append("the fetch failed: \(reason)")
    }
    if let problem = frame.problem { rows.append(problem) }
    return .screen(rows.joined(separator: "\n"), plain: "\(frame.total)", input: .keys)
}

private func changed(_ frame: inout Counter, by event: ConsoleDriver.Event, _ options: Options) {
    switch event {
    // A second Ctrl-C does not wait for the disk.
    case .interrupted where frame.isLeaving: frame.isDone = true
    case _ where frame.isLeaving: break
    case .key("+"): frame.total += 1
    case .key("-"): frame.total -= 1
    case .key("f") where options.url != nil && !frame.isFetching:
        frame.fetchNumber += 1
        frame.fetch = .running(byteCount: 0)
    case .key("q"), .interrupted: leave(&frame, options)
    case .ended:
        frame.hasInputEnded = true
        if !frame.isFetching { leave(&frame, options) }
    // Nothing can be printed any more; the driver says why.
    case .failed(.outputClosed), .failed(.output): leave(&frame, options)
    default: break
    }
}

/// Ends the program, when the total is in its file or it is known why not.
private func leave(_ frame: inout Counter, _ options: Options) {
    frame.isLeaving = true
    frame.isDone = options.file == nil || !frame.isReady || frame.settledTotal == frame.total
}

// MARK: Files

private func wantedFiles(_ frame: Counter, _ options: Options) -> PersistenceDriver.Model {
    guard let name = options.location.map({ PersistenceDriver.Path($0.name) }) else { return .none }
    return .files(frame.isReady ? .write(name, "\(frame.total)\n") : .read(name))
}

private func stored(_ frame: inout Counter, _ event: PersistenceDriver.Event, _ options: Options) {
    let file = options.file ?? ""
    switch event {
    case .loaded(_, let bytes):
        let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? "0"
        guard let total = Int(text.filter { !$0.isWhitespace }) else {
            frame.problem = "\(file): there is no integer in it; it was left as it is"
            frame.isDone = true
            return
        }
        frame.total = total
        frame.isReady = true
    case .failed(_, let failure):
        frame.problem = "\(file): \(failure.reason)"
        frame.settledTotal = frame.total
        if !frame.isReady || frame.isLeaving { frame.isDone = true }
    case .saved:
        frame.problem = nil
        frame.settledTotal = frame.total
        if frame.isLeaving { frame.isDone = true }
    default: break
    }
}

// MARK: Network

private func wantedRequests(_ frame: Counter, _ options: Options) -> NetworkDriver<Int>.Model {
    guard let url = options.url, frame.isFetching, !frame.isLeaving else { return NetworkDriver.Model() }
    return NetworkDriver.Model([.init(id: frame.fetchNumber, get: url)])
}

private func fetched(_ frame: inout Counter, _ event: NetworkDriver<Int>.Event, _ options: Options) {
    switch event {
    case .response(_, let response):
        let text = response.text
        if response.status != 200 {
            frame.fetch = .failed("the server answered with status \(response.status)")
        } else if let number = Int(text.filter { !$0.isWhitespace }) {
            frame.fetch = .idle
            frame.total += number
        } else {
            frame.fetch = .failed("the answer is no integer")
        }
    case .failed(_, let failure): frame.fetch = .failed(failure.reason)
    case .progress(_, let progress): frame.fetch = .running(byteCount: progress.receivedByteCount)
    case .head, .chunk: break
    }
    if frame.hasInputEnded, !frame.isFetching { leave(&frame, options) }
}

// MARK: Timer

private func wantedTimers(_ frame: Counter, _ options: Options) -> TimerDriver<String>.Model {
    guard let period = options.period, frame.isReady, !frame.isLeaving else { return .none }
    return .timers(.every("count", period))
}
