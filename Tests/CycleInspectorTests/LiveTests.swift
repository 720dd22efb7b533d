import Cycle
import CycleDrivers
import CycleInspector
import CycleMonitor
import CycleBase
import Foundation
import TestSupport
import Testing

@Suite("A program that is looked at by a socket", .serialized)
struct LiveTests {
    struct Total: Codable, Equatable, Sendable {
        var total = 0
        var isDone = false
    }

    struct Adding: Codable, Sendable {
        var add: Int
    }

    /// A client as twenty lines of any language have it. It waits as long as it must, as the main actor that runs the program
    /// may be busy with the whole suite.
    ///
    /// Unchecked: one task after the other uses it.
    final class Client: @unchecked Sendable {
        private let file: Int32
        private var rest: [UInt8] = []

        init(_ path: String) {
            file = streamSocket(AF_UNIX)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }

        deinit { close(file) }

        func tell(_ line: String) { _ = write(file, line + "\n", line.utf8.count + 1) }

        /// The next line; empty at the end.
        func line() -> String {
            while true {
                if let end = rest.firstIndex(of: 10) {
                    defer { rest = Array(rest[(end + 1)...]) }
                    return String(decoding: rest[..<end], as: UTF8.self)
                }
                var bytes = [UInt8](repeating: 0, count: 4_096)
                let count = read(file, &bytes, bytes.count)
                guard count > 0 else { return "" }
                rest += bytes[..<count]
            }
        }

        /// Injects an event into the program.
        func add(_ number: Int) {
            tell("{\"do\":\"inject\",\"lens\":\"adding\",\"event\":{\"add\":\(number)}}")
        }

        /// The lines up to one that begins with a text, and that one. Each fiftieth leads to a turn, which sends what there is
        /// room for then.
        func linesOfTurns(to beginning: String) -> [String] {
            var lines: [String] = []
            repeat {
                lines.append(line())
                if lines.count % 50 == 0 { add(1) }
            } while !lines[lines.count - 1].hasPrefix(beginning) && lines.last != ""
            return lines
        }

        /// The lines up to one that contains a text.
        func lines(to text: String) -> [String] {
            var lines: [String] = []
            while case let next = line(), !next.isEmpty {
                lines.append(next)
                if next.contains(text) { break }
            }
            return lines
        }
    }

    private let temporary: Folder
    private var folder: String { temporary.path }

    init() throws {
        temporary = try Folder()
    }

    @MainActor
    private func adding(_ path: String) -> (CycledLens<Signal<Adding>, Total>, Inlet<Adding>) {
        let (events, inlet) = Signal<Adding>.pipe()
        let cycle = CycledLens(startingWith: Total()) { frames in
            frames.lens(events: events, label: "adding") { frame, event in
                frame.total += event.add
                frame.isDone = event.add == 0
            }
        }
        return (cycle.monitored(at: path), inlet)
    }

    /// The same beside timers.
    @MainActor
    private func adding(
        _ path: String, timers: @escaping (Total) -> TimerDriver<Int>.Model,
        ring: @escaping (inout Total, TimerDriver<Int>.Event) -> Void
    ) -> (CycledLens<some Any, Total>, Inlet<Adding>) {
        let (events, inlet) = Signal<Adding>.pipe()
        let cycle = CycledLens(startingWith: Total()) { frames in
            frames.lens(events: events, label: "adding") { frame, event in
                frame.total += event.add
                frame.isDone = event.add == 0
            }
            frames.lens(driver: TimerDriver<Int>(), label: "timer", frameFilter: timers, eventFilter: ring)
        }
        return (cycle.monitored(at: path), inlet)
    }

    /// Runs a program beside a client.
    @MainActor
    private func run<Result: Sendable>(
        _ path: String, _ use: @escaping @Sendable (Client) -> Result
    ) async -> (last: Total, result: Result) {
        let (cycle, inlet) = adding(path)
        cycle.start(on: RealTime())
        for number in 1...3 { inlet.send(Adding(add: number)) }
        cycle.drain()
        async let result = onThreadOfItsOwn { use(Client(path)) }
        let last = await cycle.run(on: RealTime(), until: \.isDone)
        _ = inlet
        return (last, await result)
    }

    @Test("tells the moments that were kept and those that come, as a recording")
    func tells() async throws {
        let path = folder + "/a.sock"
        let (last, lines) = await run(path) { client in
            let kept = client.lines(to: "\"total\":6")
            client.add(4)
            let more = client.lines(to: "\"ok\":\"inject\"")
            client.add(0)
            return kept + more + client.lines(to: "true")
        }
        #expect(last == Total(total: 10, isDone: true))
        try #require(!lines.isEmpty)
        #expect(lines[0].hasPrefix("{\"format\":\"cycle-recording\",\"version\":2") && lines[0].contains("\"live\":1"))
        let file = folder + "/run.jsonl"
        try lines.filter { !$0.hasPrefix("{\"ok\"") }.joined(separator: "\n").write(
            toFile: file, atomically: true, encoding: .utf8)
        let recording = try Recording(path: file)
        #expect(recording.faults.isEmpty)
        #expect(recording.moments.map { $0.effect["total"]?.json } == ["0", "1", "3", "6", "10", "10"])
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    struct Login: Codable, Equatable, Sendable {
        var password = "S3CRETx9"
        var headers = [["Authorization", "Bearer S3CRETx9"]]
        var text = "https://a/?token=S3CRETx9"
        var count = 0
    }

    @Test("a client gets no secrets: not in frames, events, models, answers and files")
    @MainActor
    func secrets() async throws {
        let (path, file) = (folder + "/s.sock", folder + "/kept.jsonl")
        let (events, inlet) = Signal<String>.pipe()
        let cycle = CycledLens(startingWith: Login()) { frames in
            frames.lens(events: events, label: "login") { frame, _ in frame.count += 1 }
            frames.lens(
                driver: TimerDriver<String>(), label: "timer",
                frameFilter: { .timers(.once("token=S3CRETx9 \($0.count)", after: .seconds(3_600))) },
                eventFilter: { _, _ in })
        }.monitored(at: path)
        cycle.start(on: RealTime())
        inlet.send("password: S3CRETx9")
        cycle.drain()
        async let result = onThreadOfItsOwn {
            let client = Client(path)
            var lines = client.lines(to: "\"count\":1")
            for command in [
                #"{"do":"wants","moment":0}"#, #"{"do":"set","place":"a","value":"token=S3CRETx9"}"#,
                "{\"do\":\"record\",\"path\":\"\(file)\"}",
            ] {
                client.tell(command)
                lines.append(client.line())
            }
            client.tell("{\"do\":\"inject\",\"lens\":\"login\",\"event\":\"token=S3CRETx9\"}")
            return lines + client.lines(to: "\"ok\":\"inject\"")
        }
        let last = await cycle.run(on: RealTime(), until: { $0.count == 2 })
        let lines = await result
        #expect(last.password == "S3CRETx9" && lines.count > 5)
        #expect(!lines.joined().contains("S3CRETx9"), "\(lines)")
        #expect(try !String(contentsOfFile: file, encoding: .utf8).contains("S3CRETx9"))
    }

    @Test("pauses, steps, sets and goes back, and says what it cannot do")
    func obeys() async throws {
        let (last, lines) = await run(folder + "/b.sock") { client in
            var lines = client.lines(to: "\"total\":6")
            for command in [
                "{\"do\":\"fly\"}", "nonsense", "{\"do\":\"step\"}",
                "{\"do\":\"inject\",\"lens\":\"nobody\",\"event\":1}",
                "{\"do\":\"goto\",\"moment\":99}", "{\"do\":\"set\",\"place\":\"nothing\",\"value\":1}",
            ] {
                client.tell(command)
                lines += client.lines(to: "\"error\"").suffix(1)
            }
            client.tell("{\"do\":\"set\",\"place\":\"total\",\"value\":41}")
            lines += client.lines(to: "\"total\":41")
            client.tell("{\"do\":\"goto\",\"moment\":1}")
            lines += client.lines(to: "\"total\":1}")
            client.add(0)
            return lines + client.lines(to: "true")
        }
        #expect(last.total == 1)
        let errors = lines.filter { $0.contains("\"error\"") }
        #expect(
            errors.count == 6 && errors[0].contains("fly is no command; there are pause, resume")
                && errors[1].contains("not JSON"))
        #expect(errors[2].contains("not paused") && errors[3].contains("there are adding") && errors[4].contains("99"))
    }

    @Test("tells what drivers were to do, when it is asked")
    @MainActor
    func tellsWants() async throws {
        let path = folder + "/w.sock"
        let (cycle, inlet) = adding(
            path, timers: { $0.total == 1 ? .timers(.once(7, after: .seconds(600))) : .none }, ring: { _, _ in })
        cycle.start(on: RealTime())
        for number in [1, 1] { inlet.send(Adding(add: number)) }
        cycle.drain()
        async let answers = onThreadOfItsOwn {
            let client = Client(path)
            _ = client.lines(to: "\"total\":2")
            let answers = (0...3).map { number in
                client.tell("{\"do\":\"wants\",\"moment\":\(number)}")
                return client.lines(to: number == 3 ? "error" : "wants").last ?? ""
            }
            client.add(0)
            return answers
        }
        _ = await cycle.run(on: RealTime(), until: \.isDone)
        let (found, moments) = (await answers, LiveMoments())
        #expect(found[3].contains("moment 3 is not kept"))
        #expect(found[0].hasPrefix("{\"wants\":{\"timer\":") && found[0].hasSuffix(",\"moment\":0}"))
        #expect(found[0].dropLast(2) == found[2].dropLast(2) && found[1].contains("7") && !found[0].contains("7"))
        moments.take(found)
        #expect(moments.faults.isEmpty)
    }

    @Test("goes on from a past moment with silent drivers, until it goes on with drivers that run")
    @MainActor
    func silences() async throws {
        let path = folder + "/s.sock"
        let (cycle, inlet) = adding(
            path, timers: { $0.total >= 100 ? .timers(.once($0.total, after: .zero)) : .none },
            ring: { frame, _ in frame.total += 1_000 })
        cycle.start(on: RealTime())
        async let answers = onThreadOfItsOwn {
            let client = Client(path)
            var lines = client.lines(to: "\"total\":0")
            client.tell("{\"do\":\"goto\",\"moment\":0,\"silent\":true}")
            lines += client.lines(to: "\"silent\"")
            client.add(100)
            lines += client.lines(to: "\"total\":100")
            client.add(1)
            lines += client.lines(to: "\"total\":101")
            // One that comes later is told, too.
            let other = Client(path)
            lines += other.lines(to: "\"silent\"").suffix(1)
            client.tell("{\"do\":\"goto\",\"moment\":2}")
            lines += client.lines(to: "\"silent\":false")
            lines += client.lines(to: "\"total\":1100")
            client.add(0)
            return lines
        }
        let last = await cycle.run(on: RealTime(), until: \.isDone)
        let (found, moments) = (await answers, LiveMoments())
        #expect(found.filter { $0.contains("\"silent\"") }.count == 3)
        #expect(last.isDone)
        _ = inlet
        moments.take(found)
        #expect(!moments.isSilent && moments.faults.isEmpty, "\(moments.faults)")
    }

    @Test("a client that stands still costs nothing but what may wait for it, and is told what it has lost")
    @MainActor
    func standsStill() async throws {
        let path = folder + "/c.sock"
        let (cycle, inlet) = adding(path)
        cycle.start(on: RealTime())
        let running = Task { @MainActor in await cycle.run(on: RealTime(), until: \.isDone) }
        let client = Client(path)
        #expect(await onThreadOfItsOwn { client.line() }.contains("live"))
        for _ in 0..<60_000 { inlet.send(Adding(add: 1)) }
        cycle.drain()
        #expect(cycle.frame.total == 60_000)
        // It goes on: all that waited for it comes, then the number of those that did not.
        let lines = await onThreadOfItsOwn {
            var lines = client.linesOfTurns(to: "{\"lost\"")
            lines.append(client.line())
            client.add(0)
            return lines
        }
        #expect(lines.count > 1_000 && lines.count < 60_000 && lines[lines.count - 2].hasPrefix("{\"lost\":"))
        // The next moment tells the frame before it.
        #expect(lines.last?.contains("\"context\":") == true)
        _ = await running.value
    }

    private final class Encodings {
        var count = 0
    }

    /// Counts how often it is encoded.
    private struct Counted: Encodable {
        var total = 0
        var isDone = false
        let encodings: Encodings

        func encode(to encoder: any Encoder) throws {
            encodings.count += 1
            // Every turn changes all of it.
            try [String(repeating: total.isMultiple(of: 2) ? "x" : "y", count: 10_000), "\(total)"].encode(to: encoder)
        }
    }

    @Test("nothing is encoded for a client that stands still, until it reads again")
    @MainActor
    func encodesNothing() async throws {
        let (events, inlet) = Signal<Adding>.pipe()
        let encodings = Encodings()
        let cycle = CycledLens(startingWith: Counted(encodings: encodings)) { frames in
            frames.lens(events: events, label: "adding") { frame, event in
                frame.total += event.add
                frame.isDone = event.add == 0
            }
        }.monitored(at: folder + "/n.sock", keeping: 1)
        cycle.start(on: RealTime())
        let running = Task { @MainActor in _ = await cycle.run(on: RealTime(), until: \.isDone) }
        let client = Client(folder + "/n.sock")
        #expect(await onThreadOfItsOwn { client.line() }.contains("live"))
        for _ in 0..<1_500 { inlet.send(Adding(add: 1)) }
        cycle.drain()
        let count = encodings.count
        for _ in 0..<100 { inlet.send(Adding(add: 1)) }
        cycle.drain()
        #expect(count > 100 && count < 1_500 && encodings.count == count, "\(count), then \(encodings.count)")
        let lines = await onThreadOfItsOwn {
            let lines = client.linesOfTurns(to: "{\"lost\"")
            client.add(0)
            return lines
        }
        #expect(lines.last?.hasPrefix("{\"lost\":") == true)
        await running.value
        #expect(encodings.count > count)
    }

    @Test("a program that reports too much while it is paused goes on by itself, and loses no event")
    @MainActor
    func goesOnByItself() async throws {
        let (cycle, inlet) = adding(folder + "/e.sock")
        cycle.start(on: RealTime())
        let running = Task { @MainActor in await cycle.run(on: RealTime(), until: \.isDone) }
        let client = Client(folder + "/e.sock")
        let paused = await onThreadOfItsOwn {
            client.tell("{\"do\":\"pause\"}")
            return client.lines(to: "\"ok\"").last
        }
        #expect(paused == "{\"ok\":\"pause\"}")
        for _ in 0..<1_000 { inlet.send(Adding(add: 1)) }
        cycle.drain()
        #expect(cycle.frame.total == 0)
        for _ in 0..<65_000 { inlet.send(Adding(add: 1)) }
        cycle.drain()
        #expect(cycle.frame.total == 66_000)
        // More than may wait for the client: the answer comes with the next moments that there is room for.
        let lines = await onThreadOfItsOwn {
            let lines = client.linesOfTurns(to: "{\"resumed\"")
            client.add(0)
            return lines
        }
        #expect(lines.last == "{\"resumed\":65536}")
        _ = await running.value
    }

    @Test("refuses a folder that others can write to, and a path where something else stands")
    func refuses() async throws {
        chmod(folder, 0o777)
        var failure: LiveError?
        let cycle = CycledLens(startingWith: Total()) { frames in
            frames.lens(events: Signal<Adding>.never) { _, _ in }
        }.monitored(at: folder + "/d.sock", onFailure: { failure = $0 })
        cycle.start(on: RealTime())
        #expect(failure == .folderOfOthers(folder + "/"))
        cycle.stop()
        chmod(folder, 0o700)
        try "text".write(toFile: folder + "/d.sock", atomically: true, encoding: .utf8)
        cycle.start(on: RealTime())
        #expect(failure == .notASocket)
        cycle.stop()
    }
}
