import Cycle
import CycleTesting

/// An animation as a value: events that come at certain times and begin, append to, replace or remove what is in flight.
struct ReelProgram: CustomStringConvertible {
    struct Event {
        var time: Int
        var target: Int
        var policy: AnimationPolicy
    }

    /// Whether the ticks' lens is the first of the two.
    let isTailFirst: Bool
    let period: Int
    let startTime: Int
    let events: [Event]

    init(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let pick = { (count: Int) in Int(random.next() % UInt64(count)) }
        isTailFirst = pick(2) == 0
        period = 1 + pick(3)
        startTime = pick(4)
        var time = 0
        events = (0..<(1 + pick(6))).map { _ in
            time += pick(5)
            return Event(time: time, target: pick(8), policy: AnimationPolicy.allCases[pick(4)])
        }
    }

    var description: String {
        let lines = events.map { "at \($0.time): .\($0.policy) to \($0.target)" }
        return "every \(period), from \(startTime), the ticks \(isTailFirst ? "first" : "last"); "
            + lines.joined(separator: ", ")
    }

    private static let endTime = 40

    /// The numbers after `start` up to `end`.
    private static func path(_ start: Int, _ end: Int) -> [Int] {
        guard start != end else { return [] }
        return Array(stride(from: start, through: end, by: start < end ? 1 : -1).dropFirst())
    }

    // MARK: By the reference

    /// Every frame with its time, then what is left.
    var expected: [String] {
        let world = ReferenceWorld()
        let loop = ReferenceLoop(world, startingWith: [0])
        let watching = loop.place.lens(setting: loop.place.signal.handle { world.note("\($0)") }.ignoringValues())
        let isInFlight = loop.place.signal.map { $0.count > 1 }.removeDuplicates()
        let ticks = isInFlight.flatMap(.latest) { isInFlight in
            isInFlight ? ReferenceSignal.ticks(every: period, from: startTime) : .never
        }
        let tail = loop.place.lens(events: ticks) { frames, _ in if frames.count > 1 { frames.removeFirst() } }
        let numbers = ReferenceSignal<Int> { world, send, _ in
            let alarms = events.indices.map { index in world.alarm { send(index) } }
            for (event, alarm) in zip(events, alarms) { alarm.arm(at: startTime + event.time) }
            return { _ in for alarm in alarms { alarm.disarm() } }
        }
        let animating = loop.place.lens(events: numbers) { frames, index in apply(events[index], to: &frames) }
        loop.join([watching] + (isTailFirst ? [tail, animating] : [animating, tail]))
        world.advance(to: startTime)
        loop.start()
        world.advance(to: Self.endTime)
        let armedCount = world.armedAlarmCount
        loop.stop()
        return world.log + ["\(armedCount) armed"]
    }

    private func apply(_ event: Event, to frames: inout [Int]) {
        let isInFlight = frames.count > 1
        switch event.policy {
        case .disable where isInFlight: break
        case .remove where isInFlight: frames = [frames[0]]
        case .append: frames += Self.path(frames[frames.count - 1], event.target)
        case .replace, .disable, .remove: frames = [frames[0]] + Self.path(frames[0], event.target)
        }
    }

    // MARK: By the library

    /// The same, of a loop whose frames are in a collection of that type.
    func run<Frames: RangeReplaceableCollection & Equatable>(_ first: Frames) -> [String] where Frames.Element == Int {
        let time = VirtualTime()
        time.advance(by: .seconds(startTime))
        var log: [String] = []
        let numbers = Signal<Int> { sink in
            let alarms = events.indices.map { index in sink.alarm { sink.send(index) } }
            for (event, alarm) in zip(events, alarms) { alarm.arm(at: sink.now + .seconds(event.time)) }
            return Subscription { for alarm in alarms { alarm.disarm() } }
        }
        let cycle = CycledLens(startingWith: first) { frames in
            let watching = frames.lens(get: { frames in
                frames.handle { log.append("\(time.now.components.seconds): \(Array($0))") }
            })
            let tail = frames.emittingTail(every: .seconds(period)).set
            let animating = frames.lens(events: numbers) { frames, index in
                frames.animate(events[index].policy) { Self.path($0, events[index].target) }
            }.set
            let set = watching.set + (isTailFirst ? tail + animating : animating + tail)
            return MutatingLens(value: frames, get: { _ in }, set: { _, _ in set })
        }
        cycle.start(on: time)
        time.join(cycle) { [unowned cycle] in cycle.drain() }
        time.advance(by: .seconds(Self.endTime - startTime))
        time.leave(cycle)
        let armedCount = time.armedCount
        cycle.stop()
        return log + ["\(armedCount) armed"]
    }
}
