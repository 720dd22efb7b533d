import Cycle
import CycleDrivers
import CycleTesting
import Foundation
import TestSupport
import Testing

/// One world that signals come from.
private enum World: CaseIterable {
    case system, simulated

    func make() -> (driver: SignalDriver, send: (SignalDriver.Name) -> Void) {
        switch self {
        case .system: return (SignalDriver(), { kill(getpid(), $0.number) })
        case .simulated:
            let signals = SimulatedSignals()
            return (signals.driver, { signals.send($0) })
        }
    }
}

/// One at a time: signals are the process's. None is sent that would end a process that does not listen.
@Suite("Every world of signals", .serialized, .waiting, .timeLimit(.minutes(60)))
struct SignalConformanceTests {
    private struct Frame: Equatable {
        var names: Set<SignalDriver.Name>
        var events: [SignalDriver.Event] = []
    }

    /// Listens to one set of signals after the other; each event calls the next step.
    private func events(
        _ driver: SignalDriver, _ names: Set<SignalDriver.Name>, _ steps: [(inout Frame) -> Void]
    ) async -> [SignalDriver.Event] {
        let (starts, inlet) = Signal<Int>.pipe()
        let cycle = CycledLens(startingWith: Frame(names: names)) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: driver, frameFilter: { SignalDriver.Model($0.names) },
                    eventFilter: { frame, event in
                        frame.events.append(event)
                        if frame.events.count < steps.count { steps[frame.events.count](&frame) }
                    }),
                frames.lens(
                    get: { _ in starts },
                    set: { (starts: Signal<Int>, frames: Signal<Frame>) in
                        starts.withLatest(from: frames).map { _, frame in
                            var next = frame
                            steps[0](&next)
                            return next
                        }
                    }))
        }
        inlet.send(0)
        return await cycle.run(on: VirtualTime(), until: { $0.events.count == steps.count }).events
    }

    @Test("reports what is listened to, one after the other", arguments: World.allCases)
    private func reports(_ world: World) async {
        let (driver, send) = world.make()
        let told = await events(
            driver, [.user1, .windowChanged],
            [{ _ in send(.user1) }, { _ in send(.windowChanged) }, { _ in send(.user1) }])
        #expect(told == [.received(.user1), .received(.windowChanged), .received(.user1)])
    }

    @Test("a signal that left the model is silent, and a new one is reported", arguments: World.allCases)
    private func changes(_ world: World) async {
        let (driver, send) = world.make()
        let told = await events(
            driver, [.windowChanged],
            [
                { _ in send(.windowChanged) },
                { frame in
                    frame.names = [.continued]
                    // By default neither does anything.
                    send(.windowChanged)
                    frame.names.insert(.childChanged)
                    frame.events.append(.received(.quit))
                },
            ])
        #expect(told == [.received(.windowChanged), .received(.quit)])
    }

    @Test("two drivers that listen to one signal are both told", arguments: World.allCases)
    private func both(_ world: World) async {
        let (driver, send) = world.make()
        let cycle = CycledLens(startingWith: [String]()) { frames in
            MutatingLens.zip(
                frames.lens(
                    driver: driver, frameFilter: { _ in .listening(to: .user2) },
                    eventFilter: { frame, _ in frame.append("a") }),
                frames.lens(
                    driver: driver, frameFilter: { _ in .listening(to: .user2) },
                    eventFilter: { frame, _ in frame.append("b") }),
                frames.lens(
                    get: { _ in Signal<Int>.just(0) },
                    set: { (start: Signal<Int>, frames: Signal<[String]>) in
                        start.withLatest(from: frames).map { _, frame in
                            send(.user2)
                            return frame
                        }
                    }))
        }
        #expect(await cycle.run(on: VirtualTime(), until: { $0.count == 2 }).sorted() == ["a", "b"])
    }

    @Test("a signal is handled as before when nobody listens any more")
    func restores() async {
        // This signal ends nothing. Signals that end a process are handled too while another test has a terminal. A
        // handler, because child processes would inherit an ignored signal.
        signal(SIGCHLD) { _ in }
        let before = handler(of: SIGCHLD)
        let (driver, send) = World.system.make()
        _ = await events(driver, [.childChanged], [{ _ in send(.childChanged) }])
        #expect(handler(of: SIGCHLD) == before && before != 0)
        signal(SIGCHLD, SIG_DFL)
    }

    private func handler(of signal: Int32) -> UInt {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return withUnsafeBytes(of: action) { $0.loadUnaligned(as: UInt.self) }
    }

    @Test("a refusal is an event")
    func refused() async {
        let signals = SimulatedSignals()
        signals.refusal = 11
        let cycle = CycledLens(startingWith: [SignalDriver.Event]()) { frames in
            frames.lens(
                driver: signals.driver, frameFilter: { _ in .listening(to: .user1) }, eventFilter: { $0.append($1) })
        }
        #expect(await cycle.run(on: VirtualTime()) == [.failed(.user1, code: 11)])
    }

    @Test("models and events have the form that is promised, and are the same when they are read again")
    func coding() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for name in SignalDriver.Name.allCases {
            for event in [SignalDriver.Event.received(name), .failed(name, code: 11)] {
                #expect(try JSONDecoder().decode(SignalDriver.Event.self, from: encoder.encode(event)) == event)
            }
        }
        let model = SignalDriver.Model.listening(to: .terminate, .hangUp)
        let text = String(decoding: try encoder.encode(model), as: UTF8.self)
        #expect(text == #"{"names":["SIGHUP","SIGTERM"]}"#)
        #expect(try JSONDecoder().decode(SignalDriver.Model.self, from: Data(text.utf8)) == model)
        #expect(
            String(decoding: try encoder.encode(SignalDriver.Event.failed(.user1, code: 11)), as: UTF8.self)
                == #"{"failed":{"code":11,"name":"SIGUSR1"}}"#)
    }
}
