import Cycle
import CycleDrivers
import CycleNetwork

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

// network-row get URL COUNT INFLIGHT      requests a second, and bytes kept for a request
// network-row streamed|whole URL          MB a second, and peak memory by the size of the body

typealias Network = NetworkDriver<Int>

/// So many requests, always so many of them in flight.
struct Crowd {
    let url: String
    let count: Int
    var live: [Network.Request]
    var next: Int
    var doneCount = 0
    var failedCount = 0

    init(_ url: String, _ count: Int, inFlight: Int) {
        (self.url, self.count) = (url, count)
        live = (0..<min(inFlight, count)).map { .init(id: $0, get: url) }
        next = live.count
    }

    mutating func take(_ event: Network.Event) {
        switch event {
        case .response(let id, let response):
            if !response.isSuccess { failedCount += 1 }
            replace(id)
        case .failed(let id, _):
            failedCount += 1
            replace(id)
        default: break
        }
    }

    private mutating func replace(_ id: Int) {
        doneCount += 1
        let place = id % live.count
        // A number of the same place.
        guard next < count else { return }
        live[place] = .init(id: id + live.count, get: url)
        next += 1
    }
}

func crowd(_ url: String, _ count: Int, inFlight: Int) async {
    let cycle = CycledLens(startingWith: Crowd(url, count, inFlight: inFlight)) { frames in
        frames.lens(
            driver: Network(limits: .init(perHost: inFlight, total: inFlight)), frameFilter: { .init($0.live) },
            eventFilter: { $0.take($1) })
    }
    let last = await cycle.run { $0.doneCount == $0.count }
    guard last.failedCount == 0 else { return print("\(last.failedCount) failed") }
}

/// One large body, piece by piece or whole.
func large(_ url: String, _ delivery: HTTP.Delivery) async -> Int {
    let request = Network.Request(id: 1, .get, url, delivery: delivery, byteLimit: 1 << 30)
    let cycle = CycledLens(startingWith: (byteCount: 0, isDone: false)) { frames in
        frames.lens(
            driver: Network(), frameFilter: { _ in .init([request]) },
            eventFilter: { frame, event in
                switch event {
                case .chunk(_, let bytes): frame.byteCount += bytes.count
                case .response(_, let response):
                    frame.byteCount += response.body.count
                    frame.isDone = true
                case .failed(_, let failure):
                    print(failure)
                    frame.isDone = true
                default: break
                }
            })
    }
    return await cycle.run(until: \.isDone).byteCount
}

func memory(_ name: String) -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
        let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if text.hasPrefix(name + ":") { return text.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0 }
    }
    return 0
}

let arguments = CommandLine.arguments
let url = arguments.count > 2 ? arguments[2] : ""
switch arguments.dropFirst().first {
case "get":
    let (count, inFlight) = (Int(arguments[3]) ?? 1, Int(arguments[4]) ?? 1)
    await crowd(url, count / 5, inFlight: inFlight)
    let before = memory("VmRSS")
    let start = ContinuousClock.now
    await crowd(url, count, inFlight: inFlight)
    let seconds = start.duration(to: .now) / .seconds(1)
    print(Int(Double(count) / seconds), (memory("VmRSS") - before) * 1_024 / count)
case "streamed", "whole":
    _ = await large(url.replacing("big", with: "small"), .whole)
    let before = memory("VmRSS")
    let start = ContinuousClock.now
    let count = await large(url, arguments[1] == "whole" ? .whole : .streamed)
    let seconds = start.duration(to: .now) / .seconds(1)
    print(Int(Double(count) / seconds / 1e6), Double((memory("VmHWM") - before) * 1_024) / Double(count))
default: print("network-row get URL COUNT INFLIGHT | streamed URL | whole URL")
}
