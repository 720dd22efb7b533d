// `swift run -c release MonitorRows [MOMENTS] [FILE]`: how quickly a large recording opens, and how much memory that takes.
// The recording is written to FILE, and stays there; without it to a temporary file.

import CycleInspector
import CycleMonitor
import Foundation

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let isKept = CommandLine.arguments.count > 2
let path =
    isKept
    ? CommandLine.arguments[2]
    : NSTemporaryDirectory() + "cycle-monitor-rows-\(ProcessInfo.processInfo.processIdentifier).jsonl"

/// Writes a recording of a shop: some 300 bytes a moment, a whole frame every hundred.
func writeRecording() throws {
    guard let file = fopen(path, "w") else { throw CocoaError(.fileWriteUnknown) }
    defer { fclose(file) }
    fputs("{\"format\":\"cycle-recording\",\"version\":2,\"createdBy\":\"shop\"}\n", file)
    let filler = String(repeating: "x", count: 150)
    let rows = (0..<50).map { "{\"id\":\($0),\"title\":\"item \($0)\"}" }.joined(separator: ",")
    for number in 0..<count {
        let lens = number == 0 ? "start" : ["console", "network", "timer"][number % 3]
        let head =
            "{\"seq\":\(number),\"time\":\(number / 100).\(10 + number % 90),\"wallTime\":1795345200.\(10 + number % 90),\"lens\":\"\(lens)\""
        let event = number == 0 ? "\"start\"" : "{\"fired\":{\"id\":\"\(filler)\",\"count\":\(number)}}"
        let frame =
            number % 100 == 0
            ? "\"effect\":{\"items\":[\(rows)],\"total\":\(number)}"
            : "\"change\":[{\"op\":\"replace\",\"path\":\"/\(number % 10 == 0 ? "items/\(number % 50)/title" : "total")\",\"value\":\(number)}]"
        fputs("\(head),\"event\":\(event),\(frame)}\n", file)
    }
}

func milliseconds(_ work: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(work)
    return Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
}

/// In megabytes.
var memory: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
    return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1_024
}

func report(_ row: String, _ figure: Double, _ unit: String, atMost goal: Double) {
    print(
        "| \(row) | \((figure * 100).rounded() / 100) \(unit) | \(goal) \(unit) | \(figure <= goal ? "yes" : "**no**") |"
    )
}

try writeRecording()
let size = (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0) / 1_000_000
print("\(count) moments, \(size) MB\n\n| | measured | must reach | reached |\n|---|---:|---:|---|")
var opened: IndexedRecording?
report("open", try milliseconds { opened = try IndexedRecording(path: path) }, "ms", atMost: 1_000)
guard let moments = opened else { exit(1) }
report(
    "first screen", milliseconds { _ = TerminalFilm(playing: moments, named: .recording(path: path), upTo: 1) }, "ms",
    atMost: 100)
report("memory after opening", Double(memory), "MB", atMost: 200)
let screens = min(200, count)
let playing = milliseconds { _ = TerminalFilm(playing: moments, named: .recording(path: path), upTo: screens) }
report("scrub forwards with a screen of 100 x 30, a moment", playing / Double(screens), "ms", atMost: 16)
report("index of a moment", Double(IndexedRecording.byteCountPerMoment), "bytes", atMost: 40)
let middle = count / 2
report("go to the middle", try milliseconds { _ = try moments.moment(at: middle) }, "ms", atMost: 16)
let forwards = try milliseconds { for index in middle..<middle + 1_000 { _ = try moments.moment(at: index) } }
report("scrub forwards, a moment", forwards / 1_000, "ms", atMost: 16)
let backwards = try milliseconds {
    for index in (middle - 1_000..<middle).reversed() { _ = try moments.moment(at: index) }
}
report("scrub backwards, a moment", backwards / 1_000, "ms", atMost: 16)
let total = RecordedPath("total") ?? .whole
report("first blame, 20 changes", milliseconds { _ = moments.blame(of: total, limit: 20) }, "ms", atMost: 50)
let title = RecordedPath("items[20].title") ?? .whole
report("blame of another place, 20 changes", milliseconds { _ = moments.blame(of: title, limit: 20) }, "ms", atMost: 50)
// Of a place that has never changed: the whole file is looked at, by pieces.
let identity = RecordedPath("items[21].id") ?? .whole
var inspection = Inspection(of: .recording(path: path), in: moments)
var pieces = [
    milliseconds {
        for command: InspectionCommand in [.place(identity), .last, .previousChange] {
            inspection.perform(command, in: moments)
        }
    }
]
while inspection.looking != nil { pieces.append(milliseconds { inspection.lookOn(in: moments) }) }
report("blame of a place that never changed", pieces.reduce(0, +), "ms", atMost: 2_000)
report("the longest piece of it, which a key waits for", pieces.max() ?? 0, "ms", atMost: 50)
let search = milliseconds { _ = moments.index(of: "NOWHERE", in: 0..<count, isBackward: false) }
report("search, a GB", search / Double(size) * 1_000, "ms", atMost: 2_000)
report("memory at the end", Double(memory), "MB", atMost: 400)
if !isKept { unlink(path) }
