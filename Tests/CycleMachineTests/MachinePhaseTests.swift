import Cycle
import CycleFeedback
import CycleTesting
import Foundation
import TestSupport
import Testing

/// Where a public call comes from.
private enum Place: String, CaseIterable, Sendable {
    case idle = "outside, idle"
    case reducer = "in the reducer"
    case observer = "in an observer of states"
    case feedback = "in a feedback"
    case newcomer = "showing a newcomer"
    case until = "in `until`"
    case cancel = "in a cancel callback"
    case start = "at a start"
    case settled = "settled"
}

/// A public call of a machine.
private enum Call: String, CaseIterable, Sendable {
    case send
    case drain = "send, drain"
    case stop
    case restart = "stop, start"
    case start
    case observe
    case state
    case release
}

/// One machine, on which one call is made from one place.
private final class MachineSubject {
    private let time = VirtualTime()
    private var planned: PlannedCall<Place>
    private let call: Call
    private var place: Place { planned.place }
    private var machine: Store<Int, Int>?
    private weak var remembered: Store<Int, Int>?
    private var isNow = false
    private var applied: [Int] = []
    private var (startCount, stopCount, observedCount, conditionCount) = (0, 0, 0, 0)
    private var before = (starts: 0, stops: 0)
    private var isRead = false

    init(_ place: Place, _ call: Call) {
        (planned, self.call) = (PlannedCall(from: place), call)
        let running = Feedback<Int, Int>.states { [unowned self] _ in
            Signal { [unowned self] _ in
                startCount += 1
                reach(.start)
                return Subscription { [unowned self] in
                    stopCount += 1
                    reach(.cancel)
                }
            }
        }
        let told = Feedback<Int, Int> { pairs in
            pairs.handle { [unowned self] _ in reach(.feedback) }.ignoringValues()
        }
        let machine = Store<Int, Int>(
            initial: 0,
            reduce: { [unowned self] state, event in
                applied.append(event)
                reach(.reducer)
                state += event
            }, feedbacks: [told, running])
        self.machine = machine
        remembered = machine
        if place == .observer { machine.observe { [unowned self] _ in reach(.observer) } }
    }

    private func act() {
        switch call {
        case .send: machine?.send(100)
        case .drain:
            machine?.send(100)
            machine?.drain()
        case .stop: machine?.stop()
        case .restart:
            machine?.stop()
            machine?.start(on: time, isolation: nil)
        case .start: machine?.start(on: time, isolation: nil)
        case .observe: machine?.observe { [unowned self] _ in observedCount += 1 }
        case .state: isRead = machine.map { $0.state.value >= 0 } == true
        case .release: machine = nil
        }
    }

    private func reach(_ reached: Place) {
        guard planned.isDue(at: reached) else { return }
        before = (startCount, stopCount)
        act()
        isNow = isDone
    }

    private var isDone: Bool {
        switch call {
        case .send, .drain: applied.contains(100)
        case .stop: stopCount > before.stops
        case .restart, .start: startCount > before.starts
        case .observe: observedCount > 0
        case .state: isRead
        case .release: remembered == nil
        }
    }

    func measure() async -> String {
        if place != .start { machine?.start(on: time, isolation: nil) }
        if place == .settled { machine?.stop() }
        planned.isArmed = place != .observer
        await go()
        let isAfter = isDone
        if !isAfter { machine?.drain() }
        let effect = isNow ? "now" : isAfter ? "after" : isDone ? "waits" : "–"
        machine?.stop()
        machine = nil
        return effect
    }

    private func go() async {
        switch place {
        case .idle, .settled: reach(place)
        case .reducer, .feedback: machine?.send(1)
        case .observer:
            planned.isArmed = true
            machine?.send(1)
        case .newcomer: machine?.observe { [unowned self] _ in reach(.newcomer) }
        case .until:
            machine?.stop()
            machine?.start(on: time, isolation: nil)
            let machine = machine
            _ = await machine?.run(on: time) { [unowned self] _ in
                reach(.until)
                return planned.isMade && (![.send, .drain].contains(call) || applied.contains(100))
            }
        case .cancel: machine?.stop()
        case .start: machine?.start(on: time, isolation: nil)
        }
    }
}

@Suite("Every public call of a machine, from every place, does what the table in CallingAMachine.md says")
struct MachinePhaseTests {
    static let rows: [[String]] = {
        let guide = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/CycleFeedback/CycleFeedback.docc/CallingAMachine.md")
        let lines = (try? String(contentsOf: guide, encoding: .utf8))?.split(separator: "\n") ?? []
        let cells = lines.map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        return Array(cells.drop { $0.first != "from" })
    }()

    @Test(
        "a call has its effect when the table says", .waiting,
        arguments: Place.allCases.map(\.rawValue), Call.allCases.map(\.rawValue))
    func machines(_ place: String, _ call: String) async throws {
        let head = try #require(Self.rows.first)
        let column = try #require(head.firstIndex { $0.replacing("`", with: "") == call })
        let expected = try #require(Self.rows.first { $0.first == place })[column]
        let isTrap = expected == "trap"
        if isTrap {
            let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [from = place as String, made = call as String] in
                guard let place = Place(rawValue: from), let call = Call(rawValue: made) else { return }
                _ = await MachineSubject(place, call).measure()
            }
            #expect(
                String(decoding: result.standardErrorContent, as: UTF8.self).contains("a reducer changes the state"))
        } else {
            let subject = MachineSubject(try #require(Place(rawValue: place)), try #require(Call(rawValue: call)))
            let effect = await subject.measure()
            #expect(effect == expected)
        }
    }
}
