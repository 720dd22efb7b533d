import Cycle
import CycleTesting
import Testing

@testable import CycleMonitor

@Suite("The program's side of its clients")
struct LiveProgramTests {
    private struct Text: Codable, Equatable {
        var number = 0
        /// Longer than what is written as a change, and another one after each event.
        var text = ""
    }

    /// A client that reads all, or nothing.
    private final class Output: ClientOutput {
        var waitingLimit = 1 << 20
        var isReading = true
        var bytes: [UInt8] = []

        func send(_ bytes: [UInt8], to client: LiveServer.ClientID) -> Bool {
            if isReading { self.bytes += bytes }
            return isReading
        }

        func hasRoom(for byteCount: Int, to client: LiveServer.ClientID) -> Bool { isReading }
        func take(from client: LiveServer.ClientID) {}

        var lines: [String] {
            bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private let output = Output()
    private let live: LiveProgram<Text>
    private let cycle: CycledLens<Signal<Int>, Text>
    private let inlet: Inlet<Int>
    private let watching: Subscription

    init() {
        let (events, inlet) = Signal<Int>.pipe()
        self.inlet = inlet
        cycle = CycledLens(startingWith: Text()) { frames in
            frames.lens(events: events, label: "typing") { frame, event in
                frame.number += 1
                frame.text = String(repeating: frame.number.isMultiple(of: 2) ? "a" : "b", count: event)
            }
        }
        let program = MonitoredProgram<Text>(name: "p", standIns: MonitorStandIns(nil), drain: {}, replace: { _ in })
        let live = LiveProgram(program, keeping: 100, nil)
        self.live = live
        live.server = output
        watching = cycle.observeMoments { live.take($0) }
        cycle.start(on: VirtualTime())
    }

    /// Has so many moments come in one go, whose texts have that length.
    private func run(_ count: Int, _ length: Int = 300) {
        for _ in 0..<count { inlet.send(length) }
        cycle.drain()
    }

    /// The numbers of the moments that a client has got. Those of the others have to be those that it was told are lost.
    private func numbers() -> [Int] {
        let moments = LiveMoments()
        moments.take(output.lines)
        #expect(moments.faults.isEmpty)
        let numbers = (0..<moments.count).map { moments.summary(at: $0).number }
        var next = 0
        for line in output.lines.dropFirst() {
            if line.hasPrefix("{\"lost\":") {
                next += Int(line.dropFirst(8).dropLast()) ?? 0
            } else if line.hasPrefix("{\"seq\":") {
                #expect(line.hasPrefix("{\"seq\":\(next),"))
                next += 1
            }
        }
        return numbers
    }

    @Test("a client that reads again gets the number of exactly the moments that it has missed, once each time")
    func lost() {
        live.take(.attached(1))
        run(3)
        live.becomeIdle()
        for _ in 1...2 {
            output.isReading = false
            run(3)
            live.becomeIdle()
            run(2)
            output.isReading = true
            live.becomeIdle()
            run(2)
            live.becomeIdle()
        }
        #expect(numbers() == [0, 1, 2, 3, 9, 10, 16, 17])
    }

    @Test("a client that reads again in the middle of a long turn gets the moment in which it is noticed")
    func lostInATurn() {
        live.take(.attached(1))
        run(1)
        live.becomeIdle()
        output.isReading = false
        run(1)
        live.becomeIdle()
        run(1_023, 0)
        output.isReading = true
        run(2)
        live.becomeIdle()
        #expect(numbers() == [0, 1, 1_026, 1_027])
    }

    @Test("a client that gives commands and reads no answers loses those beyond 64 KB")
    func answers() {
        live.take(.attached(1))
        output.isReading = false
        for _ in 0..<4_000 { live.take(.line(1, "{\"do\":\"wants\",\"moment\":99}")) }
        output.isReading = true
        live.becomeIdle()
        #expect(output.bytes.count > 60_000 && output.bytes.count < 70_000)
        live.take(.line(1, "{\"do\":\"pause\"}"))
        #expect(output.lines.last == "{\"ok\":\"pause\"}")
    }

    @Test("a new client gets the newest moments, as many as may wait for it, and the number of those before")
    func newest() {
        output.waitingLimit = 200_000
        run(99, 1_500)
        live.take(.attached(1))
        #expect(numbers() == Array(75...99))
        #expect(output.bytes.count < output.waitingLimit)
        run(1)
        live.becomeIdle()
        #expect(numbers() == Array(75...100))
    }
}
