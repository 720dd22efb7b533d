import Cycle
import CycleFeedback
import CycleHarvest
import CycleMachine
import CycleTesting
import Testing

@Suite("A machine that is stopped where an effect is cancelled")
struct StopInCancelTests {
    private typealias Subject = FeedbackLoop<Int, Int, Int>

    static let strategies: [FlattenStrategy] = [.merge, .concurrent(2), .concat, .latest, .first, .race]

    /// A loop that starts an effect for each action, all of which tick; the first that is cancelled stops the loop.
    private func run(_ strategy: FlattenStrategy, on time: VirtualTime, _ body: (Subject) -> Void) -> [String] {
        var log: [String] = []
        var stop: (() -> Void)?
        let feedback = Feedback<Int, Int>(event: { $0 < 10 ? $0 : nil }, strategy) { number in
            Signal<Int> { sink in
                log.append("start \(number)")
                let ticking = Signal<Int>.ticks(every: .seconds(number)).run(inside: sink) { sink.send($0 * 10) }
                return Subscription {
                    log.append("cancel \(number)")
                    stop.take()?()
                    ticking.cancel()
                }
            }
        }
        let subject = Subject(initial: 0, reduce: { $0 += $1 }, feedbacks: [feedback], actionTransformer: { $0 })
        stop = { [unowned subject] in subject.stop() }
        time.join(subject) { [unowned subject] in subject.drain() }
        subject.start(on: time)
        body(subject)
        time.leave(subject)
        return log
    }

    @Test("leaves no effect running, whatever the strategy", arguments: strategies)
    func nothingIsLeft(_ strategy: FlattenStrategy) {
        let time = VirtualTime()
        let log = run(strategy, on: time) { subject in
            for number in [2, 1, 3] { subject.send(action: number) }
            time.advance(by: .seconds(2))
            subject.stop()
            #expect(time.armedCount == 0)
        }
        let started = log.filter { $0.hasPrefix("start") }.count
        #expect(log.filter { $0.hasPrefix("cancel") }.count == started, "\(log)")
    }

    @Test("starts no effect after that")
    func nothingStarts() {
        let log = run(.latest, on: VirtualTime()) { subject in
            for number in [2, 1, 3] { subject.send(action: number) }
        }
        #expect(log == ["start 2", "cancel 2"])
    }

    @Test("starts no effect after that, where each query replaces the one before")
    func nothingStartsForAQuery() {
        var log: [String] = []
        var stop: (() -> Void)?
        let feedback = Feedback<Int, Int>.react(to: { $0 }) { number in
            Signal<Int> { _ in
                log.append("start \(number)")
                return Subscription {
                    log.append("cancel \(number)")
                    stop.take()?()
                }
            }
        }
        let subject = Subject(initial: 1, reduce: { $0 = $1 }, feedbacks: [feedback], actionTransformer: { $0 })
        stop = { [unowned subject] in subject.stop() }
        subject.start(on: VirtualTime())
        subject.send(action: 2)
        #expect(log == ["start 1", "cancel 1"])
    }

    @Test("starts no effect of a harvester that takes the place of the one that is cancelled")
    func nothingTakesThePlace() {
        var log: [String] = []
        var stop: (() -> Void)?
        let mapping = Harvester<Int, Int>.EffectMapping<MachineQueue, Int> { input, state in
            let effect = Signal<Int> { _ in
                log.append("start \(input)")
                return Subscription {
                    log.append("cancel \(input)")
                    stop.take()?()
                }
            }
            return (state + input, effect.toEffect(queue: .latest))
        }
        let harvester = Harvester(state: 0, mapping: mapping)
        harvester.start(on: VirtualTime())
        stop = { [unowned harvester] in harvester.stop() }
        harvester.send(1)
        harvester.send(2)
        #expect(log == ["start 1", "cancel 1"])
    }
}
