import Cycle
import CycleTesting
import TestSupport

/// Where a public call comes from.
enum Place: String, CaseIterable, Sendable {
    case idle = "outside, idle"
    case letter = "delivering a letter"
    case filter = "in an event-filter"
    case rule = "in a rule"
    case render = "delivering a frame"
    case newcomer = "showing a newcomer"
    case moment = "in a moment observer"
    case whenIdle = "in `whenIdle`"
    case until = "in `until`"
    case cancel = "in a cancel callback"
    case start = "at a start"
    case deinitializer = "in a `deinit`"
    case settled = "settled"
}

/// A public call of a loop.
enum Call: String, CaseIterable, Sendable {
    case send
    case drain = "send, drain"
    case step = "send, step"
    case stop
    case restart = "stop, start"
    case start
    case observe
    case frame
    case replaceFrame
    case release
}

/// When a call has its effect.
enum Effect: String, Sendable {
    /// Before the call returns.
    case now
    /// When what is under way is over.
    case after
    /// With the next `drain`, or in a run that goes on.
    case waits
    /// Never: the call does nothing.
    case never = "–"
    /// The program ends with a message.
    case trap
}

/// One loop, on which one call is made from one place.
final class PhaseSubject {
    struct Frame {
        var total = 0
        var ruled = 0
        var payload: Payload?
    }

    /// Calls from its `deinit`.
    final class Payload {
        let act: () -> Void

        init(_ act: @escaping () -> Void) { self.act = act }

        deinit { act() }
    }

    private let time = VirtualTime()
    private let (letters, inlet) = Signal<Int>.pipe()
    private var planned: PlannedCall<Place>
    private let call: Call
    private var place: Place { planned.place }
    private var cycle: CycledLens<Void, Frame>?
    private weak var remembered: CycledLens<Void, Frame>?
    private var sink: Sink<Int>?
    private var isNow = false
    private var applied: [Int] = []
    private var shown: [Int] = []
    private var (startCount, stopCount, observedCount, conditionCount) = (0, 0, 0, 0)
    private var before = (starts: 0, stops: 0)
    private var isRead = false
    private var watching: [Subscription] = []

    init(_ place: Place, _ call: Call) {
        (planned, self.call) = (PlannedCall(from: place), call)
        let cycle = makeCycle()
        self.cycle = cycle
        remembered = cycle
        // One who watches keeps a copy of the frame, with what is to be let go of there.
        guard [.moment, .whenIdle].contains(place) else { return }
        watching.append(
            cycle.observeMoments(
                { [unowned self] _ in reach(.moment) }, whenIdle: { [unowned self] in reach(.whenIdle) }))
    }

    private func makeCycle() -> CycledLens<Void, Frame> {
        let source = Signal<Int> { [unowned self] sink in
            self.sink = sink
            startCount += 1
            reach(.start)
            // A run whose condition has restarted its loop goes on.
            if startCount == 2, place == .until { sink.send(3) }
            return Subscription { [unowned self] in
                stopCount += 1
                reach(.cancel)
            }
        }
        let letters = letters.handle { [unowned self] _ in reach(.letter) }
        return CycledLens(startingWith: Frame()) { frames in
            MutatingLens.zip(
                frames.lens(events: source) { [unowned self] frame, event in
                    applied.append(event)
                    reach(.filter)
                    frame.payload = nil
                    frame.total += event
                },
                frames.lens(events: letters) { frame, event in frame.total += event },
                frames.rule(onChangeOf: \.total) { [unowned self] frame in
                    reach(.rule)
                    frame.ruled += 1
                },
                frames.lens(get: { frames in
                    frames.handle { [unowned self] frame in
                        shown.append(frame.total)
                        reach(.render)
                    }
                })
            ).map { _, _ in }
        }
    }

    /// The place has been reached: makes the call, once.
    private func reach(_ reached: Place) {
        guard planned.isDue(at: reached) else { return }
        before = (startCount, stopCount)
        act()
        isNow = isDone
    }

    private func act() {
        switch call {
        case .send: sink?.send(100)
        case .drain:
            sink?.send(100)
            cycle?.drain()
        case .step:
            sink?.send(100)
            cycle?.step()
        case .stop: cycle?.stop()
        case .restart:
            cycle?.stop()
            cycle?.start(on: time)
        case .start: cycle?.start(on: time)
        case .observe:
            if let cycle { watching.append(cycle.observe { [unowned self] _ in observedCount += 1 }) }
        case .frame: isRead = cycle.map { $0.frame.total >= 0 } == true
        case .replaceFrame: cycle?.replaceFrame(with: Frame(total: 1_000))
        case .release: cycle = nil
        }
    }

    /// Whether the effect of the call can be seen.
    private var isDone: Bool {
        switch call {
        case .send, .drain, .step: applied.contains(100)
        case .stop: stopCount > before.stops
        case .restart, .start: startCount > before.starts
        case .observe: observedCount > 0
        case .frame: isRead
        case .replaceFrame: shown.contains(1_000)
        case .release: remembered == nil
        }
    }

    func measure() async -> Effect {
        if place != .start {
            cycle?.start(on: time)
            cycle?.drain()
        }
        if place == .settled { cycle?.stop() }
        planned.isArmed = true
        await go()
        let isAfter = isDone
        if !isAfter { cycle?.drain() }
        let effect: Effect = isNow ? .now : isAfter ? .after : isDone ? .waits : .never
        end()
        return effect
    }

    private func end() {
        for subscription in watching { subscription.cancel() }
        sink = nil
        cycle?.stop()
        cycle = nil
    }

    /// Brings the loop to the place.
    private func go() async {
        switch place {
        case .idle, .settled: reach(place)
        case .letter:
            inlet.send(1)
            cycle?.drain()
        case .filter, .rule, .render, .moment:
            sink?.send(1)
            cycle?.drain()
        case .deinitializer:
            showPayload()
            sink?.send(1)
            cycle?.drain()
        case .newcomer:
            if let cycle { watching.append(cycle.observe { [unowned self] _ in reach(.newcomer) }) }
        case .whenIdle: cycle?.drain()
        case .until:
            sink?.send(1)
            sink?.send(2)
            await cycle?.run(on: time) { [unowned self] _ in
                defer { conditionCount += 1 }
                if planned.isMade { return ![.send, .drain, .step].contains(call) || applied.contains(100) }
                // The first time it is asked before the first turn.
                if conditionCount == 1 { reach(.until) }
                return false
            }
        case .cancel: cycle?.stop()
        case .start: cycle?.start(on: time)
        }
    }

    /// Of its own, so that the frame has the only reference.
    private func showPayload() {
        cycle?.replaceFrame(with: Frame(payload: Payload { [unowned self] in reach(.deinitializer) }))
    }
}
