import Cycle
import CycleDrivers
import CycleExplore
import CycleMonitor
import CycleTesting
import SampleSystems
import Testing

@testable import register

@Suite("register check")
struct RegisterRecordingTests {
    private let address = SocketAddress.host("server", port: 7000)

    /// A client's frames: the first one, and one for each piece of input.
    private func frames(_ calls: [String], _ input: [String] = []) -> [RegisterClient] {
        var frames = [RegisterClient(of: address, calls: calls)]
        for text in input {
            var next = frames[frames.count - 1]
            next.take(.received(0, Array(text.utf8)))
            frames.append(next)
        }
        return frames
    }

    private func recording(_ frames: [RegisterClient], at times: [Int], isTimed: Bool = true) -> Recording {
        let moments = zip(frames, times).enumerated().map { number, moment in
            RecordedMoment(
                number: number, time: .milliseconds(moment.1), wallTime: isTimed ? .seconds(moment.1) : nil,
                lens: number == 0 ? "start" : "sockets", event: RecordedValue(number),
                context: RecordedValue(frames[max(0, number - 1)]), effect: RecordedValue(moment.0))
        }
        return Recording(header: RecordingHeader(createdBy: "register"), moments: moments)
    }

    private func verdict(_ recordings: Recording...) throws -> Linearizability<OneNumber>.Verdict {
        let named = recordings.enumerated().map { (name: "\($0)", recording: $1) }
        return Linearizability(of: OneNumber()).verdict(on: try history(of: named, by: RegisterClient.self).operations)
    }

    @Test("the calls of several clients are ordered by the time of day")
    func order() throws {
        let write = recording(frames(["write 1"], ["ok\n"]), at: [0, 2])
        let read = frames(["read"], ["0\n"])
        #expect(try verdict(write, recording(read, at: [1, 3])) == .linearizable([1, 0]))
        #expect(try verdict(recording(read, at: [3, 4]), write) == .impossible(operation: 0, longest: [1]))
    }

    @Test("a client that was killed, or lost its server, may have changed the number, once")
    func killed() throws {
        let reads = recording(frames(["read", "read", "read"], ["0\n", "1\n", "1\n"]), at: [1, 2, 3, 4])
        #expect(try verdict(recording(frames(["write 1"]), at: [0]), reads) == .linearizable([1, 0, 2, 3]))
        var gone = frames(["write 1"])
        gone.append(gone[0])
        gone[1].take(.inputEnded(0))
        #expect(try verdict(recording(gone, at: [0, 5]), reads) == .linearizable([1, 0, 2, 3]))
        let back = recording(frames(["read", "read", "read"], ["0\n", "1\n", "0\n"]), at: [1, 2, 3, 4])
        let last = try verdict(recording(gone, at: [0, 5]), back)
        #expect(last == .impossible(operation: 3, longest: [1, 0, 2]), "\(last)")
    }

    @Test("a recording that says too little is refused, with the remedy")
    func unfit() throws {
        let frames = frames(["read"], ["0\n"])
        let whole = recording(frames, at: [0, 1])
        let headless = Recording(header: whole.header, moments: Array(whole.moments.dropFirst()))
        var strange = whole
        strange.moments[1].effect = RecordedValue(3)
        let refused = [
            headless: "its beginning", recording(frames, at: [0, 1], isTimed: false): "no times",
            strange: "no recording of",
        ]
        for (recording, reason) in refused {
            let error = #expect(throws: UnfitRecording.self) {
                try history(of: [("ann.jsonl", recording)], by: RegisterClient.self)
            }
            #expect(error?.description.contains(reason) == true && error?.description.hasPrefix("ann.jsonl") == true)
        }
    }

    @Test("a client that records itself is judged by what it saw")
    func recorded() throws {
        let (sockets, time) = (SimulatedSockets(), VirtualTime())
        let server = TestRun(
            registerServer(at: .host("", port: 7000), in: "data"), time: time, exhaustive: false,
            standIns: sockets, SimulatedFiles())
        server.settle()
        let recorder = Recorder(keeping: 100)
        let cycle = registerClient(.init(of: .host("localhost", port: 7000), calls: ["write 3", "read"]))
        cycle.record(into: recorder)
        let client = TestRun(
            cycle, time: time, exhaustive: false, standIns: sockets, SimulatedConsole())
        for _ in 0..<10 {
            client.settle()
            server.settle()
        }
        #expect(client.frame.answers == ["ok", "3"])
        let history = try history(of: [("ann", recorder.recording)], by: RegisterClient.self)
        #expect(history.operations.map(\.call) == ["write 3", "read"])
        #expect(history.operations.map(\.answer) == ["ok", "3"])
        #expect(Linearizability(of: OneNumber()).verdict(on: history.operations) == .linearizable([0, 1]))
    }
}
